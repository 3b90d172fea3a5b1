// The header of a file, and the fields that every kind of row has: a time and a value.

import { quoteGiven } from '#core/nearest';
import { isGap, parseNumber } from '#importers/csv-number';
import type { CsvReader } from '#importers/csv-reader';
import { TIME_FORMS, type TimeReader } from '#importers/csv-time';
import { ImportFault } from '#importers/import-fault';

const SEMICOLON = 59;

/** The names of the header row, lower-case. */
export const readHeader = (reader: CsvReader): string[] =>
  Array.from({ length: reader.count }, (_, field) => reader.text(field).trim().toLowerCase());

/** A decimal comma is only read where fields are not separated by commas or blanks of any kind. */
export const takesComma = (reader: CsvReader): boolean => reader.delimiter === SEMICOLON;

export function checkFieldCount(reader: CsvReader, expected: number): void {
  if (reader.count === expected) return;
  throw new ImportFault(
    `${reader.count} field${reader.count === 1 ? '' : 's'} where the header has ${expected}`,
    reader.line,
  );
}

/** Reads a field as a time into `time`; throws where it is none. */
export function readTime(reader: CsvReader, field: number, time: TimeReader): void {
  if (time.read(reader, reader.starts[field]!, reader.ends[field]!)) return;
  const given = reader.text(field);
  throw new ImportFault(
    given === ''
      ? 'the time is missing'
      : `${quoteGiven(given)} is not a time (allowed: ${TIME_FORMS})`,
  );
}

/** The value of a field, NaN where it is a gap; throws where it is neither. */
export function readValue(reader: CsvReader, field: number, comma: boolean): number {
  const start = reader.starts[field]!;
  const end = reader.ends[field]!;
  if (start === end) return Number.NaN;
  const value = parseNumber(reader.bytes, start, end, comma);
  if (!Number.isNaN(value) || isGap(reader.bytes, start, end)) return value;
  const given = reader.text(field);
  const hint =
    !comma && /^[+-]?\d+,\d+$/.test(given) ? ' (a decimal comma needs ";" between the fields)' : '';
  throw new ImportFault(`${quoteGiven(given)} is not a finite number${hint}`);
}
