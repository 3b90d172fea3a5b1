// Reads the values that an operator sends for one series: JSON in two forms, CSV, NDJSON or an Excel workbook.

import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Grid } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';
import { RESOLUTIONS } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import { writeByRule } from '#importers/points/write-by-rule';
import { CsvRows } from '#importers/rows/csv-rows';
import { NdjsonRows } from '#importers/rows/ndjson-rows';
import type { RowReader } from '#importers/rows/row-reader';
import { TableRows } from '#importers/rows/table-rows';
import type { MixedCell, Table, TableBatch } from '#importers/tables/table';
import { gridOfSeries } from '#service/context';
import {
  checkCount,
  checkEnd,
  type Fields,
  fieldsOf,
  indexOf,
  missing,
  textOf,
  valuesOf,
  wrongType,
} from '#service/operator/operator-fields';
import { readRows, type SeriesPoints } from '#service/operator/operator-rows';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { SeriesDefinition } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';

export type RowsFormat = 'csv' | 'ndjson' | 'xlsx';

/** Rows as they arrive. */
export interface RowsStream {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly format: RowsFormat;
  /** The sheet of a workbook. Left out: its first. */
  readonly sheet?: string | undefined;
}

/** Points of a file, with what was found out about how its numbers are written. */
export interface FilePoints extends SeriesPoints {
  readonly dialect?: string;
}

/** Reads the points of a stream of rows `time`, `value`. */
export async function readStream(
  stream: RowsStream,
  series: SeriesDefinition,
  zone: Zone,
): Promise<FilePoints> {
  try {
    const rows = await openStream(stream);
    const points = await readRows(rows, series.code, gridOfSeries(series, zone), zone);
    return rows.dialect === undefined ? points : { ...points, dialect: rows.dialect };
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const place = error.line === undefined ? '' : `${error.place.noun} ${error.line}: `;
    throw refuseField('field_invalid', error.column ?? 'body', place + error.reason);
  }
}

async function openStream({ pieces, format, sheet }: RowsStream): Promise<RowReader> {
  if (format === 'xlsx') return openSheet(pieces, sheet);
  return format === 'csv' ? new CsvRows(pieces) : new NdjsonRows(pieces);
}

/** A workbook is read from its end, so it becomes a temporary file first. */
async function openSheet(
  pieces: AsyncIterable<Uint8Array>,
  sheet: string | undefined,
): Promise<RowReader> {
  const { spool, SpoolFailed } = await import('#importers/files/random-access');
  const { openXlsx } = await import('#importers/tables/xlsx/xlsx-table');
  const file = await spool(pieces).catch((error) => {
    throw error instanceof SpoolFailed ? refuseSpool(error) : error;
  });
  try {
    return new TableRows(await openXlsx(file, sheet));
  } catch (error) {
    await file.close();
    throw error;
  }
}

const SPOOL_RETRY_SECONDS = 30;

/** The path stays out of the answer; the cause is logged. */
const refuseSpool = (fault: Error & { readonly code: string }): Refusal =>
  new Refusal(
    'store_unavailable',
    `the temporary folder of the server is full or cannot be written (${fault.code}), so the workbook cannot be read; nothing was written; rows as CSV need no temporary file`,
    { retryAfterSeconds: SPOOL_RETRY_SECONDS, cause: fault },
  );

/** The most points that show how a file was read. */
const MOST_SHOWN = 8;

/** The first points, as they would be written. */
export function firstPoints(
  { indices, values }: SeriesPoints,
  series: SeriesDefinition,
  zone: Zone,
): { readonly time: string; readonly value: number | null }[] {
  const grid = gridOfSeries(series, zone);
  return Array.from(indices.subarray(0, MOST_SHOWN), (index, at) => ({
    time: formatUtc(grid.startOf(index)),
    value: Number.isNaN(values[at]!) ? null : values[at]!,
  }));
}

