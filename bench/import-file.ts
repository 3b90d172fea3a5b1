// The file to import: the series of the other benchmarks in long form, as large as asked for.

import { open } from 'node:fs/promises';
import { FIRST_HOUR, HOUR_MS, HOURS } from '../harness/data/calendar.ts';
import { type BenchSeries, longSeries } from '../harness/data/catalog.ts';
import { writeDefinitionsCsv } from '../harness/data/csv-files.ts';
import { makeValues } from '../harness/data/synthetic-values.ts';
import type { Workspace } from '../harness/workspace.ts';

/** One series after the other, or all of them hour by hour. */
export type FileOrder = 'series' | 'time';

export interface ImportFile {
  readonly path: string;
  /** The series for the product, a line each: code, description, unit, resolution. */
  readonly definitions: string;
  readonly order: FileOrder;
  readonly bytes: number;
  readonly rows: number;
  readonly series: number;
}

/** What a row takes, for the number of series of a file in the order of time. */
const BYTES_PER_ROW = 38.6;
const BUFFERED_CHARACTERS = 1 << 20;

export async function writeImportFile(
  workspace: Workspace,
  bytes: number,
  order: FileOrder,
): Promise<ImportFile> {
  const all = longSeries(Math.ceil(bytes / BYTES_PER_ROW / HOURS) + 5);
  const path = workspace.path('import.csv');
  const lines = order === 'series' ? linesBySeries(all) : linesByTime(all.slice(0, -4));
  const { rows, written } = await writeUpTo(path, lines, bytes);
  const series = order === 'series' ? all.slice(0, Math.ceil(rows / HOURS)) : all.slice(0, -4);
  const definitions = workspace.path('definitions.csv');
  await writeDefinitionsCsv(definitions, series);
  return { path, definitions, order, bytes: written, rows, series: series.length };
}

/** The header, and lines until the file is large enough. */
async function writeUpTo(path: string, lines: Iterable<string>, bytes: number) {
  const file = await open(path, 'w');
  try {
    let text = 'series,time,value\n';
    let [rows, written] = [0, 0];
    for (const line of lines) {
      if (written + text.length >= bytes) break;
      text += line;
      rows++;
      if (text.length < BUFFERED_CHARACTERS) continue;
      await file.write(text);
      written += text.length;
      text = '';
    }
    await file.write(text);
    return { rows, written: written + text.length };
  } finally {
    await file.close();
  }
}

const times: string[] = [];
const timeOf = (hour: number): string =>
  (times[hour] ??= `${new Date((FIRST_HOUR + hour) * HOUR_MS).toISOString().slice(0, 19)}Z`);

function* linesBySeries(all: readonly BenchSeries[]): Generator<string> {
  for (const { id, code, kind } of all) {
    const values = makeValues(kind, id, HOURS);
    for (let i = 0; i < HOURS; i++) yield `${code},${timeOf(i)},${values[i]}\n`;
  }
}

function* linesByTime(all: readonly BenchSeries[]): Generator<string> {
  const columns = all.map(({ id, kind }) => makeValues(kind, id, HOURS));
  for (let i = 0; i < HOURS; i++) {
    for (const [at, { code }] of all.entries()) yield `${code},${timeOf(i)},${columns[at]![i]}\n`;
  }
}
