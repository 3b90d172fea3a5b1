// The data as CSV files: one with codes, as people have them, one with the numbers that SQL tables use.

import { open } from 'node:fs/promises';
import { FIRST_HOUR, HOUR_MS } from './calendar.ts';
import { type BenchSeries, listRuns, RUN_HOURS, runSeries } from './catalog.ts';
import { makeRunValues, makeValues } from './synthetic-values.ts';

const BUFFERED_CHARACTERS = 1 << 20;

const isoCache: string[] = [];
/** `2016-01-01T00:00:00Z`; every series repeats the same hours. */
function isoOf(hour: number): string {
  return (isoCache[hour - FIRST_HOUR] ??=
    `${new Date(hour * HOUR_MS).toISOString().slice(0, 19)}Z`);
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = await open(path, 'w');
  try {
    let text = '';
    for (const line of lines) {
      text += line;
      if (text.length < BUFFERED_CHARACTERS) continue;
      await file.write(text);
      text = '';
    }
    await file.write(text);
  } finally {
    await file.close();
  }
}

export type FirstColumn = 'code' | 'id';

/** Long form: `series,time,value` a line. Returns how many lines follow the header. */
export async function writePointsCsv(
  path: string,
  series: readonly BenchSeries[],
  firstColumn: FirstColumn,
): Promise<number> {
  function* lines() {
    yield firstColumn === 'code' ? 'series,time,value\n' : 'series_id,ts,value\n';
    for (const each of series) {
      const name = each[firstColumn];
      const values = makeValues(each.kind, each.id, each.hours);
      for (let i = 0; i < values.length; i++)
        yield `${name},${isoOf(FIRST_HOUR + i)},${values[i]}\n`;
    }
  }
  await writeLines(path, lines());
  return series.reduce((sum, { hours }) => sum + hours, 0);
}

export async function writeRunsCsv(path: string): Promise<void> {
  function* lines() {
    yield 'series_id,analyzed_at,ts,value\n';
    for (const { id } of runSeries()) {
      for (const [number, { analyzedAt, firstHour }] of listRuns().entries()) {
        const analyzed = `${new Date(analyzedAt).toISOString().slice(0, 19)}Z`;
        const values = makeRunValues(id, number, RUN_HOURS);
        for (let i = 0; i < RUN_HOURS; i++) {
          yield `${id},${analyzed},${isoOf(firstHour + i)},${values[i]}\n`;
        }
      }
    }
  }
  await writeLines(path, lines());
}

/** The catalogue, for SQL tables. */
export async function writeSeriesCsv(path: string, series: readonly BenchSeries[]): Promise<void> {
  function* lines() {
    yield 'id,code,description,unit,resolution,first_ts,last_ts,updated_at\n';
    for (const { id, code, description, unit, hours } of series) {
      const extent = hours > 0 ? `${isoOf(FIRST_HOUR)},${isoOf(FIRST_HOUR + hours - 1)}` : ',';
      yield `${id},${code},${description},${unit},hour,${extent},2026-01-01T00:00:00Z\n`;
    }
  }
  await writeLines(path, lines());
}

/** Definitions, for `gridtide import --define`. */
export async function writeDefinitionsCsv(path: string, series: readonly BenchSeries[]) {
  function* lines() {
    yield 'code,description,unit,resolution\n';
    for (const { code, description, unit } of series) yield `${code},${description},${unit},hour\n`;
  }
  await writeLines(path, lines());
}
