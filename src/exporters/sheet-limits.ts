// How much a sheet of Excel holds, and the refusal of more.

import { Refusal } from '#core/errors';

/** Excel's limits: the most rows of a sheet below its header, and the most columns. */
export const MOST_SHEET_ROWS = 1_048_575;
export const MOST_SHEET_COLUMNS = 16_384;

const count = (value: number): string => value.toLocaleString('en-US');

/** Refuses more rows than a sheet can hold. */
export function requireSheetRows(rows: number): void {
  if (rows <= MOST_SHEET_ROWS) return;
  throw new Refusal(
    'too_many_points',
    `an Excel sheet holds at most ${count(MOST_SHEET_ROWS)} rows below its header, and these are more: ask for a shorter span or fewer series, or for csv, ndjson, parquet or arrow`,
  );
}

export function requireSheetColumns(columns: number): void {
  if (columns <= MOST_SHEET_COLUMNS) return;
  throw new Refusal(
    'too_many_points',
    `an Excel sheet holds at most ${count(MOST_SHEET_COLUMNS)} columns, and these are ${count(columns)}: ask for the long form or fewer series`,
  );
}
