// Makes series for the chart's tests: hourly values from a start, null for a gap.

import type { ChartSeries } from '#view/chart/chart-series';

export const HOUR = 3600;

/** The seconds since 1970 of an ISO text. */
export const at = (iso: string): number => Date.parse(iso) / 1000;

export function makeSeries(
  values: readonly (number | null)[],
  {
    start = 0,
    step = HOUR,
    ...rest
  }: Partial<ChartSeries> & { start?: number; step?: number } = {},
): ChartSeries {
  return {
    id: rest.label ?? 'dehrprice',
    label: 'dehrprice',
    unit: 'EUR/MWh',
    times: values.map((_, i) => start + i * step),
    values,
    endTime: start + values.length * step,
    style: 0,
    ...rest,
  };
}
