// Makes one run of the model from what was known at its time, and stores it with bands and details. A run of
// the same time and source stays unless the request replaces it.

import { AREAS } from '#core/market/areas';
import { CATEGORIES, seriesIdOf } from '#core/market/categories';
import type { Clock, Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { OWN_SOURCE } from '#core/values/source-order';
import { historyGone } from '#service/context';
import { holidaysOf } from '#service/holidays';
import { gatherDays } from '#service/model-runs/model-days';
import { forecastKnownDays, type ModelForecast } from '#service/model-runs/model-engine';
import { rememberRun } from '#service/model-runs/model-memory';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';

/** One series to forecast. */
export interface ModelTarget {
  readonly area: string;
  readonly category: string;
}

export interface RunRequest extends ModelTarget {
  readonly analyzedAt: Instant;
  /** What the run is called; Gridtide's own if left out. */
  readonly source?: string | undefined;
  /** Whether a run of the same time and source is replaced. */
  readonly replaces: boolean;
}

interface Made {
  readonly state: 'made';
  readonly tier: string;
  /** The names of the members with weight, the heaviest first. */
  readonly members: readonly string[];
  readonly drivers: readonly string[];
}

export type RunOutcome = ModelTarget & { readonly seconds: number } & (
    | Made
    | { readonly state: 'kept' }
    | { readonly state: 'refused'; readonly why: string }
  );

/** Lists the stored series of areas and categories that have values, in the tables' order. */
export async function listTargets(
  reader: SeriesReader,
  areas: readonly string[] = AREAS.map(({ code }) => code),
  categories: readonly string[] = CATEGORIES.map(({ name }) => name),
): Promise<ModelTarget[]> {
  const targets: ModelTarget[] = [];
  for (const area of areas) {
    for (const category of categories) {
      const series = await reader.findSeries(seriesIdOf(area, category));
      if (series && series.firstIndex !== null) targets.push({ area, category });
    }
  }
  return targets;
}

/** Makes a run. `clock` gives its update time; its values depend on `analyzedAt` alone. */
export async function runModel(
  store: Store,
  zone: Zone,
  request: RunRequest,
  clock: Clock,
): Promise<RunOutcome> {
  const startedAt = performance.now();
  const { area, category } = request;
  const end = <T>(outcome: T) => {
    return { area, category, seconds: (performance.now() - startedAt) / 1000, ...outcome };
  };
  const series = await store.findSeries(seriesIdOf(area, category));
  if (!series) return end({ state: 'refused', why: 'there is no such series' } as const);
  if (await isKept(store, series, request)) return end({ state: 'kept' } as const);
  // What `compact` has forgotten looks as if the values of today had been known at the time.
  const gone = await historyGone(store, request.analyzedAt);
  if (gone !== undefined) return end({ state: 'refused', why: gone } as const);
  const forecast = await makeForecast(store, series, zone, request);
  if (typeof forecast === 'string') return end({ state: 'refused', why: forecast } as const);
  const isWritten = await writeForecast(store, series, request, forecast, clock());
  if (!isWritten) return end({ state: 'kept' } as const);
  const { tier, members, drivers } = forecast.detail;
  const weighted = members.filter(({ isDropped }) => !isDropped);
  const heaviest = weighted.toSorted((a, b) => b.weight - a.weight).map(({ name }) => name);
  return end({ state: 'made', tier, members: heaviest, drivers } as const);
}

/** Makes the forecast as of the run's time; returns a text if none is possible. */
export async function makeForecast(
  reader: SeriesReader,
  series: SeriesRecord,
  zone: Zone,
  { area, analyzedAt }: Pick<RunRequest, 'area' | 'analyzedAt'>,
): Promise<ModelForecast | string> {
  const place = { area, zone, isHoliday: await holidaysOf(area) };
  const known = await gatherDays(reader, series, analyzedAt, place);
  if (typeof known === 'string') return known;
  const memory = await reader.readModelMemory(series.key, OWN_SOURCE);
  return forecastKnownDays(known, memory, series.category ?? '', analyzedAt);
}

/** Whether a run of the same time and source stays. */
async function isKept(
  reader: SeriesReader,
  { key }: SeriesRecord,
  { analyzedAt, source = OWN_SOURCE, replaces }: RunRequest,
): Promise<boolean> {
  if (replaces) return false;
  return (await reader.readRuns(key, analyzedAt, analyzedAt, source)).length > 0;
}

/** Stores the run, unless another process has stored it in the meantime. */
const writeForecast = (
  store: Store,
  series: SeriesRecord,
  request: RunRequest,
  { firstIndex, values, detail, bands, firstDay }: ModelForecast,
  now: Instant,
): Promise<boolean> =>
  store.write(async (writer) => {
    if (await isKept(writer, series, request)) return false;
    const { analyzedAt, source = OWN_SOURCE } = request;
    const run = { analyzedAt, updatedAt: now, firstIndex, values, source };
    await writer.writeRun(series.key, run, now, detail, bands);
    const memory = await writer.readModelMemory(series.key, OWN_SOURCE);
    const grown = rememberRun(memory, analyzedAt, firstDay);
    await writer.writeModelMemory(series.key, OWN_SOURCE, grown, now);
    return true;
  });
