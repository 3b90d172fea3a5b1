// The store that rows write to under faults: series that operators write to, series that imports fill span by
// span, and what must be in them. Every value follows from its place, so any value that is wrong shows.

import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { findZone } from '#core/time/zone';
import { claimMarketZone } from '#service/kept-settings';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';

export const WRITERS = 4;
/** Values of one operator write. */
export const BATCH = 24;
const IMPORT_SERIES = 10;
/** Hours of one import, of each series. */
const SPAN_HOURS = 3_000;
export const SPAN_POINTS = IMPORT_SERIES * SPAN_HOURS;

/** The index of the first hour that is written. */
export const FIRST_HOUR = Date.UTC(2000, 0, 1) / 3_600_000;

export const writtenCode = (writer: number): string => `written${writer}`;
const importedCode = (series: number): string => `imported${series}`;
export const hourText = (hour: number): string =>
  new Date((FIRST_HOUR + hour) * 3_600_000).toISOString();

export const writtenValue = (writer: number, hour: number): number => hour + writer / 4;
const importedValue = (series: number, hour: number): number =>
  ((hour * 7_919 + series * 11) % 20_011) / 4;

/** Makes the store; resolves to an operator's key. */
export async function makeWrittenStore(url: string): Promise<string> {
  const store = await openStore(url);
  await claimMarketZone(store, findZone('Europe/Berlin')!);
  await store.write(async (writer) => {
    const codes = [
      ...Array.from({ length: WRITERS }, (_, i) => writtenCode(i)),
      ...Array.from({ length: IMPORT_SERIES }, (_, i) => importedCode(i)),
    ];
    for (const code of codes) {
      const texts = { description: '', unit: 'EUR/MWh', area: null, category: null };
      await writer.defineSeries({ code, resolution: 'hour', ...texts });
    }
  });
  const { accounts } = store;
  const now = Date.now();
  await ensurePlan(accounts, { name: 'all', patterns: ['*'], requestsPerMinute: 1_000_000 });
  const user = await addUser(accounts, { name: 'desk', password: null, planName: 'all' }, now);
  const key = await addKey(accounts, user, 'writer', now, { isOperator: true });
  await store.close();
  return key;
}

/** The file of one import: one span, or several. */
export async function writeSpanFile(path: string, span: number, spans = 1): Promise<void> {
  const file = await open(path, 'w');
  await file.write('series,time,value\n');
  for (let series = 0; series < IMPORT_SERIES; series++) {
    const lines: string[] = [];
    for (let hour = span * SPAN_HOURS; hour < (span + spans) * SPAN_HOURS; hour++) {
      lines.push(`${importedCode(series)},${hourText(hour)},${importedValue(series, hour)}\n`);
    }
    await file.write(lines.join(''));
  }
  await file.close();
}

export interface Expected {
  /** Batches of each writer that were acknowledged. */
  readonly batches: readonly number[];
  /** Imports that were acknowledged, or found whole before. */
  readonly spans: number;
}

export interface Found {
  /** The batches, as many as expected or more: what was stored and not acknowledged. */
  readonly batches: readonly number[];
  readonly spans: number;
  readonly faults: readonly string[];
}

/**
 * Checks every value and the journal. Each writer may have stored some writes without an acknowledgement:
 * one, because it waits for its answer, or any number if that was not remembered.
 */
export async function inspectStore(
  path: string,
  expected: Expected,
  mostAhead: number,
): Promise<Found> {
  const faults: string[] = [];
  const store = await openStore(`sqlite:${path}`);
  try {
    const batches: number[] = [];
    for (let writer = 0; writer < WRITERS; writer++) {
      const hours = await readRun(store, writtenCode(writer), faults, (hour) =>
        writtenValue(writer, hour),
      );
      batches.push(hours / BATCH);
    }
    const spans: number[] = [];
    for (let series = 0; series < IMPORT_SERIES; series++) {
      const hours = await readRun(store, importedCode(series), faults, (hour) =>
        importedValue(series, hour),
      );
      spans.push(hours / SPAN_HOURS);
    }
    faults.push(
      ...compare(batches, spans, expected, mostAhead),
      ...faultsOfJournal(path, batches, spans),
    );
    return { batches: batches.map(Math.floor), spans: Math.floor(spans[0]!), faults };
  } finally {
    await store.close();
  }
}

function compare(
  batches: readonly number[],
  spans: readonly number[],
  expected: Expected,
  mostAhead: number,
): string[] {
  const faults: string[] = [];
  for (const [writer, found] of batches.entries()) {
    const least = expected.batches[writer]!;
    if (found < least) faults.push(`${writtenCode(writer)}: ${found} of ${least} writes exist`);
    if (found > least + mostAhead || !Number.isInteger(found))
      faults.push(`${writtenCode(writer)}: ${found} writes, ${least} were acknowledged`);
  }
  const isWhole = spans.every((found) => found === spans[0] && Number.isInteger(found));
  if (!isWhole) faults.push(`an import exists in part: ${spans.join(', ')}`);
  if (spans[0]! < expected.spans) faults.push(`${spans[0]} of ${expected.spans} imports exist`);
  return faults;
}

/** How many hours from the first on have values; each must be the right one, with none behind a gap. */
async function readRun(
  store: Store,
  code: string,
  faults: string[],
  valueAt: (hour: number) => number,
): Promise<number> {
  const { key, firstIndex, lastIndex } = (await store.findSeries(code))!;
  if (lastIndex === null) return 0;
  if (firstIndex !== FIRST_HOUR) faults.push(`${code} begins at another hour`);
  const values = await store.readValues(key, { start: FIRST_HOUR, end: lastIndex + 1 });
  const wrong = values.findIndex((value, hour) => value !== valueAt(hour));
  if (wrong >= 0) faults.push(`${code} has ${values[wrong]} at ${hourText(wrong)}`);
  return values.length;
}

/** Each point was added by one entry, once; each operator write has one entry. */
function faultsOfJournal(
  path: string,
  batches: readonly number[],
  spans: readonly number[],
): string[] {
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const writes = sum(batches);
  const should = { values: writes * BATCH, import: sum(spans) * SPAN_HOURS };
  const database = new DatabaseSync(path, { readOnly: true });
  const ask = database.prepare(
    `SELECT count(*) AS entries, coalesce(sum(points_added), 0) AS added,
       coalesce(sum(points_changed), 0) AS changed FROM journal WHERE kind = ?`,
  );
  const faults: string[] = [];
  for (const [kind, points] of Object.entries(should)) {
    const { entries, added, changed } = ask.get(kind)!;
    if (added !== points || changed !== 0)
      faults.push(`${kind}: ${points} points, but ${added} added, ${changed} changed`);
    if (kind === 'values' && entries !== writes)
      faults.push(`${writes} writes, but ${entries} entries`);
  }
  database.close();
  return faults;
}
