// What changed over all areas, as the interface answers it.

import type { ChangesAnswer } from '#contract/changes';
import { DAY_MS, formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import type { AreaChange, KnownHours, PlanChanges } from '#service/series/plan-changes';

const textOf = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : formatUtc(instant);

export const describeChanges = (changes: PlanChanges, since: Instant): ChangesAnswer => ({
  category: changes.category,
  categories: [...changes.categories],
  since: new Date(since).toISOString(),
  days: changes.days.map((day) => formatUtc(day * DAY_MS).slice(0, 10)),
  times: Array.from(changes.times, (time) => time / SECOND_MS),
  sources: [...changes.sources],
  areas: changes.areas.map((area) => describeArea(area, changes.times)),
});

const describeArea = (change: AreaChange, times: Float64Array) => ({
  area: change.area.code,
  description: change.area.description,
  seriesId: change.series.code,
  unit: change.series.unit,
  count: change.count,
  added: change.addedCount,
  removed: change.removedCount,
  mean: change.mean ?? null,
  largest: change.largest
    ? { time: formatUtc(times[change.largest.index]!), change: change.largest.change }
    : null,
  earlier: describeHours(change.earlier),
  current: describeHours(change.current),
});

const describeHours = ({ observedAt, run, values }: KnownHours) => ({
  observed: textOf(observedAt),
  analyzedTime: textOf(run?.analyzedAt),
  source: run?.source ?? null,
  values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
});
