// Writes answers to the store. Known values are not written: the journal has an entry for each write, and
// most answers about the last week, fetched every hour, bring nothing new.

import type { Instant } from '#core/time/instant';
import type { ForecastRun } from '#core/values/forecast-run';
import type { ParsedBatch, PointBatch, RunBatch } from '#sources/source';
import { storeBatch } from '#sources/store-batch';
import type { EntryFacts, WriteCounts } from '#store/journal-entry';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';

type Data = Extract<ParsedBatch, { kind: 'data' }>;

/** Stores an answer and counts its points and runs together. */
export async function storeAnswer(
  store: Store,
  data: Data,
  now: Instant,
  entry: EntryFacts,
): Promise<WriteCounts> {
  const same = await countKnown(store, data);
  if (same !== undefined) return { added: 0, changed: 0, same };
  const { points, runs } = await store.write((writer) => storeBatch(writer, data, now), entry);
  return {
    added: points.added + runs.added,
    changed: points.changed + runs.changed,
    same: points.same + runs.same,
  };
}

/** The number of points and runs of an answer if all are stored already; else undefined. */
async function countKnown(
  store: SeriesReader,
  { points, runs }: Data,
): Promise<number | undefined> {
  let count = 0;
  for (const batch of points) {
    if (!(await arePointsKnown(store, batch))) return undefined;
    count += batch.indices.length;
  }
  for (const batch of runs) {
    if (!(await isRunKnown(store, batch))) return undefined;
    count++;
  }
  return count;
}

async function arePointsKnown(
  store: SeriesReader,
  { definition, indices, values }: PointBatch,
): Promise<boolean> {
  const series = await store.findSeries(definition.code);
  if (!series) return false;
  if (indices.length === 0) return true;
  const start = indices[0]!;
  const stored = await store.readValues(series.key, { start, end: indices.at(-1)! + 1 });
  return indices.every((index, i) => isSame(stored[index - start]!, values[i]!));
}

async function isRunKnown(store: SeriesReader, batch: RunBatch): Promise<boolean> {
  const series = await store.findSeries(batch.definition.code);
  const run: ForecastRun | undefined =
    series && (await store.findNewestRun(series.key, batch.analyzedAt, batch.source));
  return (
    run?.analyzedAt === batch.analyzedAt &&
    run.firstIndex === batch.firstIndex &&
    run.values.length === batch.values.length &&
    run.values.every((value, i) => isSame(value, batch.values[i]!))
  );
}

const isSame = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));
