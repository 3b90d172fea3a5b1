// A series made ready for drawing: flat number arrays, gaps as NaN, what is forecast and on which axis.

import { decimalsOf } from '#view/axes/number-text';
import type { ChartSeries } from '#view/chart/chart-series';
import type { ChartSpan, ValueRange } from '#view/chart/frame';
import { indexAt } from '#view/chart/time-index';

export interface Line {
  readonly series: ChartSeries;
  /** Seconds since 1970 UTC, ascending. */
  readonly times: Float64Array;
  /** NaN is a gap. */
  readonly values: Float64Array;
  /** The same without the values of periods that are not complete, which are drawn apart. */
  readonly whole: Float64Array;
  /** The index of the first forecast value; the length if every value is observed. */
  readonly forecastFrom: number;
  /** The digits after the point that tell its values apart. */
  readonly decimals: number;
}

// Pages hand over the same series objects again and again: each is made ready once.
const knownLines = new WeakMap<ChartSeries, Line>();

export function lineOf(series: ChartSeries): Line {
  let line = knownLines.get(series);
  if (!line) knownLines.set(series, (line = makeLine(series)));
  return line;
}

function makeLine(series: ChartSeries): Line {
  const times = Float64Array.from(series.times);
  const values = new Float64Array(times.length);
  for (let i = 0; i < values.length; i++) values[i] = series.values[i] ?? Number.NaN;
  const { lastObserved } = series;
  return {
    series,
    times,
    values,
    whole: withoutPartial(values, series.partial),
    forecastFrom: lastObserved === undefined ? times.length : indexAt(times, lastObserved) + 1,
    decimals: series.decimals ?? decimalsOf(values),
  };
}

function withoutPartial(
  values: Float64Array,
  partial: ReadonlySet<number> | undefined,
): Float64Array {
  if (!partial?.size) return values;
  return values.map((value, i) => (partial.has(i) ? Number.NaN : value));
}

/** The end of a value's interval: the next time stamp, or the end of the series. */
export const endOfValue = ({ times, series }: Line, index: number): number =>
  index + 1 < times.length ? times[index + 1]! : series.endTime;

/** The end of the drawing of a period that is not complete: now, if the period is running. */
export function partialEnd(line: Line, index: number, now: number): number {
  const end = endOfValue(line, index);
  return line.times[index]! < now && now < end ? now : end;
}

/** The indices [from, to) of the values whose intervals touch a span. */
export function indicesIn(line: Line, { start, end }: ChartSpan): [from: number, to: number] {
  const { times, series } = line;
  if (times.length === 0 || series.endTime <= start) return [0, 0];
  const last = indexAt(times, end);
  // A value that starts exactly at the end of the span is not in it.
  const to = last >= 0 && times[last] === end ? last : last + 1;
  return [Math.max(0, indexAt(times, start)), to];
}

/** The least and greatest value of some lines within a span; undefined if the span has none. */
export function valueRange(lines: readonly Line[], span: ChartSpan): ValueRange | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const { values } = line;
    const [from, to] = indicesIn(line, span);
    for (let i = from; i < to; i++) {
      // Comparisons with NaN are false, so gaps pass by.
      const value = values[i]!;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : undefined;
}
