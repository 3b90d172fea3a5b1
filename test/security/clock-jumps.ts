// A clock that is set back and forward, by milliseconds or by years. JUMPS says how often; SEED repeats a
// run.

import fc from 'fast-check';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';

/** 1,000 is the full figure. */
export const JUMPS = Number(process.env.JUMPS ?? 60);
export const SEED = Number(process.env.SEED ?? 20_241_027);

/** The first and last time of the clock. */
export const FIRST = Date.UTC(2023, 5, 1);
export const LAST = Date.UTC(2026, 5, 1);

/** Midnights and clock changes of the market, at which days and keywords change. */
const EDGES: readonly Instant[] = [
  ...['2024-03-31T01:00Z', '2024-10-27T01:00Z', '2025-03-30T01:00Z', '2025-10-26T01:00Z'],
  ...['2023-12-31T23:00Z', '2024-02-28T23:00Z', '2024-12-29T23:00Z', '2025-08-31T22:00Z'],
].map((text) => Date.parse(text));

const within = (mostMs: number): fc.Arbitrary<(now: Instant) => Instant> =>
  fc.integer({ min: -mostMs, max: mostMs }).map((stepMs) => (now) => now + stepMs);

const toEdge: fc.Arbitrary<(now: Instant) => Instant> = fc
  .tuple(fc.constantFrom(...EDGES), fc.constantFrom(-HOUR_MS, -1, 0, 1, HOUR_MS))
  .map(
    ([edge, offset]) =>
      () =>
        edge + offset,
  );

/** Any jump of the clock. */
export const anyJump: fc.Arbitrary<(now: Instant) => Instant> = fc
  .oneof(
    within(MINUTE_MS),
    within(20 * MINUTE_MS),
    within(2 * HOUR_MS),
    within(2 * DAY_MS),
    within(400 * DAY_MS),
    toEdge,
  )
  .map((jump) => (now) => Math.min(LAST, Math.max(FIRST, jump(now))));

export const sampleJumps = (count = JUMPS): ((now: Instant) => Instant)[] =>
  fc.sample(anyJump, { numRuns: count, seed: SEED });
