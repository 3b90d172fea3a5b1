// The end of a key, as a person gives it: a date, through whose end the key works, or a time.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import type { Zone } from '#core/time/zone';

const FORMS = ['yyyy-MM-dd', 'yyyy-MM-ddTHH:mm[:ss][Z|±hh:mm]'];

/** Reads the first instant at which a key no longer works; null if it has no end. */
export function readKeyEnd(
  given: string | null | undefined,
  field: string,
  now: Instant,
  zone: Zone,
): Instant | null {
  if (given === null || given === undefined || given.trim() === '') return null;
  const moment = parseMoment(given, field, now, zone, 'second');
  if ('keyword' in moment) {
    const message = `${quoteGiven(given)} is a time of a series`;
    throw refuseField('field_invalid', field, message, FORMS);
  }
  // A time of day is its own end; anything longer is meant to its last moment.
  const { start, end } = moment;
  const endsAt = end - start === 1 ? start : end;
  if (endsAt > now) return endsAt;
  throw refuseField('field_invalid', field, `${quoteGiven(given)} is past`, FORMS);
}
