// Reads fields of operators' bodies; a refusal names the field.

import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Grid } from '#core/time/grid';
import { DAY_MS, END_INSTANT, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { MAX_SIZE } from '#importers/bytes/parse-number';
import { ImportFault } from '#importers/files/import-fault';
import { MOST_POINTS, WrittenTime } from '#service/operator/operator-rows';

/** The fields of a body that no schema has checked. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw wrongType('body', 'an object', body);
}

export function wrongType(field: string, wanted: string, given: unknown): Refusal {
  const kind = given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given;
  const message = `must be ${wanted}, not ${kind}`;
  return new Refusal('type_invalid', `${field} ${message}`, { faults: [{ field, message }] });
}

export const missing = (field: string, what: string): Refusal =>
  refuseField('field_missing', field, `${what} is needed`);

/** Reads a text from a required field. */
export function textOf(fields: Fields, field: string, what: string): string {
  const given = fields[field];
  if (given === undefined || given === null) throw missing(field, what);
  if (typeof given !== 'string') throw wrongType(field, 'a string', given);
  return given;
}

/** Runs a reader of the importers and blames a field for its fault. */
export function blame<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportFault) throw refuseField('field_invalid', field, error.reason);
    throw error;
  }
}

/** Reads the instant that a field names. */
export const instantOf = (given: string, field: string, zone: Zone): Instant =>
  blame(field, () => new WrittenTime(given, zone).instant);

/** Reads the interval of a grid that begins at the time of a field. */
export const indexOf = (given: string, field: string, grid: Grid, zone: Zone): number =>
  blame(field, () => new WrittenTime(given, zone).indexOn(grid));

/** Reads consecutive values; null is a gap. */
export function valuesOf(given: unknown, field: string): Float64Array {
  if (given === undefined || given === null) throw missing(field, 'a list of values');
  if (!Array.isArray(given)) throw wrongType(field, 'an array', given);
  checkCount(given.length, field);
  const values = new Float64Array(given.length);
  for (let i = 0; i < values.length; i++) values[i] = numberOf(given[i], `${field}.${i}`);
  return values;
}

export function checkCount(count: number, field: string): void {
  if (count === 0) throw refuseField('field_invalid', field, 'there is no value to write');
  if (count <= MOST_POINTS) return;
  const message = `${count} values; the most in one request is ${MOST_POINTS}`;
  throw refuseField('field_invalid', field, message);
}

function numberOf(given: unknown, field: string): number {
  if (given === null) return Number.NaN;
  if (typeof given !== 'number') throw wrongType(field, 'a number or null', given);
  if (given < MAX_SIZE && given > -MAX_SIZE) return given;
  const message = `${quoteGiven(String(given))} is no possible value`;
  throw refuseField('field_invalid', field, message, ['between -1e18 and 1e18']);
}

/** Refuses values after the last possible time. */
export function checkEnd(grid: Grid, lastIndex: number, field: string): void {
  if (lastIndex <= grid.indexOf(END_INSTANT - DAY_MS)) return;
  throw refuseField('field_invalid', field, 'the values reach beyond the year 9999');
}
