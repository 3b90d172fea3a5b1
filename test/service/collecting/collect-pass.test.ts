import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gridOf } from '#core/time/grid';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { Collector } from '#service/collecting/collect-services';
import { collectState } from '#service/collecting/collect-state';
import { convertPrices } from '#service/forecasts/exchange-rates';
import {
  at,
  berlin,
  type CollectWorld,
  dayOf,
  openWorld,
  priceAt,
  TOKEN,
} from './collect-world.ts';

const PRICES = { source: 'entsoe', what: ['prices'], areas: ['DE'], every: '1h', back: '0d' };

async function collect(world: CollectWorld, ...entries: object[]) {
  const config = await world.config(...entries);
  const collector = new Collector(config, world.parts);
  const ends = [];
  for (const entry of config.entries) ends.push(await collector.collect(entry, world.now));
  return { config, end: ends[0]!, ends };
}

/** Market dates of which the hourly series has every hour, and those of which it has some. */
async function daysHeld({ store }: CollectWorld, code: string, from: string, to: string) {
  const series = (await store.findSeries(code))!;
  const held = { whole: [] as string[], part: [] as string[] };
  for (let day = dayOf(from); day <= dayOf(to); day++) {
    const span = {
      start: berlin.startOfDay(day) / HOUR_MS,
      end: berlin.startOfDay(day + 1) / HOUR_MS,
    };
    const values = await store.readValues(series.key, span);
    const count = values.filter((value) => !Number.isNaN(value)).length;
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (count === values.length) held.whole.push(date);
    else if (count > 0) held.part.push(date);
    for (const [i, value] of values.entries()) {
      if (!Number.isNaN(value)) assert.equal(value, Number(priceAt(span.start + i).toFixed(2)));
    }
  }
  return held;
}

