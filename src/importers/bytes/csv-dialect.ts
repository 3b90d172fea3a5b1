// The dialects of CSV: the byte between fields and the decimal mark. Without one that is given, the header shows the
// first, and a decimal comma is taken beside the point if semicolons separate the fields.

import { didYouMean, quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';

export interface CsvDialect {
  readonly name: string;
  /** The byte between fields. */
  readonly delimiter: number;
  readonly hasComma: boolean;
}

export const COMMA = 44;
export const SEMICOLON = 59;
export const TAB = 9;

export const CSV_DIALECTS: readonly CsvDialect[] = [
  { name: 'comma-point', delimiter: COMMA, hasComma: false },
  { name: 'semicolon-comma', delimiter: SEMICOLON, hasComma: true },
  { name: 'semicolon-point', delimiter: SEMICOLON, hasComma: false },
  { name: 'tab-comma', delimiter: TAB, hasComma: true },
  { name: 'tab-point', delimiter: TAB, hasComma: false },
];

export const DIALECT_NAMES: readonly string[] = CSV_DIALECTS.map(({ name }) => name);

/** The dialect of a name in any case; throws if there is none. */
export function dialectNamed(name: string): CsvDialect {
  const wanted = name.trim().toLowerCase();
  const found = CSV_DIALECTS.find((dialect) => dialect.name === wanted);
  if (found) return found;
  throw new ImportFault(
    `${quoteGiven(name)} is not a dialect${didYouMean(name, DIALECT_NAMES)} (allowed: ${DIALECT_NAMES.join(', ')})`,
  );
}
