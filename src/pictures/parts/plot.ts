// The plot of a chart between its axes: which span and values it shows, and their pixels. Pure.

import type { Zone } from '#core/time/zone';
import { logScale } from '#view/axes/log-scale';
import { tidyScale, type ValueScale } from '#view/axes/value-splits';
import type { ChartSeries } from '#view/chart/chart-series';
import { wholeSpan } from '#view/chart/chart-span';
import type { ChartSpan, ValueRange } from '#view/chart/frame';
import { type Line, lineOf, valueRange } from '#view/chart/line';
import type { BandedTimes } from '#view/runs/run-bands';

/** Lines of one unit over time. */
export interface LineChart {
  /** The first is drawn on top. */
  readonly series: readonly ChartSeries[];
  readonly unit: string;
  readonly zone: Zone;
  /** Seconds, as everywhere in a chart. */
  readonly now: number;
  readonly nowLabel?: string | undefined;
  readonly includesZero?: boolean;
  /** Whether equal distances are equal ratios, if all values are above zero. */
  readonly isLog?: boolean;
  /** Whether the space between the last line and zero is filled. */
  readonly hasArea?: boolean;
  /** Whether values are joined by straight strokes instead of steps. */
  readonly isStraight?: boolean;
  /** The span that charts above each other share; left out, that of the lines. */
  readonly span?: ChartSpan | undefined;
  /** The bands behind the line of a style. */
  readonly bands?: { readonly run: BandedTimes; readonly style: number } | undefined;
  /** Whether lines are named at their ends; they are then solid. */
  readonly isLabelled?: boolean;
}

export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly span: ChartSpan;
  /** Undefined if no value is shown. */
  readonly scale: ValueScale | undefined;
}

/** The least distance between two grid lines, pixels. */
const LEAST_INTERVAL = 40;

export const linesOf = ({ series }: LineChart): Line[] => series.map(lineOf);

export const spanOfChart = ({ series, span, now }: LineChart): ChartSpan =>
  span ?? wholeSpan(series, now);

/** The scale of the values within a span. */
export function scaleOfChart(
  chart: LineChart,
  span: ChartSpan,
  height: number,
): ValueScale | undefined {
  const ofLines = valueRange(linesOf(chart), span);
  const ranges = [ofLines, chart.bands && rangeOfBands(chart.bands.run, span)].filter(
    (range) => range !== undefined,
  );
  if (ranges.length === 0) return undefined;
  if (chart.includesZero || chart.hasArea) ranges.push({ min: 0, max: 0 });
  const min = Math.min(...ranges.map((range) => range.min));
  const max = Math.max(...ranges.map((range) => range.max));
  const fit = chart.isLog && min > 0 ? logScale : tidyScale;
  return fit(min, max, Math.min(9, Math.max(2, Math.floor(height / LEAST_INTERVAL))));
}

function rangeOfBands({ times, bands }: BandedTimes, { start, end }: ChartSpan) {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { lower, upper } of bands) {
    times.forEach((time, i) => {
      if (time < start || time >= end) return;
      // Comparisons with NaN are false, so gaps pass by.
      if (lower[i]! < min) min = lower[i]!;
      if (upper[i]! > max) max = upper[i]!;
    });
  }
  return min <= max ? ({ min, max } satisfies ValueRange) : undefined;
}

/** The pixel of a time, which may lie outside the plot. */
export const xOfTime = ({ left, width, span }: Plot, time: number): number =>
  left + ((time - span.start) / (span.end - span.start)) * width;

/** The height of a value in whole pixels. */
export function yOfValue({ top, height }: Plot, scale: ValueScale, value: number): number {
  const { min, max, logSplits } = scale;
  const share = logSplits
    ? Math.log(max / value) / Math.log(max / min)
    : (max - value) / (max - min);
  return Math.round(top + share * height);
}

/**
 * The pixel of a time, a whole number, within the plot. Nothing is drawn outside of it, so that nothing has to be
 * clipped: a clipped group outside the canvas ends the renderer.
 */
export const xWithin = (plot: Plot, time: number): number =>
  Math.round(Math.min(Math.max(xOfTime(plot, time), plot.left), plot.left + plot.width));
