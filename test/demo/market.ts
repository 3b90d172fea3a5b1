// The market's zone, and short names for times and series, for the tests of this folder.

import { HOUR_MS, type Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { findZone } from '#core/time/zone';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { type DemoSeries, hoursOf } from '#demo/world/demo-series';
import { Europe } from '#demo/world/europe';

export const berlin = findZone('Europe/Berlin')!;

/** The instant of a text that carries `Z` or an offset. */
export const at = (text: string): Instant => Temporal.Instant.from(text).epochMilliseconds;

export const hoursBetween = (from: string, to: string): IndexSpan => ({
  start: at(from) / HOUR_MS,
  end: at(to) / HOUR_MS,
});

const byCode = new Map(DEMO_SERIES.map((series) => [series.definition.code, series]));

export function seriesOf(code: string): DemoSeries {
  const series = byCode.get(code);
  if (!series) throw new Error(`the demo has no series ${code}`);
  return series;
}

/** The values of a series from a Europe that covers only the needed hours. */
export function generate(code: string, span: IndexSpan): Float64Array {
  const series = seriesOf(code);
  const hours = series.usesHours ? hoursOf(series, span, berlin) : { start: 0, end: 0 };
  return series.generate(new Europe(berlin, hours), span);
}

export const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};
