// The figures of each compared line, over common intervals or over all of its own. Pure.

import { type Correlation, correlate } from '#explorer/pages/compare/hours/correlate.ts';
import {
  type CommonIntervals,
  statisticsOver,
  valuesOver,
} from '#explorer/pages/compare/hours/shared-intervals.ts';
import type { ShownLine } from '#view/compare/shown-line';
import { type Statistics, summarize } from '#view/values/stats';

export interface LineFigures {
  readonly observed: Statistics | undefined;
  readonly forecast: Statistics | undefined;
  /** The correlation with the first line; undefined if only one line is shown. */
  readonly correlation: Correlation | undefined;
}

/** The figures of each line. Without `common`, each line has those of its own values. */
export function lineFigures(
  lines: readonly ShownLine[],
  common: CommonIntervals | undefined,
): LineFigures[] {
  const isAlone = lines.length === 1;
  if (!common) {
    return lines.map((line) => ({
      ...summarize(line),
      correlation: isAlone ? undefined : correlate(lines[0]!, line),
    }));
  }
  const first = valuesOver(common, 0, common.observedRows);
  return lines.map((_, i) => ({
    observed: statisticsOver(common, i, common.observedRows),
    forecast: statisticsOver(common, i, common.forecastRows),
    correlation: isAlone ? undefined : correlate(first, valuesOver(common, i, common.observedRows)),
  }));
}
