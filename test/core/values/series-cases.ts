// Random series for the property tests: any native resolution, gaps and span, mostly across a clock
// change. Each series comes in the product's form and in that of the slow reference.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { DAY_MS, type Instant } from '#core/time/instant';
import { RESOLUTIONS, type Resolution } from '#core/time/resolution';
import { indicesIn, isEmpty, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type Column, type Points, touchedSpan } from '#core/values/column';
import { instantNearChange, MARKET_ZONE_NAMES, zoneNamed } from '../properties.ts';
import {
  type ReferencePoint,
  type ReferenceSpan,
  type StoredValue,
  storeFrom,
} from '../reference.ts';
import { zoned } from '../time/temporal.ts';

export interface SeriesCase {
  readonly zoneName: string;
  readonly native: Resolution;
  /** An instant within the first value's interval. */
  readonly start: Instant;
  /** NaN is a gap, at the ends too. */
  readonly values: readonly number[];
  readonly span: Span;
}

/** Enough to cross a clock change and several buckets, and few enough to be quick. */
const MOST_VALUES = {
  quarterhour: 300,
  halfhour: 200,
  hour: 150,
  day: 100,
  week: 60,
  month: 30,
  quarter: 14,
  year: 6,
};

const someValue = fc.oneof(
  { arbitrary: fc.integer({ min: -1_000, max: 1_000 }), weight: 4 },
  { arbitrary: fc.double({ min: -1e4, max: 1e4, noNaN: true }), weight: 2 },
  { arbitrary: fc.constant(Number.NaN), weight: 2 },
);

/** Stretches of gaps as well as single ones: a whole bucket may be empty. */
const someValues = (maxLength: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.oneof(fc.array(someValue, { minLength: 1, maxLength: 30 }), someGap), {
      minLength: 1,
      maxLength: 12,
    })
    .map((stretches) => stretches.flat().slice(0, maxLength));

const someGap = fc
  .integer({ min: 1, max: 60 })
  .map((length) => new Array<number>(length).fill(Number.NaN));

/** Two instants somewhere on, before or after the series; on the whole hour or not. */
function someSpan(start: Instant, lengthMs: number): fc.Arbitrary<Span> {
  const reach = Math.max(lengthMs, DAY_MS);
  const edge = fc
    .tuple(fc.integer({ min: -Math.ceil(reach / 4), max: Math.ceil(reach * 1.25) }), fc.boolean())
    .map(([offset, isRound]) => start + (isRound ? Math.round(offset / 3.6e6) * 3.6e6 : offset));
  return fc.tuple(edge, edge).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1 }));
}

export function someSeries(natives: readonly Resolution[]): fc.Arbitrary<SeriesCase> {
  return fc
    .record({
      zoneName: fc.oneof(fc.constant('Europe/Berlin'), fc.constantFrom(...MARKET_ZONE_NAMES)),
      native: fc.constantFrom(...natives),
    })
    .chain(({ zoneName, native }) =>
      fc
        .record({
          near: instantNearChange(zoneName, 2 * DAY_MS),
          values: someValues(MOST_VALUES[native.name]),
          back: fc.double({ min: 0, max: 1, noNaN: true }),
        })
        .chain(({ near, values, back }) => {
          const lengthMs = values.length * native.typicalMs;
          const start = Math.round(near - back * lengthMs);
          return someSpan(start, lengthMs).map((span) => ({
            zoneName,
            native,
            start,
            values,
            span,
          }));
        }),
    );
}

export const finerThan = (limit: number): Resolution[] =>
  RESOLUTIONS.filter(({ rank }) => rank < limit);

/** The series in the form of the reference. */
export const storedSlowly = ({ zoneName, native, start, values }: SeriesCase): StoredValue[] =>
  storeFrom(native.name, zoned(start, zoneName), values);

export const inclusive = (span: Span): ReferenceSpan => ({
  first: Temporal.Instant.fromEpochMilliseconds(span.start),
  last: Temporal.Instant.fromEpochMilliseconds(span.end - 1),
});

/**
 * The values of a series whose time stamps lie in the span, and the stretch that decides the buckets.
 * Undefined if the span misses the series.
 */
export function columnInSpan(
  { zoneName, native, start, values, span }: SeriesCase,
  zone: Zone = zoneNamed(zoneName),
): { column: Column; touched: Span } | undefined {
  const grid = gridOf(native, zone);
  const firstIndex = grid.indexOf(start);
  const first = values.findIndex((value) => !Number.isNaN(value));
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  if (first < 0) return undefined;
  const stampOf = (position: number) => grid.startOf(firstIndex + position);
  const touched = touchedSpan(span, stampOf(first), stampOf(last));
  if (touched === undefined) return undefined;
  const indices = indicesIn(grid, touched);
  if (isEmpty(indices)) return undefined;
  const slice = values.slice(indices.start - firstIndex, indices.end - firstIndex);
  const column = { grid, firstIndex: indices.start, values: Float64Array.from(slice) };
  return { column, touched };
}

export const NO_POINTS: Points = { times: new Float64Array(), values: new Float64Array() };

/** Asserts equal times and, but for the last bits of a double, equal values, gaps included. */
export function assertSamePoints(actual: Points, expected: readonly ReferencePoint[]): void {
  assert.deepEqual(
    Array.from(actual.times, (time) => new Date(time).toISOString()),
    expected.map(({ time }) => new Date(time).toISOString()),
  );
  for (const [i, { time, value }] of expected.entries()) {
    const given = actual.values[i]!;
    const slack = 1e-9 * Math.max(1, Math.abs(value));
    const isSame = Number.isNaN(value) ? Number.isNaN(given) : Math.abs(given - value) <= slack;
    if (!isSame) assert.fail(`${new Date(time).toISOString()}: ${given}, expected ${value}`);
  }
  assert.equal(actual.values.length, expected.length);
}
