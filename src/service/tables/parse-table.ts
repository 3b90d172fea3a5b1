// From the parts of a table's address to what is asked for, with refusals.

import { checkPattern, PATTERN_RULE } from '#accounts/plans';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import { TABLE_KINDS, type TableName } from '#service/tables/table-kinds';

export interface TableRequest {
  readonly name: TableName;
  /** Identifiers; `*` stands for any run of characters. */
  readonly pattern: string;
  /** A year of market time; undefined for all of them. */
  readonly year: number | undefined;
}

const FILE = /^(all|\d{4})\.parquet$/;
const FIRST_YEAR = 1;

export function parseTable(given: {
  readonly table: string;
  readonly pattern: string;
  readonly file: string;
}): TableRequest {
  const faults = new FaultCollector();
  const name = faults.check(() => parseName(given.table));
  const pattern = faults.check(() => parsePattern(given.pattern));
  const year = faults.check(() => parseYear(given.file));
  faults.throwIfAny();
  if (name === 'history' && year === 'all') {
    const message = 'the history is read year by year';
    throw refuseField('field_invalid', 'file', message, ['2025.parquet']);
  }
  return { name: name!, pattern: pattern!, year: year === 'all' ? undefined : year };
}

function parseName(given: string): TableName {
  const names = TABLE_KINDS.map(({ name }) => name);
  const found = names.find((name) => name === given);
  if (found) return found;
  const message = `no table ${quoteGiven(given)}${didYouMean(given, names)}`;
  throw refuseField('field_invalid', 'table', message, names);
}

function parsePattern(given: string): string {
  try {
    return checkPattern(given);
  } catch {
    const message = `not a pattern of identifiers: ${quoteGiven(given)}`;
    throw refuseField('field_invalid', 'pattern', message, [PATTERN_RULE]);
  }
}

function parseYear(given: string): number | 'all' {
  const [, text] = FILE.exec(given) ?? [];
  if (text === 'all') return text;
  const year = Number(text);
  if (year >= FIRST_YEAR) return year;
  const message = `not the file of a year: ${quoteGiven(given)}`;
  throw refuseField('field_invalid', 'file', message, ['2025.parquet', 'all.parquet']);
}