/** Reads the points of a JSON body: a list of times and values, or values from a start on. */
export async function readValuesBody(
  body: unknown,
  series: SeriesDefinition,
  zone: Zone,
): Promise<SeriesPoints> {
  const fields = fieldsOf(body);
  const grid = gridOfSeries(series, zone);
  checkResolution(fields, series);
  if (fields.start !== undefined) return pointsFrom(fields, grid, zone);
  const given = fields.values;
  if (given === undefined || given === null) throw missing('values', 'a list of values');
  if (!Array.isArray(given)) throw wrongType('values', 'an array', given);
  checkCount(given.length, 'values');
  for (let i = 0; i < given.length; i++) checkEntry(given[i], i);
  try {
    return await readRows(new TableRows(tableOf(given as Entry[])), series.code, grid, zone);
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const at = error.line === undefined ? '' : `.${error.line - 1}.${error.column ?? 'time'}`;
    throw refuseField('field_invalid', `values${at}`, error.reason);
  }
}

function checkResolution({ resolution }: Fields, series: SeriesDefinition): void {
  if (resolution === undefined || resolution === null) return;
  if (typeof resolution !== 'string') throw wrongType('resolution', 'a string', resolution);
  const named = RESOLUTIONS.find((one) =>
    [one.name, one.adverb.toLowerCase(), one.iso.toLowerCase()].includes(
      resolution.trim().toLowerCase(),
    ),
  );
  if (named?.name === series.resolution) return;
  const message = `${quoteGiven(resolution)} is not the resolution of ${series.code}`;
  throw refuseField('field_invalid', 'resolution', message, [series.resolution]);
}

function pointsFrom(fields: Fields, grid: Grid, zone: Zone): SeriesPoints {
  const first = indexOf(textOf(fields, 'start', 'a time'), 'start', grid, zone);
  const values = valuesOf(fields.values, 'values');
  checkEnd(grid, first + values.length - 1, 'values');
  const indices = new Int32Array(values.length);
  for (let i = 0; i < indices.length; i++) indices[i] = first + i;
  return { indices, values, repeats: 0 };
}

interface Entry {
  readonly time: MixedCell;
  readonly value: number | null;
}

function checkEntry(entry: unknown, i: number): void {
  const at = `values.${i}`;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    const wanted = 'an object with time and value (or give a start before plain values)';
    throw wrongType(at, wanted, entry);
  }
  const { time, value } = entry as Record<string, unknown>;
  if (time === undefined || time === null) throw missing(`${at}.time`, 'a time');
  if (typeof time !== 'string' && typeof time !== 'number') {
    throw wrongType(`${at}.time`, 'a string', time);
  }
  if (value === undefined) throw missing(`${at}.value`, 'a number, or null for a gap,');
  if (value !== null && typeof value !== 'number') {
    throw wrongType(`${at}.value`, 'a number or null', value);
  }
}

/** Makes a table of a list, so that its times are read like those of files. */
function tableOf(entries: readonly Entry[]): Table {
  const batch: TableBatch = {
    count: entries.length,
    columns: [
      { kind: 'mixed', cells: entries.map(({ time }) => time) },
      { kind: 'mixed', cells: entries.map(({ value }) => value) },
    ],
    lineOf: (row) => row + 1,
  };
  return {
    names: ['time', 'value'],
    headWord: 'keys',
    place: { noun: 'row' },
    headLine: undefined,
    batches: (async function* () {
      yield batch;
    })(),
    close: async () => {},
  };
}

/** Writes points in a transaction; values outside the series' rule are held. */
export async function writeValues(
  writer: SeriesWriter,
  code: string,
  { indices, values, repeats }: SeriesPoints,
  now: Instant,
) {
  const { key } = await findSeriesOrRefuse(writer, code, 'code');
  const { added, changed, same, held } = await writeByRule(writer, { key, indices, values }, now);
  return { new: added, changed, same, held, repeated: repeats };
}