suite('collecting prices', () => {
  test('a feed begins where it is told to, and once whole asks for nothing', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const entry = { ...PRICES, from: '2024-04-29' };
    const { end } = await collect(world, entry);
    // Slices end where months end; the newest are asked for first.
    assert.deepEqual(world.takeAsked(), [
      'DE 2024-05-01 to 2024-05-10',
      'DE 2024-04-29 to 2024-04-30',
    ]);
    assert.deepEqual([end.added, end.changed, end.faults], [12 * 24, 0, []]);
    assert.equal((await daysHeld(world, 'dehrprice', '2024-04-29', '2024-05-10')).whole.length, 12);

    world.now += HOUR_MS;
    assert.equal((await collect(world, entry)).end.asked, 0);
    assert.deepEqual(world.takeAsked(), []);
  });

  test('tomorrow is asked for once it is one in the afternoon, until it is there', async (t) => {
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

  test('after an outage of three days just the missing days are asked for', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const entry = { ...PRICES, from: '2024-05-01' };
    await collect(world, entry);
    world.takeAsked();
    // Nothing runs from the 10th to the 13th in the afternoon.
    world.now = at('2024-05-13T12:07:00Z');
    const { end } = await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-11 to 2024-05-14']);
    assert.deepEqual([end.added, end.changed, end.same], [4 * 24, 0, 0]);
    const held = await daysHeld(world, 'dehrprice', '2024-05-01', '2024-05-15');
    assert.deepEqual([held.whole.length, held.whole.at(-1), held.part], [14, '2024-05-14', []]);
  });

  test('holes in the middle are asked for one by one, and no whole day with them', async (t) => {
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
    // A gap that is filled counts as changed or new, as the store has it; no other value is touched.
    assert.deepEqual([end.added + end.changed, end.same], [3, 69]);
    assert.equal((await daysHeld(world, 'dehrprice', '2024-05-01', '2024-05-20')).whole.length, 20);
  });

  test('days of the last week are asked for again, and a revision is taken over', async (t) => {
    const world = await openWorld(t, '2024-05-20T07:00:00Z');
    const entry = { ...PRICES, back: '7d' };
    await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-13 to 2024-05-20']);
    world.now += HOUR_MS;
    const again = await collect(world, entry);
    assert.deepEqual([again.end.added, again.end.changed, again.end.same], [0, 0, 192]);
    // What changes nothing is not written, so the journal does not grow.
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

  test('a day that the service does not have is asked for less and less', async (t) => {
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
    // Ten days old, it rests for a quarter of that; and so on.
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

  test('the days that clocks change are whole with 23 and 25 hours', async (t) => {
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

suite('collecting when things go wrong', () => {
  test('passing faults are waited out, as long as the service says', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.faults.push(
      (response) => response.writeHead(429, { 'retry-after': '120' }).end(),
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
    );
    const { end } = await collect(world, { ...PRICES, from: '2024-05-09' });
    assert.deepEqual([end.faults, end.added, world.asked.length], [[], 48, 4]);
    assert.ok(world.waitsMs.includes(120_000));
  });

  test('a service that is down is left alone after three failures, and nothing is lost', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const areas = ['DE', 'NL', 'FR', 'BE', 'AT'];
    const entry = { ...PRICES, areas, from: '2024-05-09' };
    world.isDown = true;
    const { end, config } = await collect(world, entry);
    assert.equal(end.faults.length, 3);
    assert.equal(end.left, 2);
    assert.match(end.faults[0]!, /^DE prices 2024-05-09 to 2024-05-10: the server answered 503/);
    const [state] = (await collectState(world.store, config, berlin, world.now)).entries;
    assert.equal(state!.missingDays, 10);
    world.isDown = false;
    world.takeAsked();
    world.now += HOUR_MS;
    const { end: second } = await collect(world, entry);
    assert.deepEqual([second.faults, second.added], [[], 5 * 48]);
  });

  test('one area that fails does not keep the others from their values', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.faults.push((response) => response.end('<html>Sorry'));
    const entry = { ...PRICES, areas: ['DE', 'NL'], from: '2024-05-09' };
    const { end, config } = await collect(world, entry);
    assert.equal(end.faults.length, 1);
    assert.equal(await world.store.findSeries('dehrprice'), undefined);
    assert.equal((await daysHeld(world, 'nlhrprice', '2024-05-09', '2024-05-10')).whole.length, 2);
    const [state] = (await collectState(world.store, config, berlin, world.now)).entries;
    const [de, nl] = state!.feeds;
    assert.deepEqual([nl!.lastError, nl!.lastSuccessAt, nl!.missingDays], [null, world.now, 0]);
    assert.match(de!.lastError!, /^DE prices 2024-05-09 to 2024-05-10: /);
    assert.deepEqual([de!.lastSuccessAt, de!.missingDays], [null, 2]);
    // The same due time again: only the one that failed is asked.
    world.takeAsked();
    await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-09 to 2024-05-10']);
  });

  test('a wrong key is told without showing it, wherever it comes back', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.faults.push((response) =>
      response.writeHead(401).end(`Unauthorized: securityToken=${TOKEN} is not known`),
    );
    const { end, config } = await collect(world, { ...PRICES, from: '2024-05-09' });
    assert.match(end.faults[0]!, /401.*securityToken=… is not known/);
    const state = await collectState(world.store, config, berlin, world.now);
    assert.ok(!JSON.stringify(state).includes(TOKEN));
  });

  test('a missing key is refused at once, naming the variable', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const config = await world.config(PRICES);
    assert.throws(
      () => new Collector(config, { ...world.parts, env: {} }),
      /entsoe needs a key: set ENTSOE_TOKEN in the environment/,
    );
  });

  test('an area that the service does not know fails by itself', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const entry = { ...PRICES, areas: ['NC', 'DE'], from: '2024-05-09' };
    const { end } = await collect(world, entry);
    assert.match(end.faults.join(), /NC .*has no prices at ENTSO-E/);
    assert.equal(end.added, 48);
  });

  test('a clock that ran a year ahead and was put right leaves no hole behind', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.pricedUntil = berlin.startOfDay(dayOf('2024-05-11'));
    const entry = { ...PRICES, back: '1d' };
    await collect(world, entry);
    world.now = at('2025-05-10T07:00:00Z');
    const { end: ahead } = await collect(world, entry);
    assert.equal(ahead.added, 0);
    assert.ok(ahead.none > 0);
    world.takeAsked();
    world.now = at('2024-05-13T12:07:00Z');
    world.pricedUntil = berlin.startOfDay(dayOf('2024-05-15'));
    const { end } = await collect(world, entry);
    assert.deepEqual([world.takeAsked(), end.added], [['DE 2024-05-11 to 2024-05-14'], 96]);
  });

  test('a first pass by a clock that ran ahead does not put the beginning off', async (t) => {
    const world = await openWorld(t, '2030-01-01T07:00:00Z');
    world.pricedUntil = 0;
    await collect(world, PRICES);
    world.takeAsked();
    world.now = at('2024-05-10T07:00:00Z');
    world.pricedUntil = Number.POSITIVE_INFINITY;
    const { end } = await collect(world, PRICES);
    assert.deepEqual([world.takeAsked(), end.added], [['DE 2024-05-09 to 2024-05-10'], 48]);
  });
});

suite('collecting exchange rates', () => {
  const RATES = { source: 'ecb', every: '6h' };

  test('the first pass takes the history, and later ones the smallest file', async (t) => {
    const world = await openWorld(t, '2024-05-16T15:07:00Z');
    world.newestRateDay = dayOf('2024-05-16');
    const first = await collect(world, RATES);
    assert.deepEqual(world.takeAsked(), ['eurofxref-hist.zip']);
    assert.deepEqual(first.end.faults, []);
    // Saturday: nothing was published since Friday's, which is asked for.
    world.now = at('2024-05-18T09:07:00Z');
    world.newestRateDay = dayOf('2024-05-17');
    const second = await collect(world, RATES);
    assert.deepEqual([world.takeAsked(), second.end.added], [['eurofxref-daily.xml'], 2]);
    world.now += 6 * HOUR_MS;
    assert.equal((await collect(world, RATES)).end.asked, 0);
    // A week away: the file of 90 days.
    world.now = at('2024-05-27T15:07:00Z');
    world.newestRateDay = dayOf('2024-05-27');
    const third = await collect(world, RATES);
    assert.deepEqual([world.takeAsked(), third.end.added], [['eurofxref-hist-90d.xml'], 12]);
    const [state] = (await collectState(world.store, third.config, berlin, world.now)).entries;
    assert.deepEqual([state!.missingDays, state!.feeds[0]!.series], [0, ['fxeurusd', 'fxeurnok']]);
    // Weekends stay gaps: only what was published is stored.
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

  test('rates that are late are asked for again at the next time', async (t) => {
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
