// gridtide import and runs import of every format.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HOUR_MS } from '#core/time/instant';
import { MADE_FORMATS } from '../../../importers/made-files.ts';
import { openTerminal, storedValues } from '../../terminal.ts';

const DEFINE =
  'code,description,unit,resolution,area,category\ndehrprice,Price,EUR/MWh,hour,DE,hrprice\n';
const PRICES = 'series,time,value\ndehrprice,2024-05-17T10:00Z,1\ndehrprice,2024-05-17T11:00Z,2\n';
const _SPEED = String.raw`\d+\.\d\d s, [\d,.]+( million)? rows/s`;

suite('gridtide import of other formats', () => {
  const NDJSON = '{"series":"dehrprice","time":"2024-05-17T10:00Z","value":5}\n';
  const TABLE = {
    names: ['series', 'time', 'value'],
    rows: [
      ['dehrprice', '2024-05-17T10:00Z', 1],
      ['dehrprice', '2024-05-17T11:00Z', 2],
    ],
  };

  for (const made of MADE_FORMATS) {
    test(`the format of ${made.name} is known by the ending of its name`, async (t) => {
      const terminal = await openTerminal(t);
      const define = await terminal.file('series.csv', DEFINE);
      const file = await terminal.file(`prices.${made.ending}`, await made.make(TABLE));
      const { code, stdout, stderr } = await terminal.run(['import', file, '--define', define]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /2 points \(2 new, 0 changed, 0 same\) in 1 series/);
      assert.deepEqual(await storedValues(terminal), [1, 2]);
    });
  }

  test('--format says what standard input is', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const argv = ['import', '-', '--define', define];
    const taken = await terminal.run([...argv, '--format', 'NDJSON'], { stdin: NDJSON });
    assert.equal(taken.code, 0);
    assert.match(taken.stdout, /^stdin: 1 point \(1 new/);
    const refused = await terminal.run(argv, { stdin: NDJSON });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^gridtide import: stdin line 1: text follows a closing quote/);
  });

  test('--sheet chooses a sheet, and is refused for other files', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const made = MADE_FORMATS.find(({ ending }) => ending === 'xlsx')!;
    const file = await terminal.file('prices.xlsx', await made.make(TABLE));
    const argv = ['import', '--define', define];
    assert.equal((await terminal.run([...argv, file, '--sheet', 'prices'])).code, 0);
    const other = await terminal.run([...argv, file, '--sheet', 'Load']);
    assert.equal(
      other.stderr,
      `gridtide import: ${file}: there is no sheet "Load" (the workbook has: "Prices")\n`,
    );
    const csv = await terminal.file('prices.csv', PRICES);
    const { stderr } = await terminal.run([...argv, csv, '--sheet', 'Load']);
    assert.match(stderr, /prices\.csv: a sheet can be chosen of an Excel file only, not of CSV\n$/);
  });

  test('a bad row is named with its file, sheet and row', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const bad = { ...TABLE, rows: [...TABLE.rows, ['dehrprice', '2024-05-17T11:30Z', 3]] };
    for (const { ending, make, where } of MADE_FORMATS) {
      const file = await terminal.file(`bad.${ending}`, await make(bad));
      const { code, stderr } = await terminal.run(['import', file, '--define', define]);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `gridtide import: ${file} ${where(2)}column "time": 2024-05-17T11:30:00Z is not the start of an hour; the nearest is 2024-05-17T11:00:00Z\n`,
      );
    }
    assert.equal(await terminal.withStore((store) => store.countSeries()), 0);
  });

  test('an unknown format is refused with the known ones', async (t) => {
    const terminal = await openTerminal(t);
    const { code, stderr } = await terminal.run(['import', '-', '--format', 'parket']);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /--format: "parket" is not a format \(did you mean parquet\?\) \(allowed: csv, ndjson, parquet, arrow, xlsx\)/,
    );
  });
});

