// Questions as of an earlier instant: the same answer as the same question would have had then. The data
// is that of then, and so is the clock, which keywords go by.

import { type RefusalCode, refuseField } from '#core/errors';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { quoteGiven } from '#core/nearest';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import { MOMENT_FORMS, parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';
import type { ServiceContext } from '#service/context';

/** Moments of a series (`first`, `last`) name no instant before there is an answer. */
const AS_OF_FORMS = MOMENT_FORMS.filter((form) => !/^(first|last)\b/.test(form));

/** Refusals of `parseAsOf` and `contextAsOf`. */
export const AS_OF_REFUSALS: readonly RefusalCode[] = [
  'date_unknown',
  'date_out_of_range',
  'history_gone',
];

/**
 * The instant that is asked about: the last one of what is named, so a date means its end. Undefined
 * means the present, which is also all that can be said of the future.
 */
export function parseAsOf(
  given: string | undefined,
  field: string,
  now: Instant,
  zone: Zone,
): Instant | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  const moment = parseMoment(given, field, now, zone, 'second');
  if ('keyword' in moment) {
    const message = `${quoteGiven(given)} is a time of a series, not one to look back from`;
    throw refuseField('date_unknown', field, message, AS_OF_FORMS);
  }
  const asOf = moment.end - 1;
  return asOf < now ? asOf : undefined;
}

/** The context of that instant; refuses one before which the record was given up. */
export function contextAsOf(
  context: ServiceContext,
  asOf: Instant | undefined,
  field: string,
): MaybePromise<ServiceContext> {
  if (asOf === undefined) return context;
  const { store } = context;
  if (!store.asOf || !store.historyFrom) throw new Error('this store leads to no past');
  const pastContext = { ...context, store: store.asOf(asOf) };
  return whenReady(store.historyFrom(), (from) => {
    if (from === null || asOf >= from) return pastContext;
    // Up to a whole second, so that what is said can be asked.
    const first = formatUtc(Math.ceil(from / SECOND_MS) * SECOND_MS);
    const message = `what was known at ${formatUtc(asOf)} is no longer kept; it is from ${first} on`;
    throw refuseField('history_gone', field, message);
  });
}
