// What a demo store lacks at a time, in the order in which it became known.

import { CATEGORIES } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { historyOf, madeAt, runTimes } from '#demo/simple-runs';
import { type DemoSeries, extentAt, hoursOf } from '#demo/world/demo-series';
import type { SeriesRecord } from '#store/series-record';

const NOON_MS = 12 * HOUR_MS;

/** The missing values and runs of one series. */
export interface Lack {
  readonly series: DemoSeries;
  readonly record: SeriesRecord;
  readonly span: IndexSpan;
  /** The times of the missing runs, ascending. */
  readonly runsAt: readonly Instant[];
}

const FORECAST = new Set(CATEGORIES.map((category) => category.name));
const MODELLED = new Set([
  ...FORECAST,
  ...DRIVER_CATEGORIES.filter(({ name }) => name.endsWith('forecast')).map(({ name }) => name),
]);

/** What a series lacks at `now`. `isCurrent`: what it has is of this version. */
export function lackOf(
  series: DemoSeries,
  record: SeriesRecord,
  now: Instant,
  zone: Zone,
  isCurrent: boolean,
): Lack {
  const extent = extentAt(series, now, zone);
  const start = isCurrent && record.lastIndex !== null ? record.lastIndex + 1 : extent.start;
  const hasRuns = series.definition.area !== null && FORECAST.has(series.definition.category ?? '');
  const runsAt = hasRuns ? runTimes(now, isCurrent ? record.newestRunAt : null) : [];
  return { series, record, span: { start, end: Math.max(start, extent.end) }, runsAt };
}

/** The hours that all missing values and runs are made of. */
export function hoursOfAll(lacks: readonly Lack[], zone: Zone): IndexSpan {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  const include = (span: IndexSpan) => {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  };
  for (const { series, span, runsAt } of lacks) {
    if (series.usesHours && span.end > span.start) include(hoursOf(series, span, zone));
    if (runsAt.length === 0) continue;
    include(historyOf(series, runsAt[0]!, zone));
    include(historyOf(series, runsAt.at(-1)!, zone));
  }
  return start < end ? { start, end } : { start: 0, end: 0 };
}

/** A part of a series' missing values, or a run, and the time at which it became known. */
export interface Step extends Pick<Lack, 'series' | 'record'> {
  readonly recordedAt: Instant;
  readonly part: IndexSpan | { readonly analyzedAt: Instant };
}

/**
 * The missing data, in steps of ascending time. Values and runs of the last days are recorded as they
 * became known, so that a reader can ask what was known yesterday, and a run sees only that.
 */
export function inOrderOfTime(lacks: readonly Lack[], now: Instant, zone: Zone): Step[] {
  const steps: Step[] = [];
  for (const { series, record, span, runsAt } of lacks) {
    let start = span.start;
    for (const recordedAt of recordTimes(series, now)) {
      const end = Math.min(span.end, extentAt(series, recordedAt, zone).end);
      if (end <= start) continue;
      steps.push({ recordedAt, series, record, part: { start, end } });
      start = end;
    }
    for (const analyzedAt of runsAt)
      steps.push({ recordedAt: madeAt(analyzedAt, now), series, record, part: { analyzedAt } });
  }
  return steps.sort((a, b) => a.recordedAt - b.recordedAt);
}

/**
 * The times at which values are recorded: for the model from run to run. Other series are recorded at three times
 * that are days apart, because every time takes part of a start.
 */
function recordTimes({ definition }: DemoSeries, now: Instant): Instant[] {
  const times = runTimes(now, null);
  if (MODELLED.has(definition.category ?? '')) return [...times, now];
  return [times[0]!, ...[3, 1].map((days) => floorToNoon(now - days * DAY_MS)), now];
}

const floorToNoon = (instant: Instant): Instant =>
  Math.floor((instant - NOON_MS) / DAY_MS) * DAY_MS + NOON_MS;
