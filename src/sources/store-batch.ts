// A parsed batch into a store. A series that exists keeps its description; a new one is defined.

import type { Instant } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';
import { type RuleCounts, writeByRule } from '#importers/points/write-by-rule';
import type { ParsedBatch } from '#sources/source';
import type { WriteCounts } from '#store/journal-entry';
import type { SeriesDefinition, SeriesKey } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';

export interface BatchCounts {
  readonly points: RuleCounts;
  readonly runs: WriteCounts;
  /** How many series the batch wrote to. */
  readonly series: number;
}

type DataBatch = Extract<ParsedBatch, { kind: 'data' }>;

/**
 * Stores a batch within the caller's transaction. Throws an ImportFault if a series of the same code
 * has another resolution or unit. Stored values that the batch does not name stay.
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
    const key = await keyOf(definition);
    const counts = await writeByRule(writer, { key, indices, values }, now);
    pointCounts.added += counts.added;
    pointCounts.changed += counts.changed;
    pointCounts.same += counts.same;
    pointCounts.held += counts.held;
  }
  const runCounts = { added: 0, changed: 0, same: 0 };
  for (const run of runs) {
    const key = await keyOf(run.definition);
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
  const series = await writer.findSeries(code);
  if (!series) return (await writer.defineSeries(definition)).key;
  if (series.resolution !== resolution) {
    throw new ImportFault(
      `the series ${code} has one value per ${series.resolution}, not ${resolution}`,
    );
  }
  if (series.unit !== unit) {
    throw new ImportFault(`the series ${code} is in ${series.unit || 'no unit'}, not in ${unit}`);
  }
  return series.key;
}
