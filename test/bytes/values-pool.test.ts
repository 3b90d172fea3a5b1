// The array that reductions share: never two at once, and no value of one answer in the next.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Caller } from '#accounts/authenticate';
import { borrowValues, giveBackValues } from '#bytes/memory-pools';
import { parseSeriesRequest } from '#service/series/parse-series-request';
import { readTask, type SeriesAnswer } from '#service/series/read-series';
import { settleFor } from '#service/series/settle-series';
import { type Market, openMarket } from '../service/open-market.ts';

const names = { seriesId: 'a', from: 'b', to: 'c', resolution: 'd', aggregation: 'e' };
const caller = { plan: { pointsPerAnswer: 1e9 } } as Caller;
const FIRST_HOUR = Date.UTC(2023, 11, 31, 23) / 3_600_000;
/** The days have no clock change: each is 24 values. */
const DAYS = 81;

async function dailyMeans({ store, context }: Market, code: string): Promise<SeriesAnswer> {
  const asked = { seriesId: code, resolution: 'day', names };
  const request = parseSeriesRequest(asked, context, Date.UTC(2024, 4, 15));
  const series = (await store.findSeries(code))!;
  return readTask(settleFor(series, request, caller, context), context);
}

describe('a borrowed array of values', () => {
  it('an array of values is lent once until it is given back', () => {
    const one = borrowValues(10);
    const other = borrowValues(10);
    assert.notEqual(one, other);
    giveBackValues(one);
    assert.equal(borrowValues(5), one);
    assert.ok(borrowValues(11).length >= 11);
  });

  it('answers made at the same time, or one after the other, share no value', async (t) => {
    const market = await openMarket((close) => t.after(close));
    const codes = ['one', 'two', 'three'];
    for (const [i, code] of codes.entries()) {
      // Each has gaps at the others' values: what was left behind would show.
      const values = Array.from({ length: DAYS * 24 }, (_, hour) =>
        Math.floor(hour / 24) % 3 === i ? null : i + 1,
      );
      await market.load(code, 'hour', FIRST_HOUR, values);
    }
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(codes.map((code) => dailyMeans(market, code)));
      for (const [i, { points }] of answers.entries()) {
        const present = points.values.filter((value) => !Number.isNaN(value));
        assert.deepEqual([...new Set(present)], [i + 1]);
        const gaps = points.values.filter(Number.isNaN).length;
        assert.ok(gaps >= DAYS / 3 - 1, `${codes[i]} has ${gaps} gaps`);
      }
    }
  });
});
