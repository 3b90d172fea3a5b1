// The end of a key, as a person gives it: a date, through whose end the key works, or a time.

import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { type Moment, parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';

const FORMS = ['yyyy-MM-dd', 'yyyy-MM-ddTHH:mm[:ss][Z|±hh:mm]'];
/** Only this is repeated in a refusal: the field stands beside that of a password. */
const LIKE_DATE = /^[\dtz:.,/+ -]{1,40}$/i;

/** Reads the first instant at which a key no longer works; null if it has no end. */
export function readKeyEnd(
  given: string | null | undefined,
  field: string,
  now: Instant,
  zone: Zone,
): Instant | null {
  if (given === null || given === undefined || given.trim() === '') return null;
  const moment = readMoment(given, field, now, zone);
  if ('keyword' in moment) throw refuseField('field_invalid', field, 'a time of a series', FORMS);
  // A time of day is its own end; anything longer is meant to its last moment.
  const { start, end } = moment;
  const endsAt = end - start === 1 ? start : end;
  if (endsAt > now) return endsAt;
  throw refuseField('field_invalid', field, `${quoteGiven(given)} is past`, FORMS);
}

function readMoment(given: string, field: string, now: Instant, zone: Zone): Moment {
  try {
    return parseMoment(given, field, now, zone, 'second');
  } catch (error) {
    if (!(error instanceof Refusal) || LIKE_DATE.test(given)) throw error;
    throw refuseField(error.code, field, 'not a date or a time', FORMS);
  }
}
