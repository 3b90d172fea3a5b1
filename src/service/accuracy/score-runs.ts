// How good forecasts were. Scorecards are computed from the stored runs and values, so that a corrected
// value corrects every figure; http keeps an answer as long as no version changes.

import type { Caller } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { findCategory, seriesIdOf } from '#core/market/categories';
import { currencyOfUnit } from '#core/market/currency';
import { forecasterOf } from '#core/market/drivers';
import type { Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type IndexSpan, indicesIn } from '#core/time/span';
import type { AccuracyRequest } from '#service/accuracy/parse-accuracy-request';
import {
  type DayAheadScore,
  type Group,
  sameSlots,
  scoreDayAhead,
} from '#service/accuracy/score-groups';
import { readSlots } from '#service/accuracy/score-slots';
import type { Source } from '#service/accuracy/score-source';
import { readRunSources, readSeriesSource } from '#service/accuracy/score-sources';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { holidaysOf } from '#service/holidays';
import { findSeriesOrRefuse, requireSubscription } from '#service/series/find-series';
import type { SeriesRecord } from '#store/series-record';

/** A scorecard whose series are found: everything that decides it is known, and no value is read. */
export interface AccuracyTask {
  readonly request: AccuracyRequest;
  readonly series: SeriesRecord;
  /** The area and category of the series; empty if it has none. */
  readonly area: string;
  readonly category: string;
  /** The series of others' day-ahead forecasts that the caller may read. */
  readonly forecasters: readonly SeriesRecord[];
}

export interface SourceScore {
  readonly name: string;
  readonly kind: Source['kind'];
  readonly runs: number;
  readonly runsInTime: number;
  readonly dayAhead: DayAheadScore;
  readonly byLeadDay: readonly Group<number>[];
  /** Whether a scored run has quantiles. */
  readonly hasQuantiles: boolean;
}

export interface Scorecard extends Pick<AccuracyTask, 'request' | 'series' | 'area' | 'category'> {
  readonly isPrice: boolean;
  readonly grid: Grid;
  /** The start of the last slot with an actual value; later ones are not due. Null without any. */
  readonly lastObserved: Instant | null;
  /** The number of slots with a day-ahead forecast of every source. */
  readonly sameHours: number;
  /** Every source that forecast the span, shown or not. */
  readonly sourceNames: readonly string[];
  readonly sources: readonly SourceScore[];
}

const SEARCH_LIMIT = 500;

export async function settleAccuracy(
  request: AccuracyRequest,
  caller: Caller,
  context: ServiceContext,
): Promise<AccuracyTask> {
  const { of } = request;
  const isSeries = typeof of === 'string';
  const id = isSeries ? of : seriesIdOf(of.area.code, of.category.name);
  const field = isSeries ? 'seriesId' : 'category';
  if (!isSeries && of.doubt && !(await context.store.findSeries(id))) throw of.doubt;
  const series = await findSeriesOrRefuse(context.store, id, field);
  requireSubscription(caller, id, field);
  const area = isSeries ? (series.area ?? '') : of.area.code;
  const category = isSeries ? (series.category ?? '') : of.category.name;
  const forecasters = await findForecasters(area, category, series, context);
  return {
    request,
    series,
    area,
    category,
    forecasters: forecasters.filter(({ code }) => mayRead(caller.plan, code)),
  };
}

/**
 * Finds forecasters with the slots of the scored series; others could only be compared averaged. The one of its
 * code, such as `parkhrwindforecast` of `parkhrwind`, comes after those of its area.
 */
async function findForecasters(
  area: string,
  category: string,
  series: SeriesRecord,
  context: ServiceContext,
): Promise<SeriesRecord[]> {
  const { resolution } = series;
  const found = await findOfArea(area, category, resolution, context);
  const own = await context.store.findSeries(`${series.code}forecast`);
  const isNew = own && found.every(({ code }) => code !== own.code);
  if (isNew && own.resolution === resolution && own.unit === series.unit) found.push(own);
  return found;
}

async function findOfArea(
  area: string,
  category: string,
  resolution: SeriesRecord['resolution'],
  { store }: ServiceContext,
): Promise<SeriesRecord[]> {
  const [infix = 'hr'] = /^(?:qh|hh)/.exec(category) ?? [];
  const wanted = forecasterOf(category.replace(infix, 'hr'))?.name.replace('hr', infix);
  const found: SeriesRecord[] = [];
  if (wanted === undefined || area === '') return found;
  let page: SeriesRecord[] = [];
  do {
    const after = page.at(-1)?.code ?? '';
    page = await store.searchSeries({ area, resolution, after, limit: SEARCH_LIMIT });
    found.push(...page.filter((series) => series.category === wanted));
  } while (page.length === SEARCH_LIMIT);
  return found;
}

export async function scoreRuns(
  { request, series, area, category, forecasters }: AccuracyTask,
  context: ServiceContext,
): Promise<Scorecard> {
  const grid = gridOfSeries(series, context.zone);
  const asked = indicesIn(grid, request.span);
  const slots = await readSlots(series, dueOf(asked, series), context);
  const selectors = { zone: context.zone, issuedBefore: request.issuedBefore };
  const sources = await readRunSources(series, asked, slots, selectors, context);
  for (const forecaster of forecasters) {
    const source = await readSeriesSource(forecaster, slots, context);
    if (source.dayAhead.some((value) => !Number.isNaN(value))) sources.push(source);
  }
  const isShared = sameSlots(sources, slots);
  const isHoliday = (await holidaysOf(area)) ?? (() => false);
  const shown = sources.filter(
    ({ name }) => request.source === undefined || name === request.source,
  );
  const scored: SourceScore[] = [];
  for (const source of shown) {
    const { name, kind, runs, runsInTime, hasQuantiles } = source;
    const dayAhead = await scoreDayAhead(source, slots, isShared, context.blocks, isHoliday);
    const nextDay = dayAhead.all.extent ? [{ key: 1, figures: dayAhead.all }] : [];
    const byLeadDay = [...nextDay, ...source.laterLeads];
    scored.push({ name, kind, runs, runsInTime, dayAhead, byLeadDay, hasQuantiles });
  }
  return {
    request,
    series,
    area,
    category,
    isPrice: findCategory(category)?.isPrice ?? currencyOfUnit(series.unit) !== undefined,
    grid,
    lastObserved: series.lastIndex === null ? null : grid.startOf(series.lastIndex),
    sameHours: isShared.reduce((sum, one) => sum + one, 0),
    sourceNames: sources.map(({ name }) => name),
    sources: scored,
  };
}

/** The slots up to the last observed one: later ones are not missing but still to come. */
const dueOf = ({ start, end }: IndexSpan, { lastIndex }: SeriesRecord): IndexSpan => ({
  start,
  end: Math.max(start, Math.min(end, lastIndex === null ? start : lastIndex + 1)),
});
