// Which intervals count for a line: those that all lines have, or all of its own. Pure.

import type { CommonIntervals } from '#explorer/pages/compare/hours/shared-intervals.ts';

/** The rows in which a line counts. Only observed values of whole periods do. */
export function rowsOf(
  common: CommonIntervals,
  line: number,
  allHours: boolean,
): readonly number[] {
  if (!allHours) return common.observedRows;
  const { values, kinds, isPartial } = common.lines[line]!;
  return common.times.flatMap((_, row) =>
    values[row] !== null && kinds[row] === 'observed' && !isPartial[row] ? [row] : [],
  );
}
