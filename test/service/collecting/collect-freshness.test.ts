// What is collected is expected: late if a source goes quiet, with no word of the operator.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { readFreshness } from '#service/freshness/count-feeds';
import { listFeeds, parseFeedFilter } from '#service/freshness/list-feeds';
import { FeedScan } from '#service/freshness/scan-feeds';
import { collect, PRICES } from './collect-passes.ts';
import { at, berlin, type CollectWorld, openWorld } from './collect-world.ts';

const statusOf = async ({ store, now }: CollectWorld, clock = now) => {
  const scan = await FeedScan.open(store, clock, berlin);
  const { rows } = await listFeeds(store, scan, parseFeedFilter({}), 9);
  const { groups } = await readFreshness(scan, 0);
  const [row] = rows;
  return { state: row!.state, expectedBy: row!.expectedBy, feed: row!.feed, groups };
};

suite('the freshness of what is collected', () => {
  test('a price of tomorrow that does not come is late two passes and half an hour after 13:00', async (t) => {
    const world = await openWorld(t, '2024-05-17T11:07:00Z');
    world.pricedUntil = at('2024-05-17T22:00:00Z');
    await collect(world, PRICES);
    const expectedBy = at('2024-05-17T13:30:00Z');
    const feed = 'entsoe/prices/DE';
    const group = { source: 'entsoe', rule: '(collected)' };
    assert.deepEqual(await statusOf(world, expectedBy - 1), {
      ...{ state: 'fresh', expectedBy, feed },
      groups: [{ ...group, late: 0, longestMs: 0 }],
    });
    assert.deepEqual(await statusOf(world, expectedBy + HOUR_MS), {
      ...{ state: 'late', expectedBy, feed },
      groups: [{ ...group, late: 1, longestMs: HOUR_MS }],
    });
    world.pricedUntil = Number.POSITIVE_INFINITY;
    world.now = at('2024-05-17T15:07:00Z');
    await collect(world, PRICES);
    const { state, expectedBy: next } = await statusOf(world);
    assert.deepEqual([state, next], ['fresh', at('2024-05-18T13:30:00Z')]);
  });
});
