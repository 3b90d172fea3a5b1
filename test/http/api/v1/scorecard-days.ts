// The days that tests of the scorecard are about, and how they compare figures.

import assert from 'node:assert/strict';

export const ACCURACY = '/api/v1/accuracy';
export const NOW = '2024-05-16T08:00:00Z';

/** Midnight in Germany of Wednesday 2024-05-15, and of the days that naive forecasts repeat. */
export const WEDNESDAY = '2024-05-14T22:00:00Z';
export const TUESDAY = '2024-05-13T22:00:00Z';
export const WEEK_BEFORE = '2024-05-07T22:00:00Z';
export const FOUR_HOURS = `from=${WEDNESDAY}&to=2024-05-15T01:00:00Z`;

/** Asserts that a figure is right but for the last bits. */
export const near = (given: number | null, expected: number): void => {
  assert.ok(given !== null && Math.abs(given - expected) < 1e-9, `${given} is not ${expected}`);
};
