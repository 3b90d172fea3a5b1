// The header of a CSV, the time and the value that every layout has, and text that every field refuses.

import { quoteGiven } from '#core/nearest';
import type { ByteText } from '#importers/bytes/carry-buffer';
import { SEMICOLON } from '#importers/bytes/csv-dialect';
import type { CsvReader } from '#importers/bytes/csv-reader';
import { isGap, MAX_SIZE, parseNumber } from '#importers/bytes/parse-number';
import { TIME_FORMS, type TimeReader } from '#importers/bytes/parse-time';
import { ImportFault } from '#importers/files/import-fault';

/** A row whose fields are bytes: field `i` is `bytes[starts[i]…ends[i])`. */
export interface ByteFields extends ByteText {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  text(field: number): string;
}

/** The names of the header row, lower-case. */
export const readHeader = (reader: CsvReader): string[] =>
  Array.from({ length: reader.count }, (_, field) => reader.text(field).trim().toLowerCase());

/** Whether a decimal comma is read: only if semicolons separate the fields. */
export const takesComma = (reader: CsvReader): boolean => reader.delimiter === SEMICOLON;

export function checkFieldCount(reader: CsvReader, expected: number): void {
  if (reader.count === expected) return;
  throw new ImportFault(
    `${reader.count} field${reader.count === 1 ? '' : 's'}, but the header has ${expected}`,
    reader.line,
  );
}

/** Reads a field as a time into `time`; throws if it is none. */
export function readTime(row: ByteFields, field: number, time: TimeReader): void {
  if (!time.read(row, row.starts[field]!, row.ends[field]!)) throw notTime(row.text(field));
}

export const notTime = (given: string): ImportFault =>
  new ImportFault(
    given === ''
      ? 'the time is missing'
      : refusalOf(given, `is not a time (allowed: ${TIME_FORMS})`),
  );

/** The value of a field, NaN if it is a gap; throws if it is neither. */
export function readValue(row: ByteFields, field: number, comma: boolean): number {
  const start = row.starts[field]!;
  const end = row.ends[field]!;
  if (start === end) return Number.NaN;
  const value = parseNumber(row.bytes, start, end, comma);
  if (value < MAX_SIZE && value > -MAX_SIZE) return value;
  if (Number.isNaN(value) && isGap(row.bytes, start, end)) return value;
  throw notValue(row.text(field), value, comma);
}

/** The fault of a text that is no value; `value` is the number it stands for, NaN if it is none. */
export function notValue(given: string, value: number, comma: boolean): ImportFault {
  if (!Number.isNaN(value)) return impossible(given);
  const hint =
    !comma && /^[+-]?\d+,\d+$/.test(given) ? ' (a decimal comma needs ";" between the fields)' : '';
  return new ImportFault(refusalOf(given, `is not a finite number${hint}`));
}

export const impossible = (given: string): ImportFault =>
  new ImportFault(`${quoteGiven(given)} is no possible value: values lie between -1e18 and 1e18`);

/** The beginning of a formula for spreadsheets; the last four are the wide forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]\s*\S/;
const SIGNED_NUMBER = /^\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?\s*$/i;

/** Whether a spreadsheet would take a text for a formula. A signed number and a lone "-" are no formulas. */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !SIGNED_NUMBER.test(text);

/** What is odd about a text, as the end of a sentence about it; undefined if nothing is. */
export function explainOdd(text: string): string | undefined {
  if (text.includes('\ufffd')) return 'is not UTF-8 text: save the file as UTF-8';
  if (isFormula(text)) return 'looks like a formula, and formulas are not read: write the value';
  return undefined;
}

/** Returns what is odd about a refused text, else `otherwise`, after the text itself: `"x" is not a time …`. */
export const refusalOf = (given: string, otherwise: string): string =>
  `${quoteGiven(given)} ${explainOdd(given) ?? otherwise}`;
