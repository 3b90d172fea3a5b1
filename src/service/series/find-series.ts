// From an identifier to a series and its extent, with refusals: no identifier, unknown, outside the plan.

import { type Caller, planWords } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { Refusal, refuseField } from '#core/errors';
import { isSeriesId, normalizeSeriesId, SERIES_ID_RULE } from '#core/market/categories';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { IndexSpan, Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** The most identifiers with the same beginning that are compared for a "did you mean". */
const NEIGHBOURS = 200;

/** Returns the identifier as stored; refuses what cannot be one. */
export function parseSeriesId(given: string | undefined, field: string): string {
  if (given === undefined || given.trim() === '') {
    throw refuseField('field_missing', field, 'a series identifier is needed', [SERIES_ID_RULE]);
  }
  const id = normalizeSeriesId(given);
  if (isSeriesId(id)) return id;
  throw refuseField('field_invalid', field, `not a series identifier: ${quoteGiven(given)}`, [
    SERIES_ID_RULE,
  ]);
}

/** Finds the series of an identifier, or refuses naming the nearest one. */
export const findSeriesOrRefuse = (
  store: SeriesReader,
  id: string,
  field: string,
): MaybePromise<SeriesRecord> =>
  whenReady(store.findSeries(id), (series) => series ?? refuseUnknown(store, id, field));

async function refuseUnknown(store: SeriesReader, id: string, field: string): Promise<never> {
  // The catalogue is that of today, also if the store is read as of an earlier time.
  const [today] = await store.searchSeries({ prefix: id, limit: 1 });
  if (today?.code === id) {
    const message = `no series ${quoteGiven(id)} at the time that is asked for: it was defined later`;
    throw new Refusal('series_unknown', message, { faults: [{ field, message }] });
  }
  const neighbours = await store.searchSeries({ prefix: id.slice(0, 2), limit: NEIGHBOURS });
  const hint = didYouMean(
    id,
    neighbours.map((neighbour) => neighbour.code),
  );
  const message = `no series ${quoteGiven(id)}${hint}`;
  throw new Refusal('series_unknown', message, { faults: [{ field, message }] });
}

/** Refuses a series that the caller's plan does not include. */
export function requireSubscription(caller: Caller, id: string, field: string): void {
  if (mayRead(caller.plan, id)) return;
  const message = `series ${quoteGiven(id)} is outside ${planWords(caller)}`;
  throw new Refusal('subscription_required', message, {
    faults: [{ field, message, allowed: caller.plan.patterns }],
  });
}

/** The first and last observed time stamp; those of the runs if nothing is observed. */
export function observedExtent(series: SeriesRecord, grid: Grid): SeriesExtent {
  return {
    grid,
    firstIndex: series.firstIndex ?? series.runFirstIndex,
    lastIndex: series.lastIndex ?? series.runLastIndex,
  };
}

/** Every index that can have a value: observed, or beyond that in a run. */
export function wholeExtent(series: SeriesRecord): IndexSpan {
  const start = series.firstIndex ?? series.runFirstIndex;
  if (start === null) return { start: 0, end: 0 };
  return { start, end: Math.max(series.lastIndex ?? start, series.runLastIndex ?? start) + 1 };
}

/** The last index of a span without an end: the last value, or the newest run's if that is later. */
export function defaultLastIndex(series: SeriesRecord): number | null {
  const { lastIndex, newestRunLastIndex } = series;
  if (lastIndex === null || newestRunLastIndex === null) return lastIndex ?? newestRunLastIndex;
  return Math.max(lastIndex, newestRunLastIndex);
}

/** The first and last instant of something; null if there is none. */
export interface Dates {
  readonly first: Instant | null;
  readonly last: Instant | null;
}

/** `startdate` and `enddate` of a series; null if it has no value. */
export function datesOf(series: SeriesRecord, zone: Zone): Dates {
  const { grid, firstIndex, lastIndex } = observedExtent(series, gridOfSeries(series, zone));
  return {
    first: firstIndex === null ? null : grid.startOf(firstIndex),
    last: lastIndex === null ? null : grid.startOf(lastIndex),
  };
}

/** The first and last instant of a span as answers show it: both included. */
export const datesOfSpan = (span: Span | undefined): Dates =>
  span
    ? { first: span.start, last: Math.max(span.start, span.end - 1) }
    : { first: null, last: null };
