// Passes over prices: which days are asked for, and when.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { collectState } from '#service/collecting/collect-state';
import { collect, PRICES, storedDays } from './collect-passes.ts';
import { at, berlin, dayOf, openWorld } from './collect-world.ts';

suite('collecting prices', () => {
  test('a feed begins on its configured day, and a complete one asks for nothing', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const entry = { ...PRICES, from: '2024-04-29' };
    const { end } = await collect(world, entry);
    // Requests end with months, and the newest come first.
    assert.deepEqual(world.takeAsked(), [
      'DE 2024-05-01 to 2024-05-10',
      'DE 2024-04-29 to 2024-04-30',
    ]);
    assert.deepEqual([end.added, end.changed, end.faults], [12 * 24, 0, []]);
    assert.equal(
      (await storedDays(world, 'dehrprice', '2024-04-29', '2024-05-10')).whole.length,
      12,
    );

    world.now += HOUR_MS;
    assert.equal((await collect(world, entry)).end.asked, 0);
    assert.deepEqual(world.takeAsked(), []);
  });

  test('tomorrow is asked for from one in the afternoon on, until it has arrived', async (t) => {
    const world = await openWorld(t, '2024-05-10T10:59:00Z');
    const entry = { ...PRICES, from: '2024-05-09' };
    world.pricedUntil = berlin.startOfDay(dayOf('2024-05-11'));
    await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-09 to 2024-05-10']);
    world.now = at('2024-05-10T11:07:00Z');
    const { end, config } = await collect(world, entry);
    assert.deepEqual([world.takeAsked(), end.none], [['DE 2024-05-11'], 1]);
    const [state] = (await collectState(world.store, config, berlin, world.now)).entries;
    assert.deepEqual([state!.missingDays, state!.feeds[0]!.firstMissingDate], [1, '2024-05-11']);
    world.now += HOUR_MS;
    world.pricedUntil = berlin.startOfDay(dayOf('2024-05-12'));
    assert.equal((await collect(world, entry)).end.added, 24);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-11']);
  });

  test('after an outage of three days only the missing days are asked for', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const entry = { ...PRICES, from: '2024-05-01' };
    await collect(world, entry);
    world.takeAsked();
    // Nothing runs from the 10th to the 13th in the afternoon.
    world.now = at('2024-05-13T12:07:00Z');
    const { end } = await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-11 to 2024-05-14']);
    assert.deepEqual([end.added, end.changed, end.same], [4 * 24, 0, 0]);
    const stored = await storedDays(world, 'dehrprice', '2024-05-01', '2024-05-15');
    assert.deepEqual(
      [stored.whole.length, stored.whole.at(-1), stored.part],
      [14, '2024-05-14', []],
    );
  });

  test('holes in the middle are asked for one by one, without the complete days between', async (t) => {
    const world = await openWorld(t, '2024-05-20T07:00:00Z');
    const entry = { ...PRICES, from: '2024-05-01' };
    await collect(world, entry);
    world.takeAsked();
    const { key } = (await world.store.findSeries('dehrprice'))!;
    const lost = [
      berlin.startOfDay(dayOf('2024-05-04')) / HOUR_MS + 5,
      berlin.startOfDay(dayOf('2024-05-12')) / HOUR_MS + 23,
      berlin.startOfDay(dayOf('2024-05-13')) / HOUR_MS,
    ];
    const gaps = new Float64Array(lost.length).fill(Number.NaN);
    await world.store.write((writer) =>
      writer.writePoints(key, Int32Array.from(lost), gaps, world.now),
    );
    world.now += HOUR_MS;
    const { end } = await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-12 to 2024-05-13', 'DE 2024-05-04']);
    // A filled gap counts as changed or as new; no other value is touched.
    assert.deepEqual([end.added + end.changed, end.same], [3, 69]);
    assert.equal(
      (await storedDays(world, 'dehrprice', '2024-05-01', '2024-05-20')).whole.length,
      20,
    );
  });

  test('days of the last week are asked for again, and a revision is stored', async (t) => {
    const world = await openWorld(t, '2024-05-20T07:00:00Z');
    const entry = { ...PRICES, back: '7d' };
    await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-13 to 2024-05-20']);
    world.now += HOUR_MS;
    const again = await collect(world, entry);
    assert.deepEqual([again.end.added, again.end.changed, again.end.same], [0, 0, 192]);
    // An answer without changes is not written, so that the journal does not grow.
    const entries = await world.store.listEntries({ limit: 10 });
    assert.deepEqual(
      entries.map(({ kind, actor, name }) => [kind, actor, name]),
      [['collect', 'test', 'entsoe: DE prices 2024-05-13 to 2024-05-20']],
    );
    world.now += HOUR_MS;
    world.revision = 1;
    const revised = await collect(world, entry);
    assert.deepEqual([revised.end.changed, revised.end.same], [192, 0]);
  });

  test('a day that the service does not have is asked for less and less often', async (t) => {
    const world = await openWorld(t, '2024-05-20T07:00:00Z');
    const entry = { ...PRICES, from: '2024-05-01' };
    world.lostDays.add(dayOf('2024-05-09'));
    const { config } = await collect(world, entry);
    const feeds = async () =>
      (await collectState(world.store, config, berlin, world.now)).entries[0]!.feeds[0]!;
    assert.deepEqual(
      [(await feeds()).missingDays, (await feeds()).firstMissingDate],
      [1, '2024-05-09'],
    );
    world.takeAsked();
    const asks: string[] = [];
    for (let day = 0; day < 40; day++) {
      world.now += DAY_MS;
      await collect(world, entry);
      const date = new Date(world.now).toISOString().slice(0, 10);
      if (world.takeAsked().includes('DE 2024-05-09')) asks.push(date);
    }
    // At ten days of age it rests for a quarter of that, and so on.
    assert.deepEqual(asks, [
      '2024-05-23',
      '2024-05-27',
      '2024-06-01',
      '2024-06-07',
      '2024-06-15',
      '2024-06-25',
    ]);
    world.lostDays.clear();
    world.now += 12 * DAY_MS;
    await collect(world, entry);
    assert.equal((await feeds()).missingDays, 0);
  });

  test('the clock-change days are complete with 23 and 25 hours', async (t) => {
    const world = await openWorld(t, '2024-11-02T07:00:00Z');
    const entry = { ...PRICES, from: '2024-10-26' };
    await collect(world, entry);
    world.now += HOUR_MS;
    await collect(world, entry);
    assert.deepEqual(world.takeAsked(), [
      'DE 2024-11-01 to 2024-11-02',
      'DE 2024-10-26 to 2024-10-31',
    ]);
    const spring = await openWorld(t, '2024-04-01T07:00:00Z');
    await collect(spring, { ...PRICES, from: '2024-03-30' });
    spring.now += HOUR_MS;
    assert.equal((await collect(spring, { ...PRICES, from: '2024-03-30' })).end.asked, 0);
  });
});
