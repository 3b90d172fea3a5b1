// Figures over the intervals that all lines have, so that a mean stands beside a mean of the same hours.
// Pure.

import type { ResolutionName } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { GridLine } from '#view/compare/grid-line';
import { type CommonGrid, layOnGrid } from '#view/compare/line-grid';
import { type Statistics, Summary } from '#view/values/stats';

/** The intervals that all lines have. */
export interface CommonIntervals extends CommonGrid {
  /** The rows in which every line has an observed value of a whole period. */
  readonly observedRows: readonly number[];
  /** The rows in which every line has a value of a whole period, and one at least is not observed. */
  readonly forecastRows: readonly number[];
  /** The number of intervals in which any line has a value. */
  readonly anyCount: number;
}

export function commonIntervals(lines: readonly GridLine[], market: Zone): CommonIntervals {
  const grid = layOnGrid(lines, market);
  const observedRows: number[] = [];
  const forecastRows: number[] = [];
  let anyCount = 0;
  for (let row = 0; row < grid.times.length; row++) {
    if (grid.lines.some(({ values }) => values[row] !== null)) anyCount++;
    const isCommon = grid.lines.every(
      ({ values, isPartial }) => values[row] !== null && !isPartial[row],
    );
    if (!isCommon) continue;
    const isObserved = grid.lines.every(({ kinds }) => kinds[row] === 'observed');
    (isObserved ? observedRows : forecastRows).push(row);
  }
  return { ...grid, observedRows, forecastRows, anyCount };
}

/** The figures of one line over some rows; undefined without rows. */
export function statisticsOver(
  { times, ends, lines }: CommonGrid,
  line: number,
  rows: readonly number[],
): Statistics | undefined {
  const summary = new Summary();
  const { values } = lines[line]!;
  for (const row of rows) {
    const time = times[row]!;
    summary.add({ time, value: values[row]! }, ends[row]! - time);
  }
  return summary.take();
}

/** The values of one line over some rows, at their times. */
export const valuesOver = (
  { times, lines }: CommonGrid,
  line: number,
  rows: readonly number[],
) => ({
  times: rows.map((row) => times[row]!),
  values: rows.map((row) => lines[line]!.values[row]!),
});

const NOUNS: Readonly<Record<ResolutionName, string>> = {
  quarterhour: 'quarter hours',
  halfhour: 'half hours',
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
};

/** What the intervals of a grid are called. */
export const nounOf = ({ resolution }: CommonGrid): string => NOUNS[resolution.name];
