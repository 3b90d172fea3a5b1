// Makes one run of the model from what was known at its time, and stores it with bands and details. A run of
// the same time and source stays unless the request replaces it.

import { AREAS } from '#core/market/areas';
import { CATEGORIES, seriesIdOf } from '#core/market/categories';
import { type Clock, DAY_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { hindcastSourceOf, OWN_SOURCE } from '#core/values/source-order';
import type { FitMemo } from '#model/members/fit-memo';
import { historyGone, nativeOf } from '#service/context';
import { refreshComputed } from '#service/model-runs/computed-values';
import { gatherDays } from '#service/model-runs/model-days';
import { forecastKnownDays, type ModelForecast } from '#service/model-runs/model-engine';
import { rememberRun } from '#service/model-runs/model-memory';
import { readAsPublished } from '#service/model-runs/published-reader';
import { type ModelTarget, settleTarget } from '#service/model-runs/settle-target';
import type { PublicationRules } from '#service/model-runs/usual-publication';
import { type ReplayedRun, rememberReplayed, replayBefore } from '#service/model-runs/warm-up';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader, SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

export interface RunRequest extends ModelTarget {
  readonly analyzedAt: Instant;
  /** What the run is called. Left out: the name of its definition, else Gridtide's own. */
  readonly source?: string | undefined;
  /** Whether a run of the same time and source is replaced. */
  readonly replaces: boolean;
  /**
   * Whether the run is a hindcast: values count as known when such values are usually published, not by the
   * store's record. It has a source and a memory of its own.
   */
  readonly isHindcast?: boolean;
  /** The UTC hour of the day before at which others' forecasts are out, for hindcasts. */
  readonly forecastsHour?: number | undefined;
  /** Whether runs of the days before are made in memory if the model remembers few. */
  readonly warmsUp?: boolean;
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

const HINDCAST_NOTE =
  'made afterwards: each value was taken as known when such values are usually published';

/** The days of values from which on parts of hours are forecast beside their hours, which have the rest of the past. */
const FEWEST_PART_DAYS = 28;
const PARTS = ['qh', 'hh'];

/**
 * Lists the stored series of areas and categories that have values, in the tables' order. Without categories,
 * the quarter and half hours of each one are listed too, if no hours exist or they have enough history.
 */
export async function listTargets(
  reader: SeriesReader,
  areas: readonly string[] = AREAS.map(({ code }) => code),
  categories?: readonly string[],
): Promise<ModelTarget[]> {
  const targets: ModelTarget[] = [];
  for (const area of areas) {
    for (const category of categories ?? CATEGORIES.map(({ name }) => name)) {
      const hasHours = (await daysOfValues(reader, area, category)) > 0;
      if (hasHours) targets.push({ area, category });
      if (categories) continue;
      for (const part of PARTS.map((infix) => category.replace(/^hr/, infix))) {
        const days = await daysOfValues(reader, area, part);
        if (days >= (hasHours ? FEWEST_PART_DAYS : 0) && days > 0) {
          targets.push({ area, category: part });
        }
      }
    }
  }
  return targets;
}

/** The days from the first value of a series to its last; 0 without any. */
async function daysOfValues(reader: SeriesReader, area: string, category: string): Promise<number> {
  const series = await reader.findSeries(seriesIdOf(area, category));
  if (!series || series.firstIndex === null) return 0;
  const { stepMs = DAY_MS } = nativeOf(series);
  return ((series.lastIndex! - series.firstIndex + 1) * stepMs) / DAY_MS;
}

/** What a target is called in reports: the name of its definition, or `DE hrprice`. */
export const labelOf = ({ name, area, category }: ModelTarget): string =>
  name ?? `${area} ${category}`;

/** A forecast with the runs of the days before that were made for it. */
type MadeForecast = ModelForecast & { readonly replayed: readonly ReplayedRun[] };

/** A forecast that is made and not stored yet. */
export interface PendingRun {
  readonly state: 'pending';
  readonly request: RunRequest;
  readonly series: SeriesRecord;
  readonly forecast: MadeForecast;
  /** The outcome, once it is known whether the run was stored. */
  readonly end: (isWritten: boolean) => RunOutcome;
}

/**
 * Makes a run. `clock` gives its update time; its values depend on `analyzedAt` alone. `memo` has what earlier runs made
 * of the same inputs.
 */
export async function runModel(
  store: Store,
  zone: Zone,
  request: RunRequest,
  clock: Clock,
  memo?: FitMemo,
): Promise<RunOutcome> {
  const prepared = await prepareRun(store, zone, request, clock, memo);
  if (prepared.state !== 'pending') return prepared;
  return (await writeRuns(store, [prepared], clock))[0]!;
}

/** Makes the forecast of a run, which `writeRuns` stores. */
export async function prepareRun(
  store: Store,
  zone: Zone,
  request: RunRequest,
  clock: Clock,
  memo?: FitMemo,
): Promise<RunOutcome | PendingRun> {
  const startedAt = performance.now();
  const { area, category, series: code = seriesIdOf(area, category), name } = request;
  const end = <T>(outcome: T) => {
    const seconds = (performance.now() - startedAt) / 1000;
    return { area, category, series: code, ...(name ? { name } : {}), seconds, ...outcome };
  };
  await refreshComputed(store, code, clock);
  const series = await store.findSeries(code);
  if (!series) return end({ state: 'refused', why: 'there is no such series' } as const);
  if (await isKept(store, series, request)) return end({ state: 'kept' } as const);
  // What `compact` has forgotten looks as if the values of today had been known at the time. A hindcast needs
  // no record.
  const gone = request.isHindcast ? undefined : await historyGone(store, request.analyzedAt);
  if (gone !== undefined) return end({ state: 'refused', why: gone } as const);
  const reader = request.isHindcast
    ? readAsPublished(store, series, rulesOf(request, zone))
    : store;
  const forecast = await makeForecast(reader, series, zone, request, memo);
  if (typeof forecast === 'string') return end({ state: 'refused', why: forecast } as const);
  const { tier, members, drivers } = forecast.detail;
  const weighted = members.filter(({ isDropped }) => !isDropped);
  const heaviest = weighted.toSorted((a, b) => b.weight - a.weight).map(({ name }) => name);
  const made = { state: 'made', tier, members: heaviest, drivers } as const;
  return {
    state: 'pending',
    request,
    series,
    forecast,
    end: (isWritten) => end(isWritten ? made : ({ state: 'kept' } as const)),
  };
}

/** What a hindcast takes as known when. */
const rulesOf = ({ drivers, forecastsHour }: RunRequest, zone: Zone): PublicationRules => ({
  zone,
  named: drivers,
  forecastsHour,
});

/** Stores runs in one transaction, but for those that another process has stored in the meantime. */
export async function writeRuns(
  store: Store,
  runs: readonly PendingRun[],
  clock: Clock,
): Promise<RunOutcome[]> {
  const written = await store.write(async (writer) => {
    const now = clock();
    const each: boolean[] = [];
    for (const run of runs) each.push(await writeForecast(writer, run, now));
    return each;
  });
  return runs.map((run, i) => run.end(written[i]!));
}

/** Makes the forecast as of the run's time; returns a text if none is possible. */
export async function makeForecast(
  reader: SeriesReader,
  series: SeriesRecord,
  zone: Zone,
  request: Omit<RunRequest, 'category' | 'replaces'>,
  memo?: FitMemo,
): Promise<MadeForecast | string> {
  const { analyzedAt } = request;
  const settled = await settleTarget(reader, request, series, zone);
  if (typeof settled === 'string') return settled;
  const { kind, market } = settled;
  const known = await gatherDays(settled.reader, settled.series, analyzedAt, market);
  if (typeof known === 'string') return known;
  const remembered = await reader.readModelMemory(series.key, memoryOf(request));
  const replayed = request.warmsUp ? replayBefore(known, remembered, kind, analyzedAt) : [];
  const memory = rememberReplayed(remembered, replayed);
  const notes = request.isHindcast ? [...known.notes, HINDCAST_NOTE] : known.notes;
  const forecast = forecastKnownDays({ ...known, notes }, memory, kind, analyzedAt, memo);
  return typeof forecast === 'string' ? forecast : { ...forecast, replayed };
}

/** The runs that the model remembers are those of the same definition. Hindcasts remember hindcasts only. */
const memoryOf = ({ name, isHindcast = false }: Pick<RunRequest, 'name' | 'isHindcast'>): string =>
  isHindcast ? hindcastSourceOf(name) : (name ?? OWN_SOURCE);

const sourceOf = ({ source, name, isHindcast = false }: Omit<RunRequest, 'replaces'>): string =>
  isHindcast ? hindcastSourceOf(name) : (source ?? name ?? OWN_SOURCE);

/** Whether a run of the same time and source stays. */
async function isKept(
  reader: SeriesReader,
  { key }: SeriesRecord,
  request: RunRequest,
): Promise<boolean> {
  const { analyzedAt, replaces } = request;
  if (replaces) return false;
  return (await reader.readRuns(key, analyzedAt, analyzedAt, sourceOf(request))).length > 0;
}

/** Stores a run; false if another process has stored it in the meantime. */
async function writeForecast(
  writer: SeriesWriter,
  { series, request, forecast }: PendingRun,
  now: Instant,
): Promise<boolean> {
  if (await isKept(writer, series, request)) return false;
  const { firstIndex, values, detail, bands, firstDay } = forecast;
  const { analyzedAt } = request;
  const run = { analyzedAt, updatedAt: now, firstIndex, values, source: sourceOf(request) };
  await writer.writeRun(series.key, run, now, detail, bands);
  const stored = await writer.readModelMemory(series.key, memoryOf(request));
  const memory = rememberReplayed(stored, forecast.replayed);
  const grown = rememberRun(memory, analyzedAt, firstDay);
  await writer.writeModelMemory(series.key, memoryOf(request), grown, now);
  return true;
}
