import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import { importRuns, type RunImport } from '#importers/import-runs';
import type { Store } from '#store/store';
import { BERLIN, NOW, openMarket, piecesOf } from './open-market.ts';

const HEADER = 'series,analyzed,time,value\n';

const importText = (store: Store, rows: string, maxBuffered?: number): Promise<RunImport> =>
  importRuns(store, piecesOf(rows), { zone: BERLIN, now: NOW, source: 'model.csv', maxBuffered });

async function runsOf(store: Store, code: string) {
  const { key } = (await store.findSeries(code))!;
  const runs = await store.readRuns(key, 0, Number.MAX_SAFE_INTEGER);
  return runs.map(({ analyzedAt, firstIndex, values, source }) => ({
    analyzed: formatUtc(analyzedAt),
    from: formatUtc(firstIndex * HOUR_MS),
    values: [...values],
    source,
  }));
}

suite('importing forecast runs', () => {
  test('the rows of a run become one run, its holes gaps, and gaps at its ends are dropped', async (t) => {
    const store = await openMarket(t);
    const result = await importText(
      store,
      `${HEADER}dehrprice,2024-05-17T06:00Z,2024-05-17T23:00Z,
dehrprice,2024-05-17T06:00Z,2024-05-18T00:00Z,1
dehrprice,2024-05-17T06:00Z,2024-05-18T03:00Z,3
dehrprice,2024-05-17T06:00Z,2024-05-18T01:00Z,2
dehrprice,2024-05-17T06:00Z,2024-05-18T04:00Z,NaN
`,
    );
    assert.deepEqual(result, {
      ...{ rows: 5, repeats: 0, skipped: 0, series: 1 },
      ...{ added: 1, changed: 0, same: 0 },
    });
    assert.deepEqual(await runsOf(store, 'dehrprice'), [
      {
        analyzed: '2024-05-17T06:00:00Z',
        from: '2024-05-18T00:00:00Z',
        values: [1, 2, Number.NaN, 3],
        source: 'model.csv',
      },
    ]);
    assert.equal((await store.findSeries('dehrprice'))!.lastIndex, null);
  });

  test('runs differ by series and analyzed time, in any order of rows', async (t) => {
    const store = await openMarket(t);
    const text = `${HEADER}dehrprice,2024-05-17T08:00,2024-05-18T02:00,1
frhrprice,2024-05-17T06:00Z,2024-05-18T00:00Z,2
dehrprice,2024-05-17T12:00Z,2024-05-18T00:00Z,3
dehrprice,2024-05-17T06:00Z,2024-05-18T01:00Z,4
`;
    assert.equal((await importText(store, text)).added, 3);
    const [first, second] = await runsOf(store, 'dehrprice');
    assert.deepEqual([first!.analyzed, first!.values], ['2024-05-17T06:00:00Z', [1, 4]]);
    assert.deepEqual([second!.analyzed, second!.values], ['2024-05-17T12:00:00Z', [3]]);
    assert.deepEqual((await runsOf(store, 'frhrprice'))[0]!.values, [2]);
  });

  test('a second import counts which runs are the same and which changed', async (t) => {
    const store = await openMarket(t);
    const row = (hour: string, value: number): string =>
      `dehrprice,2024-05-17T${hour}:00Z,2024-05-18T00:00Z,${value}\n`;
    await importText(store, HEADER + row('06', 1) + row('12', 2));
    const again = await importText(store, HEADER + row('06', 1) + row('12', 3) + row('18', 4));
    assert.deepEqual([again.added, again.changed, again.same], [1, 1, 1]);
  });

  test('the repeated autumn hour of a run is told apart by order', async (t) => {
    const store = await openMarket(t);
    const rows = ['01:00', '02:00', '02:00', '03:00'].map(
      (time, i) => `dehrprice,2024-10-26,2024-10-27T${time},${i}\n`,
    );
    await importText(store, HEADER + rows.join(''));
    const [run] = await runsOf(store, 'dehrprice');
    assert.equal(run!.analyzed, '2024-10-25T22:00:00Z');
    assert.deepEqual(run!.values, [0, 1, 2, 3]);
  });

  test('a file larger than the buffer is stored run by run', async (t) => {
    const store = await openMarket(t);
    const rows: string[] = [];
    for (let day = 1; day <= 5; day++) {
      for (let hour = 0; hour < 10; hour++) {
        rows.push(`dehrprice,2024-05-0${day},2024-05-1${day}T0${hour}:00Z,${day}${hour}\n`);
      }
    }
    const result = await importText(store, HEADER + rows.join(''), 7);
    assert.deepEqual([result.added, result.rows], [5, 50]);
    for (const [i, run] of (await runsOf(store, 'dehrprice')).entries()) {
      assert.deepEqual(
        run.values,
        Array.from({ length: 10 }, (_, hour) => (i + 1) * 10 + hour),
      );
    }
    const scattered = [...rows, 'dehrprice,2024-05-01,2024-05-11T10:00Z,1\n'];
    await assert.rejects(importText(store, HEADER + scattered.join(''), 7), {
      message: /^line 52: column "analyzed": the run goes on after others: sort/,
    });
  });

  const row = 'dehrprice,2024-05-17T06:00Z,2024-05-18T00:00Z,1\n';
  for (const [name, text, fault] of [
    [
      'another header',
      'series,time,value\n',
      /^line 1: the header must be series,analyzed,time,value, and source if rows name it$/,
    ],
    [
      'an unknown series',
      `${HEADER}${row}nosuchseries,2024-05-17,2024-05-18T00:00Z,1\n`,
      /^line 3: column "series": there is no series nosuchseries/,
    ],
    [
      'a bad analyzed time',
      `${HEADER}${row}dehrprice,soon,2024-05-18T00:00Z,1\n`,
      /^line 3: column "analyzed": "soon" is not a time/,
    ],
    [
      'a month as analyzed time',
      `${HEADER}${row}dehrprice,2024-05,2024-05-18T00:00Z,1\n`,
      /^line 3: column "analyzed": write the time in full$/,
    ],
    [
      'an analyzed time that comes twice',
      `${HEADER}${row}dehrprice,2024-10-27T02:30,2024-10-28T00:00Z,1\n`,
      /^line 3: column "analyzed": 2024-10-27T02:30:00 comes twice in Europe\/Berlin: write it with its zone/,
    ],
    [
      'a time between hours',
      `${HEADER}${row}dehrprice,2024-05-17T06:00Z,2024-05-18T00:30Z,1\n`,
      /^line 3: column "time": .* is not the start of an hour/,
    ],
    [
      'a bad value',
      `${HEADER}${row}dehrprice,2024-05-17T06:00Z,2024-05-18T01:00Z,x\n`,
      /^line 3: column "value": "x" is not a finite number/,
    ],
    [
      'a contradiction',
      `${HEADER}${row}dehrprice,2024-05-17T06:00Z,2024-05-18T00:00Z,2\n`,
      /^line 3: the run 2024-05-17T06:00:00Z of dehrprice has another value for 2024-05-18T00:00:00Z on line 2$/,
    ],
    [
      'a run without any value',
      `${HEADER}${row}dehrprice,2024-05-18T06:00Z,2024-05-18T00:00Z,\n`,
      /^line 3: the run 2024-05-18T06:00:00Z of dehrprice has no value$/,
    ],
    [
      'a run over thousands of years',
      `${HEADER}${row}dehrprice,2024-05-17T06:00Z,9000-05-18T00:00Z,1\n`,
      /^line 3: the run .* spans \d+ intervals; the most is 2000000$/,
    ],
  ] as const) {
    test(`${name} is refused with its line, and no run is stored`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importText(store, text), { name: 'ImportFault', message: fault });
      assert.deepEqual(await runsOf(store, 'dehrprice'), []);
    });
  }
});
