// The formats that can be written, one row each. Large libraries are loaded when they are first used.

import type { ExportTable } from '#exporters/export-table';
import { writeCsv } from '#exporters/write-csv';
import { writeNdjson } from '#exporters/write-ndjson';

export type ExportFormatName = 'csv' | 'ndjson' | 'parquet' | 'arrow' | 'xlsx';

type WriteTable = (table: ExportTable) => AsyncGenerator<Buffer>;

export interface ExportFormat {
  readonly name: ExportFormatName;
  /** Endings of file names without the dot. Files are written with the first. */
  readonly extensions: readonly [string, ...string[]];
  readonly mediaType: string;
  /** Whether the format is text, which a terminal can show. */
  readonly isText: boolean;
  readonly write: WriteTable;
}

const later = (load: () => Promise<WriteTable>): WriteTable =>
  async function* (table) {
    const write = await load();
    yield* write(table);
  };

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  { name: 'csv', extensions: ['csv'], mediaType: 'text/csv', isText: true, write: writeCsv },
  {
    name: 'ndjson',
    extensions: ['ndjson', 'jsonl'],
    mediaType: 'application/x-ndjson',
    isText: true,
    write: writeNdjson,
  },
  {
    name: 'parquet',
    extensions: ['parquet'],
    mediaType: 'application/vnd.apache.parquet',
    isText: false,
    write: later(async () => (await import('#exporters/write-parquet')).writeParquet),
  },
  {
    name: 'arrow',
    extensions: ['arrow', 'arrows'],
    mediaType: 'application/vnd.apache.arrow.stream',
    isText: false,
    write: later(async () => (await import('#exporters/write-arrow')).writeArrow),
  },
  {
    name: 'xlsx',
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isText: false,
    write: later(async () => (await import('#exporters/write-xlsx')).writeXlsx),
  },
];

export const findExportFormat = (name: string): ExportFormat | undefined =>
  EXPORT_FORMATS.find((format) => format.name === name);
