// The same table as a file of every format, for the tests that hold for all formats.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import {
  DateDay,
  Dictionary,
  Float64,
  Int32,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { DAY_MS } from '#core/time/instant';
import { importPoints, type PointImport, type PointImportOptions } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import type { Store } from '#store/store';
import { BERLIN, makeFolder, NOW } from './open-market.ts';
import { makeXlsx, type XlsxCell } from './tables/xlsx/made-workbook.ts';

export type Cell = string | number | null;

export interface MadeTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface MadeFormat {
  readonly name: string;
  /** The ending of the file's name. */
  readonly ending: string;
  make(table: MadeTable): Promise<Uint8Array> | Uint8Array;
  /** The place of a row in a fault; rows are counted from 0. */
  where(row: number): string;
  /** The name of a row in a fault about another: `line 3`. */
  row(row: number): string;
}

const columnsOf = ({ names, rows }: MadeTable) =>
  names.map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? null) }));

/** The type of a column that loses nothing: times of one form, numbers, else texts. */
function kindOf(name: string, cells: readonly Cell[]): 'utc' | 'wall' | 'date' | 'number' | 'text' {
  const isTime = /^(?:time|analyzed)$/i.test(name) && cells.length > 0;
  const every = (form: RegExp): boolean =>
    isTime && cells.every((cell) => typeof cell === 'string' && form.test(cell));
  if (every(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/)) return 'utc';
  if (every(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)) return 'wall';
  if (every(/^\d{4}-\d\d-\d\d$/)) return 'date';
  return cells.every((cell) => typeof cell !== 'string') ? 'number' : 'text';
}

const msOf = (cell: Cell): number => Date.parse(`${`${cell}`.replace(/Z$/, '')}Z`);
const textOf = (cell: Cell): string | null => (cell === null ? null : `${cell}`);

function csvOf({ names, rows }: MadeTable, delimiter = ','): string {
  const field = (cell: Cell): string => {
    const text = cell === null ? '' : `${cell}`;
    return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows].map((row) => `${row.map(field).join(delimiter)}\n`).join('');
}

const ndjsonOf = ({ names, rows }: MadeTable): string =>
  rows
    .map(
      (row) => `${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]])))}\n`,
    )
    .join('');

function parquetOf(table: MadeTable, isTyped: boolean): Uint8Array {
  const columns = columnsOf(table).map(({ name, cells }) => {
    const kind = kindOf(name, cells);
    const element = { name, repetition_type: 'OPTIONAL' } as const;
    if (kind === 'number') {
      return { element: { ...element, type: 'DOUBLE' as const }, name, data: cells };
    }
    if (isTyped && (kind === 'utc' || kind === 'wall')) {
      const isAdjustedToUTC = kind === 'utc';
      const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } as const;
      const data = cells.map((cell) => BigInt(msOf(cell)) * 1000n);
      return { element: { ...element, type: 'INT64' as const, logical_type }, name, data };
    }
    if (isTyped && kind === 'date') {
      const data = cells.map((cell) => msOf(cell) / DAY_MS);
      const converted_type = 'DATE' as const;
      return { element: { ...element, type: 'INT32' as const, converted_type }, name, data };
    }
    const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
    return { element: { ...element, ...text }, name, data: cells.map(textOf) };
  });
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ element }) => element),
  ];
  const columnData = columns.map(({ name, data }) => ({ name, data }));
  // Small groups and pages, so that few rows span many of them.
  return new Uint8Array(
    parquetWriteBuffer({ columnData, schema, rowGroupSize: [3, 10], pageSize: 64 }),
  );
}

function arrowVector(name: string, cells: readonly Cell[], isTyped: boolean): Vector {
  const kind = kindOf(name, cells);
  if (kind === 'number') return vectorFromArray(cells, new Float64());
  const times = (): number[] => cells.map(msOf);
  if (isTyped && kind === 'utc') return vectorFromArray(times(), new TimestampMillisecond('UTC'));
  if (isTyped && kind === 'wall') return vectorFromArray(times(), new TimestampMicrosecond());
  if (isTyped && kind === 'date') return vectorFromArray(times(), new DateDay());
  const type = isTyped ? new Dictionary(new Utf8(), new Int32()) : new Utf8();
  return vectorFromArray(cells.map(textOf), type);
}

