// gridtide series list and show, as they are typed.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openTerminal, type Terminal } from '../terminal.ts';

const DEFINE = `code,description,unit,resolution,area,category
dehrprice,"Germany, price",EUR/MWh,hour,DE,hrprice
nldaycons,Netherlands consumption,MWh,day,NL,daycons
`;

async function fill(terminal: Terminal): Promise<void> {
  const define = await terminal.file('series.csv', DEFINE);
  const values = await terminal.file(
    'values.csv',
    'time,dehrprice\n2024-05-17T00:00Z,1\n2024-05-17T03:00Z,2\n',
  );
  const runs = await terminal.file(
    'runs.csv',
    'series,analyzed,time,value\ndehrprice,2024-05-17T06:00Z,2024-05-18T00:00Z,3\n',
  );
  assert.equal((await terminal.run(['import', values, '--define', define])).code, 0);
  assert.equal((await terminal.run(['runs', 'import', runs, '--source', 'model'])).code, 0);
  assert.equal((await terminal.run(['rule', 'set', 'dehrprice', '--max', '4000'])).code, 0);
}

suite('gridtide series', () => {
  test('series list shows every series with its unit, resolution and extent', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const { code, stdout } = await terminal.run(['series', 'list']);
    assert.equal(code, 0);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
      [
        ['SERIES', 'UNIT', 'RESOLUTION', 'FIRST', 'LAST', 'DESCRIPTION'],
        [
          'dehrprice',
          'EUR/MWh',
          'hour',
          '2024-05-17T00:00:00Z',
          '2024-05-17T03:00:00Z',
          'Germany, price',
        ],
        ['nldaycons', 'MWh', 'day', '-', '-', 'Netherlands consumption'],
      ],
    );
  });

  test('series list takes patterns and prints JSON', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const { stdout } = await terminal.run(['series', 'list', 'nl*', '--json']);
    assert.deepEqual(JSON.parse(stdout), [
      {
        ...{ code: 'nldaycons', description: 'Netherlands consumption', unit: 'MWh' },
        ...{ resolution: 'day', area: 'NL', category: 'daycons' },
        ...{ first: null, last: null, newestRun: null, lastChange: null },
      },
    ]);
    const none = await terminal.run(['series', 'list', 'fr*']);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /no series matches "fr\*"/);
  });

  test('series list of an empty store says what makes series', async (t) => {
    const terminal = await openTerminal(t);
    await terminal.run(['plan', 'set', 'all', '--series', '*']);
    const { code, stdout } = await terminal.run(['series', 'list']);
    assert.deepEqual([code, /gridtide import --define FILE/.test(stdout)], [0, true]);
  });

  test('series show has the facts, the runs and the rule of one series', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const { code, stdout } = await terminal.run(['series', 'show', 'DEHRPRICE']);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      `dehrprice
  description  Germany, price
  unit         EUR/MWh
  resolution   hour
  area         DE
  category     hrprice
  observed     2024-05-17T00:00:00Z to 2024-05-17T03:00:00Z
  runs         1 from model
  newest run   2024-05-17T06:00:00Z
  last change  2026-11-15T12:00:00Z
  rule         at most 4000
`,
    );
    const json = JSON.parse((await terminal.run(['series', 'show', 'dehrprice', '--json'])).stdout);
    assert.deepEqual([json[0].runs, json[0].sources, json[0].rule.highest], [1, ['model'], 4000]);
    const unknown = await terminal.run(['series', 'show', 'dehrpirce']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /dehrpirce.*did you mean dehrprice/);
  });
});
