import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gridOf } from '#core/time/grid';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import { resolutionOf } from '#core/time/resolution';
import { BERLIN, countFilled, importText, openMarket, readFrom } from '../open-market.ts';

/** The wall times of a market day with their instants. */
function wallTimes(date: string, stepMs: number): { wall: string; instant: number }[] {
  const start = BERLIN.startOfDay(Date.parse(date) / DAY_MS);
  const end = BERLIN.startOfDay(Date.parse(date) / DAY_MS + 1);
  const times = [];
  for (let at = start; at < end; at += stepMs) {
    times.push({ wall: formatMarket(at, BERLIN).slice(0, 16), instant: at });
  }
  return times;
}

suite('files in market time on the days the clock changes', () => {
  for (const [date, code, stepMs, count] of [
    ['2024-03-31', 'dehrprice', HOUR_MS, 23],
    ['2024-10-27', 'dehrprice', HOUR_MS, 25],
    ['2024-03-31', 'de15wind', HOUR_MS / 4, 92],
    ['2024-10-27', 'de15wind', HOUR_MS / 4, 100],
  ] as const) {
    const times = wallTimes(date, stepMs);
    const first = new Date(times[0]!.instant).toISOString();
    const values = times.map((_, i) => i);

    test(`a long file of ${code} on ${date} has ${count} values in order`, async (t) => {
      const store = await openMarket(t);
      const rows = times.map(({ wall }, i) => `${code},${wall},${i}\n`).join('');
      assert.equal((await importText(store, `series,time,value\n${rows}`)).added, count);
      assert.deepEqual(await readFrom(store, code, first, count), values);
    });

    test(`a wide file of ${code} on ${date} has ${count} values in order`, async (t) => {
      const store = await openMarket(t);
      const rows = times.map(({ wall }, i) => `${wall},${i}\n`).join('');
      assert.equal((await importText(store, `time,${code}\n${rows}`)).added, count);
      assert.deepEqual(await readFrom(store, code, first, count), values);
    });

    test(`the same file in UTC changes no value of ${code} on ${date}`, async (t) => {
      const store = await openMarket(t);
      const wall = times.map((time, i) => `${code},${time.wall},${i}\n`).join('');
      const utc = times.map(
        ({ instant }, i) => `${code},${new Date(instant).toISOString()},${i}\n`,
      );
      await importText(store, `series,time,value\n${wall}`);
      assert.equal((await importText(store, `series,time,value\n${utc.join('')}`)).same, count);
    });
  }

  test('the repeated hour is counted for each series apart, across bufferfuls too', async (t) => {
    const store = await openMarket(t);
    const text = [
      'series,time,value',
      'dehrprice,2024-10-27T02:00,1',
      'frhrprice,2024-10-27T02:00,2',
      'dehrprice,2024-10-27T02:00,3',
      'frhrprice,2024-10-27T02:00,4',
    ].join('\n');
    await importText(store, text, { maxBuffered: 1 });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-10-27T00:00Z', 2), [1, 3]);
    assert.deepEqual(await readFrom(store, 'frhrprice', '2024-10-27T00:00Z', 2), [2, 4]);
  });

  test('quarter hours of the repeated hour may come pair by pair or hour by hour', async (t) => {
    const store = await openMarket(t);
    const byPair = ['00', '00', '15', '15', '30', '30', '45', '45'];
    const rows = byPair.map((minute, i) => `de15wind,2024-10-27T02:${minute},${i}\n`).join('');
    await importText(store, `series,time,value\n${rows}`);
    assert.deepEqual(
      await readFrom(store, 'de15wind', '2024-10-27T00:00Z', 8),
      [0, 2, 4, 6, 1, 3, 5, 7],
    );
  });

  test('a repeated hour that comes once is the first of the two', async (t) => {
    const store = await openMarket(t);
    await importText(store, 'series,time,value\ndehrprice,2024-10-27T02:00,1\n');
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-10-27T00:00Z', 2), [1, Number.NaN]);
  });

  test('a daily value on either day needs no time', async (t) => {
    const store = await openMarket(t);
    await importText(store, 'time,dedaygas\n2024-03-31,1\n2024-10-27,2\n');
    assert.deepEqual(await readFrom(store, 'dedaygas', '2024-03-31T12:00Z', 1), [1]);
    assert.deepEqual(await readFrom(store, 'dedaygas', '2024-10-27T12:00Z', 1), [2]);
    assert.equal(
      gridOf(resolutionOf('day'), BERLIN).indexOf(Date.parse('2024-10-27T12:00Z')),
      20_023,
    );
  });

  for (const [name, rows, fault] of [
    [
      'the repeated hour a third time',
      ['2024-10-27T02:00', '2024-10-27T02:00', '2024-10-27T02:00'],
      'line 4: column "time": 2024-10-27T02:00:00 comes only twice in Europe/Berlin, but here a third time',
    ],
    [
      'the hour that the clock skips in spring',
      ['2024-03-31T01:00', '2024-03-31T02:00'],
      'line 3: column "time": 2024-03-31T02:00:00 does not exist in Europe/Berlin: the clock jumps to 2024-03-31T03:00:00',
    ],
  ] as const) {
    test(`${name} is refused`, async (t) => {
      const store = await openMarket(t);
      const text = `series,time,value\n${rows.map((time) => `dehrprice,${time},1\n`).join('')}`;
      await assert.rejects(importText(store, text), { message: fault });
      assert.equal(await countFilled(store), 0);
    });
  }
});
