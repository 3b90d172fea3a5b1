// Files whose columns are not called by codes, and whose clock has no summer time.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { firstCases } from '../../../../harness/rounds.ts';
import { openTerminal, type Terminal } from '../../terminal.ts';

const DEFINE = `code,description,unit,resolution,area,category
dehrprice,Price,EUR/MWh,hour,DE,hrprice
dehrcons,Consumption,MWh,hour,DE,hrcons
`;
const FILE = `local_time,Price_DA,Note,Load_AC
2024-03-31 01:00,1,x,10
2024-03-31 02:00,2,x,20
2024-03-31 03:00,3,x,30
`;
const COLUMNS = 'local_time=time,Price_DA=dehrprice,Load_AC=dehrcons,Note=';

const valuesOf = ({ withStore }: Terminal, code: string, from: string, count: number) =>
  withStore(async (store) => {
    const { key } = (await store.findSeries(code))!;
    const start = Date.parse(from) / 3_600_000;
    return [...(await store.readValues(key, { start, end: start + count }))];
  });

suite('gridtide import --columns', () => {
  test('import --columns names the columns, and --missing-hour leaves out the skipped hour', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const file = await terminal.file('market.csv', FILE);
    const asked = ['import', file, '--define', define, '--columns', COLUMNS];
    const refused = await terminal.run(asked);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /market\.csv line 3: column "local_time": 2024-03-31T02:00:00 does not exist .*; --missing-hour skip leaves such rows out\n$/,
    );
    const { code, stdout } = await terminal.run([...asked, '--missing-hour', 'skip']);
    assert.equal(code, 0);
    assert.match(stdout, /4 points \(4 new, 0 changed, 0 same, 1 row of a skipped hour left out\)/);
    assert.deepEqual(await valuesOf(terminal, 'dehrprice', '2024-03-31T00:00Z', 2), [1, 3]);
    assert.deepEqual(await valuesOf(terminal, 'dehrcons', '2024-03-31T00:00Z', 2), [10, 30]);
    const journal = await terminal.withStore((store) => store.listEntries({ limit: 9 }));
    assert.deepEqual(
      journal.map(({ kind, points, seriesCount }) => [kind, points.added, seriesCount]),
      [['import', 4, 2]],
    );
  });

  for (const [columns, message] of [
    ['Price_DA', /"Price_DA" is not NAME=SERIES/],
    ['a=b,a=c', /"a" is given twice/],
    ['local_time=time,Pirce_DA=dehrprice', /has no column "Pirce_DA", only local_time, Price_DA/],
    ['local_time=time,Price_DA=dehrprice,Load_AC=dehrcons', /Note/],
  ] as const) {
    test(`import --columns ${columns} is refused`, async (t) => {
      const terminal = await openTerminal(t);
      const define = await terminal.file('series.csv', DEFINE);
      const file = await terminal.file('market.csv', FILE);
      const { code, stderr } = await terminal.run([
        ...['import', file, '--define', define, '--columns', columns],
      ]);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    });
  }

  test('import --columns =time names a first column without a name, as data frames write it', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const file = await terminal.file('frame.csv', ',Price\n2024-05-17 00:00:00+00:00,61.5\n');
    const without = await terminal.run(['import', file, '--define', define]);
    assert.equal(without.code, 1);
    assert.match(without.stderr, /the header must be .* but is ",price"; --columns says/);
    const columns = ['--columns', '=time,Price=dehrprice'];
    const { code, stderr } = await terminal.run(['import', file, '--define', define, ...columns]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await valuesOf(terminal, 'dehrprice', '2024-05-17T00:00Z', 1), [61.5]);
    const named = await terminal.file('named.csv', 'Date,Price\n2024-05-17 00:00,61.5\n');
    const wrong = await terminal.run(['import', named, ...columns]);
    assert.match(wrong.stderr, /the header has no column without a name, only Date, Price/);
  });

  test('runs import --columns and --missing-hour read a file of 24 hours a day', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    await terminal.run(['import', '--define', define]);
    const hour = (value: number) =>
      `x,dehrprice,2024-03-30 13:00,2024-03-31 0${value}:00,${value}\n`;
    const rows = [1, 2, 3].map(hour).join('');
    const file = await terminal.file('runs.csv', `note,id,made,local_time,forecast\n${rows}`);
    const unnamed = await terminal.run(['runs', 'import', file]);
    assert.match(
      unnamed.stderr,
      /must be series,analyzed,time,value, and source if rows name it; --columns says/,
    );
    const columns = 'note=,id=series,made=analyzed,local_time=time,forecast=value';
    const asked = ['runs', 'import', file, '--source', 'model', '--columns', columns];
    const refused = await terminal.run(asked);
    assert.match(refused.stderr, /line 3: .* does not exist .*; --missing-hour skip leaves such/);
    const { code, stdout, stderr } = await terminal.run([...asked, '--missing-hour', 'skip']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 run \(1 new, 0 changed, 0 same, 1 row of a skipped hour left out\)/);
    const run = await terminal.withStore(async (store) =>
      store.findNewestRun((await store.findSeries('dehrprice'))!.key),
    );
    assert.deepEqual([...run!.values], [1, 3]);
    assert.equal(run!.analyzedAt, Date.parse('2024-03-30T12:00Z'));
  });

  test('a run whose times the clock skips is left out with its rows', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    await terminal.run(['import', '--define', define]);
    const text = `series,analyzed,time,value
dehrprice,2024-03-30 13:00,2024-03-31 02:00,1
dehrprice,2024-03-31 02:30,2024-04-01 01:00,2
dehrprice,2024-03-31 12:00,2024-04-01 01:00,3
`;
    const file = await terminal.file('runs.csv', text);
    const { stdout } = await terminal.run(['runs', 'import', file, '--missing-hour', 'skip']);
    assert.match(stdout, /1 run \(1 new, 0 changed, 0 same, 2 rows of a skipped hour left out\)/);
  });

  test('import --missing-hour refuses another word', async (t) => {
    const terminal = await openTerminal(t);
    const { code, stderr } = await terminal.run(['import', 'x.csv', '--missing-hour', 'fill']);
    assert.deepEqual([code !== 0, /refuse or skip, not "fill"/.test(stderr)], [true, true]);
  });
});

