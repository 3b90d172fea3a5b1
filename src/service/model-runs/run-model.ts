// Makes one run of the model from what was known at its time, and stores it with bands and details. An
// existing run of the same time stays unless the request allows replacing it.

import { AREAS } from '#core/market/areas';
import { CATEGORIES, seriesIdOf } from '#core/market/categories';
import type { Clock, Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { historyGone } from '#service/context';
import { holidaysOf } from '#service/holidays';
import { gatherDays } from '#service/model-runs/model-days';
import { forecastKnownDays, type ModelForecast } from '#service/model-runs/model-engine';
import { rememberRun } from '#service/model-runs/model-memory';
import type { SeriesReader, SeriesRecord } from '#store/series-store';
import type { Store } from '#store/store';

/** The source of the model's own runs. */
export const MODEL_SOURCE = 'gridtide';

/** One series to forecast. */
export interface ModelTarget {
  readonly area: string;
  readonly category: string;
}

export interface RunRequest extends ModelTarget {
  readonly analyzedAt: Instant;
  /** Whether a run of the same time by a source may be replaced. */
  mayReplace(source: string): boolean;
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
    | { readonly state: 'kept'; readonly source: string }
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
  const kept = await sourceInTheWay(store, series, request);
  if (kept !== undefined) return end({ state: 'kept', source: kept } as const);
  // What `compact` has forgotten looks as if the values of today had been known at the time.
  const gone = await historyGone(store, request.analyzedAt);
  if (gone !== undefined) return end({ state: 'refused', why: gone } as const);
  const forecast = await makeForecast(store, series, zone, request);
  if (typeof forecast === 'string') return end({ state: 'refused', why: forecast } as const);
  const inTheWay = await writeForecast(store, series, request, forecast, clock());
  if (inTheWay !== undefined) return end({ state: 'kept', source: inTheWay } as const);
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
  const memory = await reader.readModelMemory(series.key, MODEL_SOURCE);
  return forecastKnownDays(known, memory, series.category ?? '', analyzedAt);
}

/** The source of an existing run of the same time that must stay. */
async function sourceInTheWay(
  reader: SeriesReader,
  { key }: SeriesRecord,
  { analyzedAt, mayReplace }: RunRequest,
): Promise<string | undefined> {
  const [existing] = await reader.readRuns(key, analyzedAt, analyzedAt);
  return existing && !mayReplace(existing.source) ? existing.source : undefined;
}

/** Stores the run. It checks again in the transaction: another run may have arrived in the meantime. */
const writeForecast = (
  store: Store,
  series: SeriesRecord,
  request: RunRequest,
  { firstIndex, values, detail, bands, firstDay }: ModelForecast,
  now: Instant,
): Promise<string | undefined> =>
  store.write(async (writer) => {
    const inTheWay = await sourceInTheWay(writer, series, request);
    if (inTheWay !== undefined) return inTheWay;
    const { analyzedAt } = request;
    const run = { analyzedAt, updatedAt: now, firstIndex, values, source: MODEL_SOURCE };
    await writer.writeRun(series.key, run, now, detail, bands);
    const memory = await writer.readModelMemory(series.key, MODEL_SOURCE);
    const grown = rememberRun(memory, analyzedAt, firstDay);
    await writer.writeModelMemory(series.key, MODEL_SOURCE, grown, now);
    return undefined;
  });
