// Forecast runs by a simple method, with a source that says so: the same hour of the week before, moved
// towards the recent level. A run uses only what was known when it was made.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type ForecastRun, ownHorizon } from '#core/values/forecast-run';
import { type DemoSeries, extentAt } from '#demo/world/demo-series';
import type { Europe } from '#demo/world/europe';

export const SIMPLE_SOURCE = 'demo-naive';

const RUN_HOURS_UTC = [6, 12];
const RUN_DAYS = 14;
const MAKING_MS = 10 * MINUTE_MS;
const DAY_HOURS = 24;
const WEEK_HOURS = 168;
const HISTORY_HOURS = 4 * WEEK_HOURS;
/** The level is compared over the newest day, and counts half as much for every 36 hours ahead. */
const LEVEL_HOURS = 24;
const FADE_HOURS = 36;

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

/** Makes a run of an hourly series; undefined if the series has less than four weeks. */
export function simpleRun(
  series: DemoSeries,
  europe: Europe,
  analyzedAt: Instant,
  now: Instant,
): ForecastRun | undefined {
  const known = historyOf(series, analyzedAt, europe.zone);
  if (known.end - known.start < HISTORY_HOURS) return undefined;
  const history = series.generate(europe, known);
  const horizon = ownHorizon(analyzedAt, europe.zone);
  const firstIndex = horizon.start / HOUR_MS;
  const isPrice = series.definition.category === 'hrprice';
  const [recent, weekBefore] = levelsOf(history);
  const values = new Float64Array((horizon.end - horizon.start) / HOUR_MS);
  for (let i = 0; i < values.length; i++) {
    const lead = firstIndex + i - known.end;
    const usual = weekBeforeOf(history, lead);
    const fade = 0.5 ** (Math.max(0, lead) / FADE_HOURS);
    values[i] = isPrice
      ? Math.round((usual + fade * (recent - weekBefore)) * 100) / 100 + 0
      : Math.round(Math.max(0, usual * (1 + fade * (recent / weekBefore - 1))));
  }
  const updatedAt = madeAt(analyzedAt, now);
  return { analyzedAt, updatedAt, firstIndex, values, source: SIMPLE_SOURCE };
}

/**
 * The newest known value a week before; `lead` counts hours from the end of history. After a week it
 * goes back by whole days, because a second week back would jump to another weather within a run.
 */
function weekBeforeOf(history: Float64Array, lead: number): number {
  const stepBack = lead < WEEK_HOURS ? WEEK_HOURS : DAY_HOURS;
  let at = history.length + lead - WEEK_HOURS;
  while (at >= history.length || (at >= 0 && Number.isNaN(history[at]!))) at -= stepBack;
  return history[at]!;
}

/** The means of the newest day and of the same hours a week before, over hours that both have. */
function levelsOf(history: Float64Array): readonly [recent: number, weekBefore: number] {
  let recent = 0;
  let weekBefore = 0;
  let count = 0;
  for (let at = history.length - LEVEL_HOURS; at < history.length; at++) {
    const value = history[at]!;
    const before = history[at - WEEK_HOURS]!;
    if (Number.isNaN(value) || Number.isNaN(before)) continue;
    recent += value;
    weekBefore += before;
    count++;
  }
  return [recent / count, weekBefore / count];
}
