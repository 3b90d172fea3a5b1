// Whether values fulfil a condition, and which.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { judgeGaps, judgeJump, judgeValues, meanError } from '#core/alerts/judge';
import { Replay } from '#core/alerts/replay';
import { gridOf } from '#core/time/grid';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { ForecastRun } from '#core/values/forecast-run';
import { runs, zoneNamed } from '../properties.ts';

const BERLIN = zoneNamed('Europe/Berlin');
const HOURS = gridOf(resolutionOf('hour'), BERLIN);
const QUARTERS = gridOf(resolutionOf('quarterhour'), BERLIN);
const DAYS = gridOf(resolutionOf('day'), BERLIN);
const GAP = Number.NaN;

const stretch = (...values: number[]) => ({ start: 100, values: Float64Array.from(values) });
const below = (forMs = 0, bound = 0) => ({ comparison: '<', bound, forMs }) as const;

suite('judging values', () => {
  test('values in a row that are long enough count, shorter ones do not', () => {
    const values = stretch(-1, 5, -2, -7, -3, 5, -1, -1);
    assert.deepEqual(judgeValues(values, HOURS, below(2 * HOUR_MS)), {
      ...{ indices: { start: 102, end: 108 }, points: 5, worst: -7, worstIndex: 103 },
    });
    assert.equal(judgeValues(values, HOURS, below(4 * HOUR_MS)), undefined);
  });

  test('a gap ends a row of values', () => {
    assert.equal(judgeValues(stretch(-1, GAP, -1), HOURS, below(2 * HOUR_MS)), undefined);
  });

  test('minus zero is not below zero', () => {
    assert.equal(judgeValues(stretch(-0), HOURS, below()), undefined);
    assert.ok(judgeValues(stretch(-0), HOURS, { ...below(), comparison: '<=' }));
  });

  test('two hours are eight quarters of an hour, and one day is longer than both', () => {
    const quarters = Array.from({ length: 8 }, () => -1);
    assert.ok(judgeValues(stretch(...quarters), QUARTERS, below(2 * HOUR_MS)));
    assert.equal(
      judgeValues(stretch(...quarters.slice(1)), QUARTERS, below(2 * HOUR_MS)),
      undefined,
    );
    assert.ok(judgeValues(stretch(-1), DAYS, below(2 * HOUR_MS)));
  });

  test('the day on which clocks go forward is shorter than 24 hours', () => {
    const short = DAYS.indexOf(Date.parse('2024-03-31T10:00:00Z'));
    const of = (start: number) => ({ start, values: Float64Array.of(-1) });
    assert.equal(judgeValues(of(short), DAYS, below(DAY_MS)), undefined);
    assert.ok(judgeValues(of(short + 1), DAYS, below(DAY_MS)));
  });

  test('what is found fulfils the condition, and nothing long enough is left out', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(GAP));
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (given, hours) => {
          const found = judgeValues(stretch(...given), HOURS, below(hours * HOUR_MS));
          const text = given.map((one) => (one < 0 ? 'x' : '.')).join('');
          const rows = [...text.matchAll(new RegExp(`x{${hours},}`, 'g'))];
          assert.equal(
            found?.points ?? 0,
            rows.reduce((sum, [row]) => sum + row.length, 0),
          );
          if (found) assert.equal(found.indices.start, 100 + rows[0]!.index);
        },
      ),
      runs(2_000),
    );
  });

  test('gaps are found by their length', () => {
    assert.equal(judgeGaps(stretch(1, GAP, 2, GAP, GAP, 3), HOURS, 0)!.points, 3);
    assert.deepEqual(judgeGaps(stretch(1, GAP, 2, GAP, GAP, 3), HOURS, 2 * HOUR_MS)!.indices, {
      ...{ start: 103, end: 105 },
    });
    assert.equal(judgeGaps(stretch(1, 2), HOURS, 0), undefined);
  });

  const run = (firstIndex: number, ...values: number[]): ForecastRun => ({
    ...{ analyzedAt: 0, updatedAt: 0, firstIndex, source: 'a' },
    values: Float64Array.from(values),
  });

  test('runs are compared at the times of which both have values', () => {
    const newer = run(10, 1, 2, GAP, 50);
    const older = run(8, 0, 0, 30, 2, 90, 20);
    assert.deepEqual(judgeJump(newer, older, undefined, 20), {
      ...{ indices: { start: 10, end: 14 }, points: 2, worst: 30, worstIndex: 13 },
    });
    assert.equal(judgeJump(newer, older, { start: 10, end: 13 }, 29), undefined);
    assert.equal(judgeJump(newer, run(20, 5), undefined, 0), undefined);
  });

  test('the mean error leaves out what one side lacks', () => {
    assert.equal(meanError(Float64Array.of(1, GAP, 5), Float64Array.of(3, 4, 4)), 1.5);
    assert.equal(meanError(Float64Array.of(GAP), Float64Array.of(1)), GAP);
  });

  test('a replay fires when a wait ends between two judgements', () => {
    const finding = { indices: { start: 1, end: 2 }, points: 1, worst: 0, worstIndex: 1 };
    const replay = new Replay(2 * HOUR_MS);
    replay.judge({ at: 0, finding });
    replay.judge({ at: HOUR_MS, finding: undefined });
    replay.judge({ at: DAY_MS, finding });
    replay.judge({ at: 2 * DAY_MS, finding: { ...finding, indices: { start: 0, end: 9 } } });
    replay.judge({ at: 3 * DAY_MS, finding: undefined });
    replay.judge({ at: 4 * DAY_MS, finding });
    assert.deepEqual(replay.end(5 * DAY_MS), [
      { firedAt: DAY_MS + 2 * HOUR_MS, resolvedAt: 3 * DAY_MS, indices: { start: 0, end: 9 } },
      { firedAt: 4 * DAY_MS + 2 * HOUR_MS, resolvedAt: null, indices: { start: 1, end: 2 } },
    ]);
  });
});