const data = process.env.GRIDTIDE_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const folder = join(data, 'entsoe');
const skip = existsSync(folder) ? false : `there is no ${folder}`;

suite('the extracts of ENTSO-E in CSV', { skip }, () => {
  for (const area of firstCases(['DE', 'BE', 'DK_1', 'ES', 'FR'])) {
    test(`the extract of ${area} is imported with one command`, async (t) => {
      const terminal = await openTerminal(t);
      const file = join(folder, `${area}.csv.gz`);
      const [head, ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
      const names = head!.trim().split(',');
      const prefix = area.toLowerCase().replace('_', '');
      const codeOf = (name: string): string => `${prefix}hr${name.toLowerCase().replace('_', '')}`;
      const codes = names.slice(1).map(codeOf);
      const define = await terminal.file(
        'series.csv',
        `code,description,unit,resolution\n${codes.map((each) => `${each},${each},MWh,hour\n`).join('')}`,
      );
      const columns = names.map((name, i) => `${name}=${i === 0 ? 'time' : codeOf(name)}`).join();
      const { code, stdout, stderr } = await terminal.run([
        ...['import', file, '--define', define, '--columns', columns, '--missing-hour', 'skip'],
      ]);
      assert.deepEqual([code, stderr], [0, '']);
      // Each spring from 2019 to 2023 skips an hour; every other row is an hour of its own.
      assert.match(stdout, / 5 rows of a skipped hour left out/);
      // Winter rows, far from any change of the clock, read straight from the file.
      for (const line of lines.filter((each) => /^\d{4}-01-1[05][T ]1[02]/.test(each))) {
        const fields = line.trim().split(',');
        const at = `${fields[0]!.slice(0, 10)}T${fields[0]!.slice(11, 16)}+01:00`;
        for (const [i, each] of codes.entries()) {
          const expected = fields[i + 1] === '' ? Number.NaN : Number(fields[i + 1]);
          assert.deepEqual(await valuesOf(terminal, each, at, 1), [expected], `${each} ${at}`);
        }
      }
    });
  }
});
