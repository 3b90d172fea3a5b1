// Writes the values of a computed series, so that every reader finds them like those of any other series. The
// store's history then says what was served when.

import type { Clock, Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import {
  type ComputedSeries,
  computeValues,
  extentOf,
  findComputed,
} from '#service/model-runs/computed-series';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader, SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

/** The source under which the store keeps what the values were computed from. No definition has such a name. */
const MEMORY = '=formula';

/** The actor of the journal's entries for values that runs bring up to date. */
const ACTOR = 'forecast';

interface Differences {
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** Whether the values of a series were ever computed: a formula may write them again. */
export const wasComputed = async (reader: SeriesReader, { key }: SeriesRecord): Promise<boolean> =>
  (await reader.readModelMemory(key, MEMORY)) !== undefined;

/** Writes the values that differ from what is stored, in the transaction of `writer`. */
export async function fillComputed(
  writer: SeriesWriter,
  series: SeriesRecord,
  computed: ComputedSeries,
  now: Instant,
): Promise<void> {
  const { indices, values } = await findDifferences(writer, series, computed);
  if (indices.length > 0) await writer.writePoints(series.key, indices, values, now);
  const { version } = (await writer.findSeries(series.code))!;
  await writer.writeModelMemory(series.key, MEMORY, memoryOf(computed, version), now);
}

/** Finds the computed series, among those of definitions, whose parts changed since they were last computed. */
export async function findOutdated(store: Store): Promise<string[]> {
  const outdated: string[] = [];
  for (const { series: code, formula } of await store.listForecastTargets()) {
    const found = formula === null ? undefined : await findBoth(store, code);
    if (found && !(await isUpToDate(store, found.series, found.computed))) outdated.push(code);
  }
  return outdated;
}

/** Brings the stored values of a series up to date, if a formula computes them. */
export async function refreshComputed(store: Store, code: string, clock: Clock): Promise<void> {
  const found = await findBoth(store, code);
  if (!found) return;
  const { series, computed } = found;
  if (await isUpToDate(store, series, computed)) return;
  const { indices } = await findDifferences(store, series, computed);
  const now = clock();
  // A run of a part changes its version, but no value: then the journal gets no entry.
  const name = `${code}: ${computed.formula.label}`;
  const entry =
    indices.length > 0 ? { kind: 'values' as const, actor: ACTOR, name, now } : undefined;
  await store.write(async (writer) => {
    const current = await findBoth(writer, code);
    if (current) await fillComputed(writer, current.series, current.computed, now);
  }, entry);
}

async function findBoth(reader: SeriesReader, code: string) {
  const series = await reader.findSeries(code);
  const computed = series && (await findComputed(reader, code));
  return computed && typeof computed !== 'string' ? { series: series!, computed } : undefined;
}

const isUpToDate = async (
  reader: SeriesReader,
  { key, version }: SeriesRecord,
  computed: ComputedSeries,
): Promise<boolean> => (await reader.readModelMemory(key, MEMORY)) === memoryOf(computed, version);

/**
 * The formula and the versions of its parts: with the same ones the values are the same. The version of the series
 * itself tells if an entry that wrote its values was taken back.
 */
const memoryOf = ({ text, parts }: ComputedSeries, version: number): string =>
  JSON.stringify({ formula: text, versions: parts.map(({ series }) => series.version), version });

async function findDifferences(
  reader: SeriesReader,
  series: SeriesRecord,
  computed: ComputedSeries,
): Promise<Differences> {
  const span = joined(storedExtent(series), extentOf(computed));
  const wanted = await computeValues(computed, span, (key, own) => reader.readValues(key, own));
  const stored = await reader.readValues(series.key, span);
  const differs = (i: number): boolean => !Object.is(wanted[i], stored[i]);
  const places = Int32Array.from(wanted.keys()).filter(differs);
  return {
    indices: places.map((i) => span.start + i),
    values: Float64Array.from(places, (i) => wanted[i]!),
  };
}

const storedExtent = ({ firstIndex, lastIndex }: SeriesRecord): IndexSpan =>
  firstIndex === null ? { start: 0, end: 0 } : { start: firstIndex, end: lastIndex! + 1 };

/** The span from the first to the last of two; an empty one does not count. */
function joined(a: IndexSpan, b: IndexSpan): IndexSpan {
  if (a.end <= a.start) return b;
  if (b.end <= b.start) return a;
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
