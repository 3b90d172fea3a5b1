// Forecast runs by a simple method, with a source that says so. A run and its bands use only what was known
// when it was made.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type ForecastRun, ownHorizon } from '#core/values/forecast-run';
import { RecentValues } from '#demo/recent-values';
import { simpleBands } from '#demo/simple-bands';
import { simpleMethod } from '#demo/simple-method';
import { type DemoSeries, extentAt } from '#demo/world/demo-series';
import type { Europe } from '#demo/world/europe';
import type { RunBand } from '#store/run-store';

export const SIMPLE_SOURCE = 'demo-naive';

const RUN_HOURS_UTC = [6, 12];
const RUN_DAYS = 14;
const MAKING_MS = 10 * MINUTE_MS;
const HISTORY_HOURS = 4 * 168;

/** The times of the runs of the last 14 days after `after` (exclusive), ascending. */
export function runTimes(now: Instant, after: Instant | null): Instant[] {
  const times: Instant[] = [];
  const today = Math.floor(now / DAY_MS);
  for (let day = today - RUN_DAYS; day <= today; day++) {
    for (const hour of RUN_HOURS_UTC) {
      const time = day * DAY_MS + hour * HOUR_MS;
      const isRecent = time > now - RUN_DAYS * DAY_MS && time <= now;
      if (isRecent && time > (after ?? Number.NEGATIVE_INFINITY)) times.push(time);
    }
  }
  return times;
}

/** The hours that a run uses, from the series' start on at the earliest. */
export function historyOf(series: DemoSeries, analyzedAt: Instant, zone: Zone): IndexSpan {
  const { start, end } = extentAt(series, analyzedAt, zone);
  return { start: Math.max(start, end - HISTORY_HOURS), end };
}

/** When a run is made and recorded. */
export const madeAt = (analyzedAt: Instant, now: Instant): Instant =>
  Math.min(now, analyzedAt + MAKING_MS);

/** A run with its bands. */
export interface SimpleRun {
  readonly run: ForecastRun;
  readonly bands: readonly RunBand[];
}

/** Makes a run of an hourly series; undefined if the series has less than four weeks. */
export function simpleRun(
  series: DemoSeries,
  europe: Europe,
  analyzedAt: Instant,
  now: Instant,
  recent = new RecentValues(europe),
): SimpleRun | undefined {
  const known = historyOf(series, analyzedAt, europe.zone);
  if (known.end - known.start < HISTORY_HOURS) return undefined;
  const history = recent.read(series, known);
  const horizon = ownHorizon(analyzedAt, europe.zone);
  const firstIndex = horizon.start / HOUR_MS;
  const firstLead = firstIndex - known.end;
  const isPrice = series.definition.category === 'hrprice';
  const forecast = simpleMethod(history, isPrice);
  const values = new Float64Array((horizon.end - horizon.start) / HOUR_MS);
  for (let i = 0; i < values.length; i++) values[i] = forecast(firstLead + i);
  const updatedAt = madeAt(analyzedAt, now);
  return {
    run: { analyzedAt, updatedAt, firstIndex, values, source: SIMPLE_SOURCE },
    bands: simpleBands({ history, values, firstLead, isPrice }),
  };
}
