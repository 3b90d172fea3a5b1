// The area between a line and zero as a path: stepped or straight, as the line is.

import type { ChartSeries } from '#view/chart/chart-series';
import { type AreaSink, traceArea } from '#view/chart/step-area';
import { AreaTo, traceStraight } from '#view/chart/straight-path';

/** Traces the area into `path`; `xOf` and `yOf` give whole pixels. */
export function traceUnder(
  { times, values: given, endTime }: ChartSeries,
  isStraight: boolean,
  xOf: (time: number) => number,
  yOf: (value: number) => number,
  path: AreaSink,
): void {
  const values = Float64Array.from(given, (value) => value ?? Number.NaN);
  const part = { times, from: 0, to: times.length, endTime };
  if (isStraight) {
    const area = new AreaTo(path, yOf(0));
    traceStraight({ ...part, values }, xOf, yOf, area);
    area.close();
    return;
  }
  // The least and the greatest of a gap and zero is a gap.
  const [lower, upper] = [Math.min, Math.max].map((pick) => values.map((value) => pick(value, 0)));
  traceArea({ ...part, lower: lower!, upper: upper! }, xOf, yOf, path);
}
