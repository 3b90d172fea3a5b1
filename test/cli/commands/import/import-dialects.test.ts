// CSV as spreadsheets of different countries write it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openTerminal, storedValues } from '../../terminal.ts';

const DEFINE =
  'code,description,unit,resolution,area,category\ndehrprice,Price,EUR/MWh,hour,DE,hrprice\n';

/** Three hours with values as they are written. */
const fileOf = (separator: string, values: readonly string[]): string =>
  ['series,time,value', ...values.map((_, i) => `dehrprice,2024-05-17T1${i}:00Z,VALUE${i}`)]
    .map((line) => line.replaceAll(',', separator))
    .map((line) => line.replace(/VALUE(\d)/, (_, i) => values[Number(i)]!))
    .join('\n')
    .concat('\n');

suite('dialects of CSV', () => {
  for (const [name, separator, values, said] of [
    ['commas and points', ',', ['1.5', '2', '-3.25'], ''],
    [
      'semicolons and commas',
      ';',
      ['1,5', '2', '-3,25'],
      'semicolons between fields and a decimal comma',
    ],
    ['semicolons and points', ';', ['1.5', '2', '-3.25'], ''],
    ['tabs', '\t', ['1.5', '2', '-3.25'], ''],
  ] as const) {
    test(`a file with ${name} is read, and what was found out is said`, async (t) => {
      const terminal = await openTerminal(t);
      const define = await terminal.file('series.csv', DEFINE);
      const file = await terminal.file('prices.csv', fileOf(separator, values));
      const { code, stderr } = await terminal.run(['import', file, '--define', define]);
      assert.equal(code, 0);
      assert.deepEqual(await storedValues(terminal), [1.5, 2, -3.25]);
      if (said === '') assert.equal(stderr, '');
      else assert.ok(stderr.endsWith(`prices.csv: read as ${said}\n`), stderr);
    });
  }

  for (const [dialect, separator, values] of [
    ['comma-point', ',', ['1.5', '2', '-3.25']],
    ['semicolon-comma', ';', ['1,5', '2', '-3,25']],
    ['semicolon-point', ';', ['1.5', '2', '-3.25']],
    ['tab-comma', '\t', ['1,5', '2', '-3,25']],
    ['TAB-Point', '\t', ['1.5', '2', '-3.25']],
  ] as const) {
    test(`--dialect ${dialect} reads such a file, and nothing has to be said`, async (t) => {
      const terminal = await openTerminal(t);
      const define = await terminal.file('series.csv', DEFINE);
      const file = await terminal.file('prices.csv', fileOf(separator, values));
      const given = ['import', file, '--define', define, '--dialect', dialect];
      const { code, stderr } = await terminal.run(given);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(await storedValues(terminal), [1.5, 2, -3.25]);
    });
  }

  test('a point in a dialect with decimal commas is refused: it would most likely group thousands', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    for (const values of [
      ['1,5', '1.234'],
      ['1,5', '2,5', '1.234,5'],
    ]) {
      const file = await terminal.file('prices.csv', fileOf(';', values));
      const given = ['import', file, '--define', define, '--dialect', 'semicolon-comma'];
      const { code, stderr } = await terminal.run(given);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /line \d: column "value": "1\.234(,5)?" has a point, but the dialect semicolon-comma has commas/,
      );
    }
  });

  for (const [name, values, said] of [
    ['a point after a comma', ['987,5', '1.234', '2,5'], '"1.234" has a point, but line 2 a comma'],
    ['a comma after a point', ['1.234', '987,5', '2,5'], '"987,5" has a comma, but line 2 a point'],
    // The row after a whole number comes the fast way.
    [
      'a comma after whole numbers',
      ['7', '2', '987,5', '1.234'],
      '"1.234" has a point, but line 4',
    ],
    [
      'a point after whole numbers',
      ['7', '2', '1.234', '987,5'],
      '"987,5" has a comma, but line 4',
    ],
  ] as const) {
    test(`${name} is refused without a dialect: one of them most likely groups thousands`, async (t) => {
      const terminal = await openTerminal(t);
      const define = await terminal.file('series.csv', DEFINE);
      const file = await terminal.file('prices.csv', fileOf(';', values));
      const { code, stderr } = await terminal.run(['import', file, '--define', define]);
      assert.equal(code, 1);
      assert.match(stderr, /line \d: column "value": /);
      assert.ok(stderr.includes(said), stderr);
      assert.match(stderr, /write all numbers with one decimal mark and nothing between thousands/);
    });
  }

  test('both marks in two columns of a wide file are refused', async (t) => {
    const terminal = await openTerminal(t);
    const two = DEFINE.concat('dehrcons,Load,MWh,hour,DE,hrcons\n');
    const define = await terminal.file('series.csv', two);
    const text = 'time;dehrprice;dehrcons\n2024-05-17T10:00Z;987,5;1.234\n';
    const file = await terminal.file('wide.csv', text);
    const { code, stderr } = await terminal.run(['import', file, '--define', define]);
    assert.equal(code, 1);
    assert.match(stderr, /line 2: column "dehrcons": "1\.234" has a point, but line 2 a comma/);
  });

  test('a decimal comma that only a later row shows is said', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const file = await terminal.file('prices.csv', fileOf(';', ['7', '2', '3', '4,5']));
    const { stderr } = await terminal.run(['import', file, '--define', define]);
    assert.match(stderr, /read as semicolons between fields and a decimal comma\n$/);
    assert.deepEqual(await storedValues(terminal), [7, 2, 3, 4.5]);
  });

  test('a comma in a dialect with decimal points is refused', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const file = await terminal.file('prices.csv', fileOf(';', ['1,5']));
    const given = ['import', file, '--define', define, '--dialect', 'semicolon-point'];
    const { code, stderr } = await terminal.run(given);
    assert.equal(code, 1);
    assert.match(stderr, /"1,5" is not a finite number/);
  });

  test('an unknown dialect, and a dialect of a file that is no CSV, are refused in words', async (t) => {
    const terminal = await openTerminal(t);
    const file = await terminal.file('prices.ndjson', '{"series":"a","time":"2024","value":1}\n');
    const unknown = await terminal.run(['import', file, '--dialect', 'semicolon']);
    assert.equal(unknown.code, 2);
    assert.match(
      unknown.stderr,
      /--dialect: "semicolon" is not a dialect.* \(allowed: comma-point, /,
    );
    const other = await terminal.run(['import', file, '--dialect', 'semicolon-comma']);
    assert.equal(other.code, 1);
    assert.match(other.stderr, /a dialect can be given for a CSV only, not for NDJSON/);
  });

  test('runs import takes a dialect too', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    await terminal.run(['import', '--define', define]);
    const text = 'series;analyzed;time;value\ndehrprice;2024-05-17T06:00Z;2024-05-18T00:00Z;1,5\n';
    const file = await terminal.file('runs.csv', text);
    const found = await terminal.run(['runs', 'import', file]);
    assert.equal(found.code, 0);
    assert.match(found.stderr, /read as semicolons between fields and a decimal comma\n$/);
    const told = await terminal.run(['runs', 'import', file, '--dialect', 'semicolon-comma']);
    assert.deepEqual([told.code, told.stderr], [0, '']);
  });
});
