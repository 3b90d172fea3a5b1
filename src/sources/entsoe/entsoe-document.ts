// An ENTSO-E document as its XML has it: nothing put on a grid, nothing filled in.

import { quoteGiven } from '#core/nearest';
import { isCivil } from '#core/time/civil';
import type { Instant } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';

export interface EntsoePeriod {
  /** The line on which it begins. */
  readonly line: number;
  readonly start: Instant;
  readonly end: Instant;
  /** ISO 8601 duration. */
  readonly resolution: string;
  /** The positions, counted from 1, in the order of the document; `values` belong to them. */
  readonly positions: Int32Array;
  readonly values: Float64Array;
}

export interface EntsoeTimeSeries {
  readonly line: number;
  /** Texts by element name, outside its periods: `businessType`, `in_Domain.mRID`, `psrType` … */
  readonly fields: ReadonlyMap<string, string>;
  readonly periods: readonly EntsoePeriod[];
}

export interface EntsoeReason {
  readonly code: string;
  readonly text: string;
}

export interface EntsoeDocument {
  /** The name of its outermost element, without prefix. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  /** The reasons of the document itself, not of its parts. */
  readonly reasons: readonly EntsoeReason[];
  readonly series: readonly EntsoeTimeSeries[];
}

export const ACKNOWLEDGEMENT = 'Acknowledgement_MarketDocument';
export const DOCUMENT_NAMES: readonly string[] = [
  'Publication_MarketDocument',
  'GL_MarketDocument',
  ACKNOWLEDGEMENT,
];

const TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?Z$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** No price, power or energy of an area comes near it. */
const LARGEST_VALUE = 1e12;

export function readDocumentTime(text: string): Instant {
  const [, ...parts] = TIME.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 24, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  if (isCivil(year, month, day) && hour < 24 && minute < 60 && second < 60) {
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }
  throw new ImportFault(`${quoteGiven(text)} is not a time such as 2024-09-01T22:00Z`);
}

export function readPosition(text: string): number {
  const position = Number(text);
  if (/^\d{1,7}$/.test(text) && position > 0) return position;
  throw new ImportFault(`the position ${quoteGiven(text)} is not a whole number from 1 on`);
}

export function readAmount(text: string): number {
  const value = Number(text);
  if (NUMBER.test(text) && Math.abs(value) <= LARGEST_VALUE) return value + 0;
  throw new ImportFault(`${quoteGiven(text)} is not a number that a value can have`);
}
