import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import {
  type Feed,
  type FeedMemory,
  feedsOf,
  readMemory,
  writeMemory,
} from '#service/collecting/collect-feeds';
import { findHoles } from '#service/collecting/collect-holes';
import {
  clipSpans,
  daysOf,
  spansOfDays,
  subtractSpans,
  uniteSpans,
} from '#service/collecting/collect-spans';
import type { SeriesDefinition } from '#store/series-record';
import { at, berlin, type CollectWorld, dayOf, openWorld } from './collect-world.ts';

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const definition = (code: string, resolution: SeriesDefinition['resolution'] = 'hour') => ({
  code,
  description: code,
  unit: 'MWh',
  resolution,
  area: 'DE',
  category: null,
});

async function feedOf(world: CollectWorld, what: string, from: string): Promise<Feed> {
  const entry = { source: 'entsoe', what: [what], areas: ['DE'], every: '1h', from };
  return feedsOf((await world.config(entry)).entries[0]!)[0]!;
}

async function holesOf(world: CollectWorld, feed: Feed, known: Partial<FeedMemory>) {
  const memory = { ...(await readMemory(world.store, feed, world.now, berlin)), ...known };
  const holes = await findHoles(world.store, feed, memory, world.now, berlin);
  return daysOf(holes, berlin).map(dateOf);
}

/** Writes the hours of a market day from one hour up to another. */
async function writeHours(world: CollectWorld, code: string, date: string, from = 0, to = 24) {
  const first = berlin.startOfDay(dayOf(date)) / HOUR_MS;
  const indices = Int32Array.from({ length: to - from }, (_, i) => first + from + i);
  await world.store.write(async (writer) => {
    const { key } = await writer.defineSeries(definition(code));
    await writer.writePoints(key, indices, new Float64Array(indices.length).fill(1), world.now);
  });
}

suite('the holes of a feed', () => {
  test('a feed that has brought nothing has holes on all its days', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const feed = await feedOf(world, 'prices', '2024-05-08');
    assert.deepEqual(await holesOf(world, feed, {}), ['2024-05-08', '2024-05-09', '2024-05-10']);
  });

  test('a feed has holes on days with a gap in any of its series, before, between and after', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const feed = await feedOf(world, 'prices', '2024-05-05');
    await writeHours(world, 'a', '2024-05-06');
    await writeHours(world, 'a', '2024-05-07', 0, 23);
    await writeHours(world, 'a', '2024-05-08');
    await writeHours(world, 'a', '2024-05-09', 0, 12);
    assert.deepEqual(await holesOf(world, feed, { points: ['a'] }), [
      '2024-05-05',
      '2024-05-07',
      '2024-05-09',
      '2024-05-10',
    ]);
  });

  test('a feed has no hole if one series ended and another goes on, as from hours to quarter-hours', async (t) => {
    const world = await openWorld(t, '2024-05-08T07:00:00Z');
    const feed = await feedOf(world, 'prices', '2024-05-05');
    for (const date of ['2024-05-05', '2024-05-06']) await writeHours(world, 'old', date);
    for (const date of ['2024-05-07', '2024-05-08']) await writeHours(world, 'new', date);
    const points = ['old', 'new', 'a series that is gone'];
    assert.deepEqual(await holesOf(world, feed, { points }), []);
  });

  test('the holes of measured values end an hour ago', async (t) => {
    const world = await openWorld(t, '2024-05-10T10:07:00Z');
    const feed = await feedOf(world, 'load', '2024-05-10');
    await writeHours(world, 'a', '2024-05-10', 0, 10);
    assert.deepEqual(await holesOf(world, feed, { points: ['a'] }), ['2024-05-10']);
    await writeHours(world, 'a', '2024-05-10', 10, 11);
    assert.deepEqual(await holesOf(world, feed, { points: ['a'] }), []);
  });

  test('the holes of forecasts are days that no run of the source covers', async (t) => {
    const world = await openWorld(t, '2024-05-10T06:00:00Z');
    const feed = await feedOf(world, 'load-forecast', '2024-05-06');
    const runs: readonly (readonly [string, string])[] = [
      ['2024-05-06', 'entsoe'],
      ['2024-05-07', 'entsoe'],
      ['2024-05-08', 'our own'],
      ['2024-05-09', 'entsoe'],
    ];
    await world.store.write(async (writer) => {
      const { key } = await writer.defineSeries(definition('dehrcons'));
      for (const [date, source] of runs) {
        const start = berlin.startOfDay(dayOf(date));
        const run = {
          analyzedAt: start - 14 * HOUR_MS,
          updatedAt: world.now,
          firstIndex: start / HOUR_MS,
          values: new Float64Array(24).fill(1),
          source,
        };
        await writer.writeRun(key, run, world.now);
      }
    });
    assert.deepEqual(await holesOf(world, feed, { runs: ['dehrcons'] }), [
      '2024-05-08',
      '2024-05-10',
    ]);
  });

  test('the holes of weekly values are whole weeks that can be published', async (t) => {
    const world = await openWorld(t, '2024-05-24T06:00:00Z');
    const feed = await feedOf(world, 'reservoirs', '2024-05-06');
    const week = Math.floor((dayOf('2024-05-06') + 3) / 7);
    await world.store.write(async (writer) => {
      const { key } = await writer.defineSeries(definition('dewkreservoir', 'week'));
      await writer.writePoints(key, Int32Array.of(week), Float64Array.of(1), world.now);
    });
    const days = await holesOf(world, feed, { points: ['dewkreservoir'] });
    assert.deepEqual([days.length, days[0], days.at(-1)], [7, '2024-05-13', '2024-05-19']);
  });
});

