// A file as rows with fields, in any format: from bytes of CSV and NDJSON (csv-rows.ts, ndjson-rows.ts),
// or from cells of tables (table-rows.ts).

import type { TimeReader } from '#importers/bytes/parse-time';
import type { Place } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import type { MarketClock } from '#importers/rows/market-clock';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

/** The row that a reader stands on. Fields are numbered in the order of the header, from 0. */
export interface Row {
  /** The row's number in the file, from 1; undefined before the first row if no line holds the header. */
  readonly line: number | undefined;
  readonly place: Place;

  /** Throws if the row has more or fewer fields. */
  checkCount(expected: number): void;
  /** The series that a field names; undefined if the table has not loaded it yet. */
  findSeries(field: number, table: SeriesTable): ImportSeries | undefined;
  /** Loads the series that a field names; throws if there is none. */
  loadSeries(field: number, table: SeriesTable): Promise<ImportSeries>;
  /** A field as it is written, without outer blanks. */
  readText(field: number): string;
  /** Reads a field as a time into `time`; throws if it is none. */
  readTime(field: number, time: TimeReader): void;
  /** The value of a field, NaN if it is a gap; throws if it is neither. */
  readValue(field: number): number;
}

/** Pull-based: call `next` until it is false, then `more`. After `more` was false, call `next` again. */
export interface RowReader extends Row {
  /** The word for the names of the columns in a fault: `header`, `keys`, `columns`. */
  readonly headWord: string;
  /** What was found about the writing of numbers, in words; undefined if it is usual or was given. */
  readonly dialect?: string | undefined;
  /** The names as written, without outer blanks; undefined if more has to be read first. */
  readHeader(): readonly string[] | undefined;
  /** Moves to the next row; false if more has to be read first. */
  next(): boolean;
  /** Reads on in the file; false at its end. */
  more(): Promise<boolean>;
  close(): Promise<void>;
  /** Begins to read, before `more` is called: at most as many batches of rows. */
  readAhead?(batches: number): void;
  /**
   * Takes at most `most` rows that follow the one just taken and are like it; returns how many. Only readers of rows
   * that can be told to be alike without reading their fields have it.
   */
  takeRepeated?(row: TakenRow, buffer: PointBuffer, most: number): number;
}

/** What a layout made of the row that the reader stands on. */
export interface TakenRow {
  readonly series: number;
  readonly index: number;
  readonly time: TimeReader;
  /** The numbers of the fields. */
  readonly seriesField: number;
  readonly timeField: number;
  readonly valueField: number;
  /** The step of the series' grid; undefined for days and longer. */
  readonly stepMs: number | undefined;
  readonly clock: MarketClock;
}
