// Random histories of a store, as steps.

import fc from 'fast-check';
import type { RunDetail } from '#store/run-store';
import type { Point } from './history-state.ts';

/** A daily series has 512 points per chunk, so this range has four chunks. */
export const RANGE = { start: -600, end: 1_100 };

export type Command =
  | { readonly kind: 'points'; readonly which: number; readonly points: readonly Point[] }
  | {
      readonly kind: 'run';
      readonly which: number;
      readonly analyzedAt: number;
      readonly firstIndex: number;
      readonly values: readonly number[];
      readonly source: string;
      readonly detail: RunDetail | undefined;
      readonly band: number | undefined;
    }
  | {
      readonly kind: 'define';
      readonly which: number;
      readonly description: string;
      readonly unit: string;
      readonly area: string | null;
      readonly isDated: boolean;
    }
  | { readonly kind: 'remove'; readonly which: number; readonly before: number };

export interface Step {
  /** How far the clock moves since the step before; it may also be set back. */
  readonly byMs: number;
  readonly isEntry: boolean;
  readonly isAborted: boolean;
  readonly commands: readonly Command[];
  /** Takes back one of the entries so far instead; undefined does the commands. */
  readonly undoes: number | undefined;
}

const GAP = Number.NaN;
const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.constant(GAP) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }).map((n) => n + 0) },
);
const index = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -4, max: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(-513, -512, -1, 0, 511, 512, 1_024) },
);
const points: fc.Arbitrary<Point[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.uniqueArray(fc.tuple(index, value), { maxLength: 6, selector: (p) => p[0] }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(index, value, fc.integer({ min: 1, max: 700 }))
      .map(([start, one, n]) =>
        Array.from({ length: Math.min(n, RANGE.end - start) }, (_, i): Point => [start + i, one]),
      ),
  },
);
const which = fc.constantFrom(0, 0, 1);
const detail = fc
  .constantFrom('full', 'short')
  .map((tier): RunDetail => ({ tier, historyDays: 9, members: [], drivers: ['x'], notes: [] }));
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('points' as const), which, points }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      which,
      analyzedAt: fc.integer({ min: 0, max: 2 }),
      firstIndex: fc.integer({ min: -2, max: 6 }),
      values: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 4 }),
      source: fc.constantFrom('m', 'm', 'n'),
      detail: fc.option(detail, { nil: undefined }),
      band: fc.constantFrom(undefined, 80, 90),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('define' as const),
      which,
      description: fc.constantFrom('p', 'q'),
      unit: fc.constantFrom('MWh', 'MW'),
      area: fc.constantFrom(null, 'DE'),
      isDated: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      which,
      before: fc.integer({ min: 0, max: 3 }),
    }),
  },
);
const step: fc.Arbitrary<Step> = fc.record({
  byMs: fc.constantFrom(0, 0, 1, 2, 1_000, -1, -3),
  isEntry: fc.constantFrom(true, true, false),
  isAborted: fc.constantFrom(false, false, false, false, true),
  commands: fc.array(command, { minLength: 1, maxLength: 3 }),
  undoes: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 3 }),
});

/** A history. It begins with a series that was made at a time or counts as always known. */
export const historyOf = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(fc.boolean(), fc.boolean(), fc.array(step, { minLength: 1, maxLength }))
    .map(([isEntry, isDated, steps]): Step[] => {
      const texts = { description: 'p', unit: 'MWh', area: null };
      const first = { kind: 'define' as const, which: 0, isDated, ...texts };
      const made = { isEntry, isAborted: false, undoes: undefined, commands: [first] };
      return [{ byMs: 0, ...made }, ...steps];
    });