suite('gridtide runs import', () => {
  const RUNS = 'series,analyzed,time,value\ndehrprice,2024-05-17T06:00Z,2024-05-18T00:00Z,1\n';

  test('runs import stores runs with their source and counts them', async (t) => {
    const terminal = await openTerminal(t);
    await terminal.run(['import', '--define', await terminal.file('series.csv', DEFINE)]);
    const runs = await terminal.file('model.csv.gz', gzipSync(RUNS));
    const first = await terminal.run(['runs', 'import', runs]);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /model\.csv\.gz: 1 run \(1 new, 0 changed, 0 same\) of 1 series/);
    assert.match((await terminal.run(['runs', 'import', runs])).stdout, /0 new, 0 changed, 1 same/);
    const sourceOf = (): Promise<string> =>
      terminal.withStore(async (store) => {
        const { key } = (await store.findSeries('dehrprice'))!;
        const run = (await store.findNewestRun(key))!;
        assert.equal(run.firstIndex, Date.parse('2024-05-18T00:00Z') / HOUR_MS);
        return run.source;
      });
    assert.equal(await sourceOf(), 'model.csv');
    const named = await terminal.run(['runs', 'import', runs, '--source', 'nwp 3']);
    assert.match(named.stdout, /1 new, 0 changed, 0 same/);
    // Both stand; between runs of one time the names decide.
    assert.equal(await sourceOf(), 'model.csv');
  });

  for (const made of MADE_FORMATS) {
    test(`runs import reads a column source in ${made.name}, and runs order prefers one`, async (t) => {
      const terminal = await openTerminal(t);
      await terminal.run(['import', '--define', await terminal.file('series.csv', DEFINE)]);
      const bytes = await made.make({
        names: ['series', 'analyzed', 'time', 'value', 'source'],
        rows: [
          ['dehrprice', '2024-05-17T06:00Z', '2024-05-18T00:00Z', 1, 'ec'],
          ['dehrprice', '2024-05-17T06:00Z', '2024-05-18T00:00Z', 2, 'gfs'],
        ],
      });
      const file = await terminal.file(`two.${made.ending}`, bytes);
      const imported = await terminal.run(['runs', 'import', file]);
      assert.match(imported.stdout, /2 runs \(2 new/, imported.stderr);
      const newest = (): Promise<string> =>
        terminal.withStore(async (store) => {
          const { key } = (await store.findSeries('dehrprice'))!;
          return (await store.findNewestRun(key))!.source;
        });
      assert.equal(await newest(), 'ec');
      const ordered = await terminal.run(['runs', 'order', 'DEhrprice', 'gfs', 'ec']);
      assert.equal(ordered.stdout, 'dehrprice: gfs, then ec first\n');
      assert.equal(await newest(), 'gfs');
      const removed = await terminal.run(['runs', 'order', 'dehrprice']);
      assert.equal(removed.stdout, 'dehrprice: names decide\n');
      assert.equal(await newest(), 'ec');
    });
  }

  test('runs order refuses a source that is named twice, an empty one and an unknown series', async (t) => {
    const terminal = await openTerminal(t);
    await terminal.run(['import', '--define', await terminal.file('series.csv', DEFINE)]);
    for (const [words, refusal] of [
      [['dehrprice', 'a', 'a'], /a source is named twice/],
      [['dehrprice', ''], /not the name of a source: ""/],
      [['dehrprise', 'a'], /no series "dehrprise".*did you mean/],
      [[], /SERIES missing/],
    ] as const) {
      const { code, stderr } = await terminal.run(['runs', 'order', ...words]);
      assert.notEqual(code, 0);
      assert.match(stderr, refusal);
    }
  });

  for (const made of MADE_FORMATS) {
    test(`runs import reads ${made.name}`, async (t) => {
      const terminal = await openTerminal(t);
      await terminal.run(['import', '--define', await terminal.file('series.csv', DEFINE)]);
      const bytes = await made.make({
        names: ['series', 'analyzed', 'time', 'value'],
        rows: [
          ['dehrprice', '2024-05-17T06:00Z', '2024-05-18T00:00Z', 1],
          ['dehrprice', '2024-05-17T06:00Z', '2024-05-18T01:00Z', 2],
          ['dehrprice', '2024-05-17T12:00Z', '2024-05-18T00:00Z', 3],
        ],
      });
      const file = await terminal.file(`model.${made.ending}`, bytes);
      const { code, stdout, stderr } = await terminal.run(['runs', 'import', file]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /2 runs \(2 new, 0 changed, 0 same\) of 1 series/);
      await terminal.withStore(async (store) => {
        const { key } = (await store.findSeries('dehrprice'))!;
        const runs = await store.readRuns(key, 0, Number.MAX_SAFE_INTEGER);
        assert.deepEqual(
          runs.map(({ values }) => [...values]),
          [[1, 2], [3]],
        );
      });
    });
  }

  test('runs import names file, line and reason of what it refuses', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE.replace('dehrprice', 'frhrprice'));
    await terminal.run(['import', '--define', define]);
    const runs = await terminal.file('model.csv', RUNS);
    const { code, stderr } = await terminal.run(['runs', 'import', runs]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^gridtide runs import: .*model\.csv line 2: column "series": there is no series dehrprice/,
    );
    const { code: misused } = await terminal.run(['runs', 'import', runs, '--source', ' ']);
    assert.equal(misused, 2);
  });
});
