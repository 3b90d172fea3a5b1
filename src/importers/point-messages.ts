// What the thread that reads a file for its points and the importer's own say to each other.

import type { CsvDialect } from '#importers/bytes/csv-dialect';
import type { FormatName } from '#importers/files/file-formats';
import type { Place } from '#importers/files/import-fault';
import type { ColumnNames } from '#importers/rows/row-layout';
import type { SentFault } from '#importers/table-messages';
import type { SeriesDefinition, SeriesQuery, SeriesRecord } from '#store/series-record';

/** The points of a piece: enough that messages cost little, and few enough that both threads are at work soon. */
export const PIECE_POINTS = 1 << 15;
/** Pieces that the thread may be ahead: a million points, 21 MB. */
export const AHEAD = 32;

/** The file to read. */
export interface ApartFile {
  readonly path: string;
  /** The format; else the file's name tells it. */
  readonly format?: FormatName | undefined;
  readonly sheet?: string | undefined;
  readonly dialect?: CsvDialect | undefined;
}

/** What the rows of the file mean. */
export interface PointsTask {
  readonly columns: ColumnNames | undefined;
  readonly zone: string;
  readonly definitions: readonly SeriesDefinition[];
  readonly skipsMissingHours: boolean;
}

export type ToPointsThread =
  | { readonly task: PointsTask }
  /** The memory of a piece that was read, to be used again. */
  | { readonly memory: ArrayBuffer }
  /** The answer to the last question. */
  | { readonly answer: SeriesRecord | undefined | SeriesRecord[] };

/** A series that the file names, with the next number. */
export type NamedSeries = Pick<SeriesDefinition, 'code' | 'resolution'>;

export interface SentPiece {
  /** A piece of a PointBuffer. */
  readonly memory: ArrayBuffer;
  readonly count: number;
  /** The series that were named since the piece before. */
  readonly series: readonly NamedSeries[];
  /** The bytes of the file that were read so far. */
  readonly readBytes: number;
}

export interface SentEnd {
  readonly rows: number;
  readonly skipped: number;
  /** What was found out about how numbers are written. */
  readonly dialect: string | undefined;
}

export type FromPointsThread =
  | { readonly place: Place }
  | { readonly piece: SentPiece }
  | { readonly end: SentEnd }
  | { readonly fault: SentFault }
  | { readonly find: string }
  | { readonly search: SeriesQuery };