async function arrowOf(table: MadeTable, isTyped: boolean, isFile: boolean): Promise<Uint8Array> {
  const columns = columnsOf(table).map(({ name, cells }): [string, Vector] => [
    name,
    arrowVector(name, cells, isTyped),
  ]);
  const whole = new Table(Object.fromEntries(columns));
  const writer = isFile ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
  const [batch] = whole.batches;
  // Several batches, so that rows span them.
  for (let at = 0; at === 0 || at < whole.numRows; at += 4) writer.write(batch!.slice(at, at + 4));
  writer.finish();
  return writer.toUint8Array();
}

const xlsxOf = (table: MadeTable, isTyped: boolean): Promise<Uint8Array> =>
  makeXlsx(
    [
      [...table.names],
      ...table.rows.map((row) =>
        row.map((cell, at): XlsxCell => {
          const column = table.rows.map((each) => each[at] ?? null);
          const kind = kindOf(table.names[at]!, column);
          const isDate = isTyped && (kind === 'wall' || kind === 'date');
          return isDate ? { days: msOf(cell) / DAY_MS + 25_569 } : cell;
        }),
      ),
    ],
    { sheetName: 'Prices', isShared: isTyped },
  );

const lines = (first: number) => ({
  where: (row: number) => `line ${row + first}: `,
  row: (row: number) => `line ${row + first}`,
});
const rows = { where: (row: number) => `row ${row + 1}: `, row: (row: number) => `row ${row + 1}` };
const sheetRows = {
  where: (row: number) => `sheet "Prices" row ${row + 2}: `,
  row: (row: number) => `row ${row + 2}`,
};

export const MADE_FORMATS: readonly MadeFormat[] = [
  { name: 'CSV', ending: 'csv', make: (table) => Buffer.from(csvOf(table)), ...lines(2) },
  {
    name: 'CSV with semicolons, in zstd',
    ending: 'csv.zst',
    make: (table) => zstdCompressSync(csvOf(table, ';')),
    ...lines(2),
  },
  { name: 'NDJSON', ending: 'ndjson', make: (table) => Buffer.from(ndjsonOf(table)), ...lines(1) },
  {
    name: 'NDJSON in gzip',
    ending: 'jsonl.gz',
    make: (table) => gzipSync(ndjsonOf(table)),
    ...lines(1),
  },
  {
    name: 'Parquet with texts',
    ending: 'parquet',
    make: (table) => parquetOf(table, false),
    ...rows,
  },
  {
    name: 'Parquet with time stamps',
    ending: 'pq',
    make: (table) => parquetOf(table, true),
    ...rows,
  },
  {
    name: 'an Arrow stream with texts',
    ending: 'arrows',
    make: (table) => arrowOf(table, false, false),
    ...rows,
  },
  {
    name: 'an Arrow file with time stamps and dictionaries',
    ending: 'arrow',
    make: (table) => arrowOf(table, true, true),
    ...rows,
  },
  {
    name: 'Excel with texts',
    ending: 'xlsx',
    make: (table) => xlsxOf(table, false),
    ...sheetRows,
  },
  {
    name: 'Excel with dates and shared texts',
    ending: 'xlsx',
    make: (table) => xlsxOf(table, true),
    ...sheetRows,
  },
];

/** Imports bytes as a file of an ending. */
export async function importBytes(
  t: TestContext,
  store: Store,
  bytes: Uint8Array,
  ending: string,
  options: Partial<PointImportOptions> & { sheet?: string } = {},
): Promise<PointImport> {
  const path = join(await makeFolder(t), `made.${ending}`);
  await writeFile(path, bytes);
  const { sheet, ...rest } = options;
  const { rows } = await openRows(path, Readable.from([]), { sheet });
  return importPoints(store, rows, { zone: BERLIN, now: NOW, ...rest });
}
