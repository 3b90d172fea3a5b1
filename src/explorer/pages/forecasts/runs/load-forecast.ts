// What the Forecasts page draws of an area: the sources, the runs of one of them, the actuals.

import type { MetadataRecord } from '#contract/forecast';
import type { SourcesAnswer } from '#contract/slices';
import { seriesIdOf } from '#core/market/categories';
import { currencyOfUnit } from '#core/market/currency';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { forecasts } from '#explorer/state/forecasts.ts';
import { loadBands } from '#explorer/state/load-bands.ts';
import { client } from '#explorer/state/session.ts';
import type { OfferedRuns } from '#view/runs/offered-runs';
import { bandsOf, type RunBands } from '#view/runs/run-bands';
import { type Run, runOf } from '#view/runs/run-difference';
import { endTimeOf, lastObservedOf } from '#view/values/series-facts';
import type { StampedValues } from '#view/values/shift-span';

/** What is forecast: an area and a category. */
export interface Subject {
  readonly area: string;
  readonly category: string;
}

export type SourceFacts = SourcesAnswer['sources'][number];

export interface RunIndex extends Subject {
  /** The source of the runs; empty if the series has no run at all. */
  readonly source: string;
  /** Every source of the series, the preferred one first. */
  readonly sources: readonly SourceFacts[];
  /** The issue times of the source's runs, newest first. */
  readonly issueTimes: readonly string[];
  /** The series behind the runs. */
  readonly series: MetadataRecord | undefined;
}

export interface Actuals extends StampedValues {
  /** Seconds. */
  readonly endTime: number;
}

export interface AreaForecast extends RunIndex {
  readonly offered: OfferedRuns;
  readonly chosen: Run | undefined;
  /** The bands of the chosen run; undefined if the plan's answers are too short for them. */
  readonly bands: RunBands | undefined;
  /** The run that the chosen one is compared with. */
  readonly base: Run | undefined;
  /** The older runs, newest first. */
  readonly older: readonly Run[];
  /** When the chosen run was recorded here; null if it is not known or was always known. */
  readonly recordedAt: string | null;
  readonly actuals: Actuals;
}

const ACTUAL_DAYS = 3;
/** How long before its issue a run may begin. */
const BACKCAST_MS = DAY_MS;
/** The furthest that a short-term run reaches ahead. */
export const LONGEST_LEAD_MS = 28 * DAY_MS;

const codeOf = ({ area, category }: Subject): string => seriesIdOf(area, category);

export async function loadRunIndex(
  subject: Subject,
  /** The source that the view asks for; empty is the first. */
  wanted: string,
  signal: AbortSignal,
): Promise<RunIndex> {
  const { area, category } = subject;
  const seriesId = seriesIdOf(area, category);
  const [found] = await client.metadata({ prefix: seriesId, all: 'true', limit: '1' }, { signal });
  const series = found?.seriesId === seriesId ? found : undefined;
  const sources = series ? await loadSources(subject, signal) : [];
  const source = wanted || (sources[0]?.source ?? '');
  const isKnown = sources.some((one) => one.source === source);
  const issueTimes = isKnown ? await loadIssueTimes(subject, source, signal) : [];
  return { ...subject, source, sources, issueTimes, series };
}

async function loadSources(subject: Subject, signal: AbortSignal): Promise<readonly SourceFacts[]> {
  return (await forecasts.sources(codeOf(subject), {}, { signal })).sources;
}

const loadIssueTimes = (
  { area, category }: Subject,
  source: string,
  signal: AbortSignal,
): Promise<string[]> =>
  forecasts.issueTimes({ area, balanceCategory: category, source }, { signal });

export async function loadForecast(
  index: RunIndex,
  offered: OfferedRuns,
  now: Instant,
  market: Zone,
  signal: AbortSignal,
): Promise<AreaForecast> {
  const { chosen, base, older } = offered;
  const oldest = older.at(-1) ?? chosen;
  const query = {
    ...queryOf(index),
    startDate: formatUtc(Date.parse(oldest) - BACKCAST_MS),
  };
  const isBaseApart = base !== undefined && base > chosen;
  const [runs, apart, actuals, bands, recordedAt] = await Promise.all([
    forecasts.shortTermRuns({ ...query, fromIssueTime: oldest, toIssueTime: chosen }, { signal }),
    isBaseApart ? forecasts.shortTerm({ ...query, issueTime: base }, { signal }) : undefined,
    loadActuals(index, Date.parse(oldest), now, market, signal),
    loadBands({ ...query, issueTime: chosen }, signal),
    loadRecordedAt(index, chosen, signal),
  ]);
  const all = [...runs, ...(apart ? [apart] : [])].flatMap((answer) => runOf(answer) ?? []);
  const find = (issueTime: string | undefined): Run | undefined =>
    all.find((run) => run.issueTime === issueTime);
  return {
    ...index,
    offered,
    chosen: find(chosen),
    bands: bands && bandsOf(bands),
    base: find(base),
    older: older.flatMap((issueTime) => find(issueTime) ?? []),
    actuals,
    recordedAt,
  };
}

/** Loads when a run was recorded here. */
async function loadRecordedAt(
  index: RunIndex,
  issueTime: string,
  signal: AbortSignal,
): Promise<string | null> {
  const query = { source: index.source, from: issueTime, to: issueTime };
  const { runs } = await forecasts.runs(codeOf(index), query, { signal });
  return runs[0]?.recordedAt ?? null;
}

/** The query for runs, with prices in the currency of the series: runs and actuals share an axis. */
export function queryOf({ area, category, series, source }: RunIndex) {
  const currency = currencyOfUnit(series?.unit ?? '');
  return { area, balanceCategory: category, source, ...(currency && { currency }) };
}

async function loadActuals(
  { area, category }: Subject,
  oldest: Instant,
  now: Instant,
  market: Zone,
  signal: AbortSignal,
): Promise<Actuals> {
  const from = Math.min(now - ACTUAL_DAYS * DAY_MS, oldest);
  const answer = await client.columns(
    seriesIdOf(area, category),
    {
      from: formatUtc(market.startOfDay(market.dayOf(from))),
      to: formatUtc(now + LONGEST_LEAD_MS),
      resolution: 'hour',
    },
    { signal },
  );
  const last = lastObservedOf(answer) ?? Number.NEGATIVE_INFINITY;
  // The values after the last observed one come from the newest runs.
  const count = answer.times.filter((time) => time <= last).length;
  const [times, values] = [answer.times.slice(0, count), answer.values.slice(0, count)];
  return { times, values, endTime: endTimeOf({ ...answer, times }, market) };
}
