// Between reading a file and placing its points: rows with fields, whatever the file's format.
// CSV and NDJSON give their bytes (csv-rows.ts, ndjson-rows.ts), tables their cells (table-rows.ts).

import type { CsvReader } from '#importers/bytes/csv-reader';
import type { TimeReader } from '#importers/bytes/parse-time';
import type { Place } from '#importers/files/import-fault';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

/** The row a reader stands on. Fields are numbered as the header names them, from 0. */
export interface Row {
  /** The row's number in the file, from 1; undefined before the first where no line holds the header. */
  readonly line: number | undefined;
  readonly place: Place;

  /** Throws where the row has not just so many fields. */
  checkCount(expected: number): void;
  /** The series a field names, where the table has been asked to load it before. */
  findSeries(field: number, table: SeriesTable): ImportSeries | undefined;
  /** Loads the series a field names; throws where there is none. */
  loadSeries(field: number, table: SeriesTable): Promise<ImportSeries>;
  /** Reads a field as a time into `time`; throws where it is none. */
  readTime(field: number, time: TimeReader): void;
  /** The value of a field, NaN where it is a gap; throws where it is neither. */
  readValue(field: number): number;
}

/** Pull-based: `next` until it is false, then `more`; after `more` was false, `next` once again. */
export interface RowReader extends Row {
  /** What the names of the columns are called in a fault: `header`, `keys`, `columns`. */
  readonly headWord: string;
  /** The names as written, without outer blanks; undefined where more has to be read first. */
  readHeader(): readonly string[] | undefined;
  /** Moves to the next row; false where none is at hand. */
  next(): boolean;
  /** Reads on in the file; false where it is at its end. */
  more(): Promise<boolean>;
  close(): Promise<void>;
  /** The reader of bytes behind the rows of a CSV, for the quick way through them. */
  readonly csv?: CsvReader;
}
