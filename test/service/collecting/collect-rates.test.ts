// Passes over the bank's exchange rates.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gridOf } from '#core/time/grid';
import { HOUR_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { collectState } from '#service/collecting/collect-state';
import { convertPrices } from '#service/exchange-rates';
import { collect } from './collect-passes.ts';
import { at, berlin, dayOf, openWorld } from './collect-world.ts';

suite('collecting exchange rates', () => {
  const RATES = { source: 'ecb', every: '6h' };

  test('the first pass fetches the history, and later ones the smallest file', async (t) => {
    const world = await openWorld(t, '2024-05-16T15:07:00Z');
    world.newestRateDay = dayOf('2024-05-16');
    const first = await collect(world, RATES);
    assert.deepEqual(world.takeAsked(), ['eurofxref-hist.zip']);
    assert.deepEqual(first.end.faults, []);
    // On Saturday the newest rates are Friday's.
    world.now = at('2024-05-18T09:07:00Z');
    world.newestRateDay = dayOf('2024-05-17');
    const second = await collect(world, RATES);
    assert.deepEqual([world.takeAsked(), second.end.added], [['eurofxref-daily.xml'], 2]);
    world.now += 6 * HOUR_MS;
    assert.equal((await collect(world, RATES)).end.asked, 0);
    // After a week without a pass: the file of 90 days.
    world.now = at('2024-05-27T15:07:00Z');
    world.newestRateDay = dayOf('2024-05-27');
    const third = await collect(world, RATES);
    assert.deepEqual([world.takeAsked(), third.end.added], [['eurofxref-hist-90d.xml'], 12]);
    const [state] = (await collectState(world.store, third.config, berlin, world.now)).entries;
    assert.deepEqual([state!.missingDays, state!.feeds[0]!.series], [0, ['fxeurusd', 'fxeurnok']]);
    // Weekends stay gaps: only published rates are stored.
    const usd = (await world.store.findSeries('fxeurusd'))!;
    const saturday = dayOf('2024-05-18');
    const weekend = await world.store.readValues(usd.key, { start: saturday, end: saturday + 2 });
    assert.ok(weekend.every(Number.isNaN));
  });

  test('prices of a Sunday are converted with the rate of the Friday before', async (t) => {
    const world = await openWorld(t, '2024-05-17T15:07:00Z');
    world.newestRateDay = dayOf('2024-05-17');
    await collect(world, { ...RATES, from: '2024-05-13' });
    const grid = gridOf(resolutionOf('hour'), berlin);
    const firstIndex = grid.indexOf(at('2024-05-19T10:00:00Z'));
    const context = { store: world.store, zone: berlin, blocks: DEFAULT_BLOCKS };
    const prices = { grid, firstIndex, values: Float64Array.of(50) };
    const [converted] = await convertPrices(prices, 'EUR/MWh', 'NOK', context);
    assert.equal(converted, 50 * Number((11 + (dayOf('2024-05-17') % 50) / 100).toFixed(4)));
  });

  test('late rates are asked for again at the next due time', async (t) => {
    const world = await openWorld(t, '2024-05-16T14:07:00Z');
    world.newestRateDay = dayOf('2024-05-15');
    const entry = { ...RATES, from: '2024-05-13' };
    await collect(world, entry);
    world.takeAsked();
    world.now += HOUR_MS;
    const { end } = await collect(world, entry);
    assert.deepEqual([world.takeAsked(), end.none], [['eurofxref-daily.xml'], 1]);
    world.now += HOUR_MS;
    world.newestRateDay = dayOf('2024-05-16');
    assert.equal((await collect(world, entry)).end.added, 2);
  });
});
