// From an identifier to a series, with refusals: not an identifier, unknown, or outside the plan.

import type { Caller } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { Refusal, refuseField } from '#core/errors';
import { isSeriesId, normalizeSeriesId, SERIES_ID_RULE } from '#core/market/series-id';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { SeriesReader, SeriesRecord } from '#store/series-store';

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
  const message = `series ${quoteGiven(id)} is outside plan ${quoteGiven(caller.plan.name)}`;
  throw new Refusal('subscription_required', message, {
    faults: [{ field, message, allowed: caller.plan.patterns }],
  });
}
