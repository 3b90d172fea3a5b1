// A parsed batch into a store. A series that is there keeps its description; one that is not is made.

import { formatUtc, type Instant } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';
import { type SiftedCounts, writeSifted } from '#importers/points/write-by-rule';
import type { ParsedBatch, RunBatch } from '#sources/source';
import type { WriteCounts } from '#store/journal-entry';
import type { SeriesDefinition, SeriesKey, SeriesWriter } from '#store/series-store';

export interface BatchCounts {
  readonly points: SiftedCounts;
  readonly runs: WriteCounts;
  /** How many series it wrote to. */
  readonly series: number;
}

type DataBatch = Extract<ParsedBatch, { kind: 'data' }>;

/**
 * Stores a batch within the caller's transaction; throws an ImportFault where a series of the same
 * code is something else. Values of the store that the batch does not name stay.
 */
export async function storeBatch(
  writer: SeriesWriter,
  { points, runs }: DataBatch,
  now: Instant,
): Promise<BatchCounts> {
  const keys = new Map<string, SeriesKey>();
  const keyOf = async (definition: SeriesDefinition): Promise<SeriesKey> => {
    const key = keys.get(definition.code) ?? (await findOrDefine(writer, definition));
    keys.set(definition.code, key);
    return key;
  };
  const pointCounts = { added: 0, changed: 0, same: 0, held: 0 };
  for (const { definition, indices, values } of points) {
    if (indices.length === 0) continue;
    const counts = await writeSifted(writer, await keyOf(definition), indices, values, now);
    pointCounts.added += counts.added;
    pointCounts.changed += counts.changed;
    pointCounts.same += counts.same;
    pointCounts.held += counts.held;
  }
  const runCounts = { added: 0, changed: 0, same: 0 };
  for (const run of runs) {
    const key = await keyOf(run.definition);
    await refuseForeignRun(writer, key, run);
    const { analyzedAt, firstIndex, values, source } = run;
    const stored = { analyzedAt, updatedAt: now, firstIndex, values, source };
    runCounts[await writer.writeRun(key, stored, now)]++;
  }
  return { points: pointCounts, runs: runCounts, series: keys.size };
}

async function findOrDefine(
  writer: SeriesWriter,
  definition: SeriesDefinition,
): Promise<SeriesKey> {
  const { code, unit, resolution } = definition;
  const held = await writer.findSeries(code);
  if (!held) return (await writer.defineSeries(definition)).key;
  if (held.resolution !== resolution) {
    throw new ImportFault(
      `the series ${code} has one value per ${held.resolution}, not ${resolution}`,
    );
  }
  if (held.unit !== unit) {
    throw new ImportFault(`the series ${code} is in ${held.unit || 'no unit'}, not in ${unit}`);
  }
  return held.key;
}

/** A run is known by its time alone: another source's of the same time would be lost. */
async function refuseForeignRun(
  writer: SeriesWriter,
  key: SeriesKey,
  { analyzedAt, source, definition }: RunBatch,
): Promise<void> {
  const [held] = await writer.readRuns(key, analyzedAt, analyzedAt);
  if (!held || held.source === source) return;
  throw new ImportFault(
    `${definition.code} has a run of ${formatUtc(analyzedAt)} from ${held.source} already`,
  );
}