suite('the memory of a feed', () => {
  test('a feed’s memory is read as it was written', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const feed = await feedOf(world, 'prices', '2024-05-08');
    const memory = await readMemory(world.store, feed, world.now, berlin);
    const written = { ...memory, points: ['a'], asked: [{ start: 1, end: 2, at: 3 }], error: 'x' };
    await writeMemory(world.store, feed, written);
    // The pace is kept with it: every process then knows when the feed is late.
    const { everyMs } = feed.entry;
    const read = await readMemory(world.store, feed, world.now, berlin);
    assert.deepEqual(read, { ...written, everyMs });
  });

  test('an unreadable memory of a feed counts as none', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const feed = await feedOf(world, 'prices', '2024-05-08');
    const fresh = await readMemory(world.store, feed, world.now, berlin);
    for (const text of ['{"points": 7}', 'not JSON', 'null']) {
      await world.store.putSetting('collect/entsoe/prices/DE', text);
      assert.deepEqual(await readMemory(world.store, feed, world.now, berlin), fresh);
    }
  });
});

suite('sets of instants', () => {
  const LAST = 40;
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: LAST }), fc.integer({ min: 0, max: 9 }))
      .map(([start, length]): Span => ({ start, end: start + length })),
    { maxLength: 8 },
  );
  const members = (set: readonly Span[]): Instant[] => {
    const found: Instant[] = [];
    for (let each = 0; each < LAST + 10; each++) {
      if (set.some(({ start, end }) => each >= start && each < end)) found.push(each);
    }
    return found;
  };
  const isTidy = (set: readonly Span[]): boolean =>
    set.every(({ start, end }, i) => end > start && (i === 0 || start > set[i - 1]!.end));

  test('spans unite, subtract and clip like sets', () => {
    fc.assert(
      fc.property(spans, spans, fc.integer({ min: 0, max: LAST }), (some, others, start) => {
        const united = uniteSpans(some);
        assert.ok(isTidy(united));
        assert.deepEqual(members(united), members(some));
        const gone = new Set(members(others));
        const left = subtractSpans(united, others);
        assert.ok(isTidy(left));
        assert.deepEqual(
          members(left),
          members(some).filter((each) => !gone.has(each)),
        );
        const clipped = clipSpans(some, { start, end: start + 7 });
        assert.deepEqual(
          members(clipped),
          members(some).filter((each) => each >= start && each < start + 7),
        );
      }),
    );
  });

  test('spans convert to market days and back, on clock-change days too', () => {
    const touched = daysOf(
      [{ start: at('2024-03-30T22:30:00Z'), end: at('2024-03-31T22:00:00Z') }],
      berlin,
    );
    assert.deepEqual(touched.map(dateOf), ['2024-03-30', '2024-03-31']);
    const [span] = spansOfDays([dayOf('2024-03-31')], berlin);
    assert.equal((span!.end - span!.start) / HOUR_MS, 23);
  });
});
