// Spans of time on the screen: the whole, and the parts that zooming and panning show.

import type { ChartSeries } from '#view/chart/chart-series';
import type { ChartSpan } from '#view/chart/frame';

/** The shortest span that is shown. */
const LEAST_SECONDS = 3600;
/** An empty chart shows these seconds before and after now. */
const EMPTY_BEFORE = 7 * 86_400;
const EMPTY_AFTER = 86_400;

/** Returns the span from the first time stamp to the last end of all series. */
export function wholeSpan(series: readonly ChartSeries[], now: number): ChartSpan {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const { times, endTime } of series) {
    if (times.length === 0) continue;
    start = Math.min(start, times[0]!);
    end = Math.max(end, endTime, times[times.length - 1]!);
  }
  if (start > end) return { start: now - EMPTY_BEFORE, end: now + EMPTY_AFTER };
  return end - start < LEAST_SECONDS ? { start, end: start + LEAST_SECONDS } : { start, end };
}

/** Keeps a span within the whole and at least an hour long; undefined is the whole. */
export function fitSpan(span: ChartSpan, whole: ChartSpan): ChartSpan | undefined {
  const length = Math.max(span.end - span.start, LEAST_SECONDS);
  if (length >= whole.end - whole.start) return undefined;
  const middle = (span.start + span.end) / 2;
  const start = Math.min(Math.max(middle - length / 2, whole.start), whole.end - length);
  return { start, end: start + length };
}

/** Returns a span `factor` times as long in which `around` stays at its share of the chart. */
export function zoomSpan(
  span: ChartSpan,
  whole: ChartSpan,
  factor: number,
  around: number,
): ChartSpan | undefined {
  const length = span.end - span.start;
  const wanted = Math.max(length * factor, LEAST_SECONDS);
  const start = around - ((around - span.start) / length) * wanted;
  return fitSpan({ start, end: start + wanted }, whole);
}

export const panSpan = (
  { start, end }: ChartSpan,
  whole: ChartSpan,
  seconds: number,
): ChartSpan | undefined => fitSpan({ start: start + seconds, end: end + seconds }, whole);

/** Moves a span just enough to contain `time`, a tenth from the edge. */
export function spanWith(span: ChartSpan, whole: ChartSpan, time: number): ChartSpan | undefined {
  const margin = (span.end - span.start) / 10;
  if (time >= span.start && time <= span.end) return fitSpan(span, whole);
  const seconds = time < span.start ? time - margin - span.start : time + margin - span.end;
  return panSpan(span, whole, seconds);
}

/** Whether new data covers the old span, give or take 2 %. The zoom then stays. */
export function isAboutSame(a: ChartSpan, b: ChartSpan): boolean {
  const slack = (a.end - a.start) / 50;
  return Math.abs(a.start - b.start) <= slack && Math.abs(a.end - b.end) <= slack;
}
