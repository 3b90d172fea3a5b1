// Brings a demo store up to now: defines missing series, writes the values since the last fill, and makes
// the forecast runs of the last days. One fill or one every hour gives the same store.

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { CATEGORIES } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { OWN_SOURCE } from '#core/values/source-order';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { historyOf, runTimes, SIMPLE_SOURCE, simpleRun } from '#demo/simple-runs';
import { type DemoSeries, extentAt, hoursOf } from '#demo/world/demo-series';
import { Europe } from '#demo/world/europe';
import { WriteQueue } from '#demo/write-queue';
import type { SeriesRecord } from '#store/series-store';
import type { Store } from '#store/store';

/** Changes whenever the same hour would get another value: an older store is then written again. */
export const DEMO_VERSION = '1';
const DEMO_SETTING = 'demo';

export interface DemoFilled {
  /** The number of added or changed points. */
  readonly points: number;
  readonly runs: number;
}

/** The missing values and runs of one series. */
interface Lack {
  readonly series: DemoSeries;
  readonly record: SeriesRecord;
  readonly span: IndexSpan;
  /** The times of the missing runs, ascending. */
  readonly runsAt: readonly Instant[];
}

/**
 * Fills the store. `zone` is the market's. Yields between series, so that a server goes on answering.
 * Throws if the store has series that are not the demo's.
 */
export async function fillDemo(
  store: Store,
  now: Instant,
  zone: Zone,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<DemoFilled> {
  const isCurrent = await claimStore(store);
  const records = await defineAll(store);
  const lacks = DEMO_SERIES.map((series, i) => lackOf(series, records[i]!, now, zone, isCurrent));
  await yieldToOthers();
  const europe = new Europe(zone, hoursOfAll(lacks, zone));
  await yieldToOthers();
  const queue = new WriteQueue(store, now, onProgress);
  queue.expect(lacks);
  for (const { recordedAt, series, record, span } of inOrderOfTime(lacks, now, zone)) {
    const values = series.generate(europe, span);
    // Gaps at the end are written with the first value after them.
    if (isCurrent && values.every(Number.isNaN)) continue;
    await queue.addPoints(record.key, span.start, values, recordedAt);
    await yieldToOthers();
  }
  for (const { series, record, runsAt } of lacks) {
    for (const analyzedAt of runsAt) {
      const run = simpleRun(series, europe, analyzedAt, now);
      if (run) await queue.addRun(record.key, run);
    }
    if (runsAt.length > 0) await yieldToOthers();
  }
  await queue.flush();
  if (!isCurrent) await store.putSetting(DEMO_SETTING, DEMO_VERSION);
  return { points: queue.points, runs: queue.runs };
}

/** A part of a series' missing values, and the time at which it became known. */
interface Piece extends Omit<Lack, 'runsAt'> {
  readonly recordedAt: Instant;
}

/**
 * The missing values in pieces of ascending time. Series that the model reads are recorded as they became
 * known from run to run, so that a run of the last days sees only what was known. Others are recorded now.
 */
function inOrderOfTime(lacks: readonly Lack[], now: Instant, zone: Zone): Piece[] {
  const pieces: Piece[] = [];
  for (const { series, record, span } of lacks) {
    const times = MODELLED.has(series.definition.category ?? '') ? runTimes(now, null) : [];
    let start = span.start;
    for (const recordedAt of [...times, now]) {
      const end = Math.min(span.end, extentAt(series, recordedAt, zone).end);
      if (end <= start) continue;
      pieces.push({ recordedAt, series, record, span: { start, end } });
      start = end;
    }
  }
  return pieces.sort((a, b) => a.recordedAt - b.recordedAt);
}

/** Marks an empty store as the demo's; resolves to whether its data is of this version. */
async function claimStore(store: Store): Promise<boolean> {
  const version = await store.getSetting(DEMO_SETTING);
  if (version !== undefined) return version === DEMO_VERSION;
  if ((await store.countSeries()) > 0) {
    throw new Error(
      'the store holds data that is not the demo’s: --demo needs a store of its own, for example --store sqlite:data/demo.db',
    );
  }
  // Marked before it is filled: an interrupted fill continues at the next start.
  await store.putSetting(DEMO_SETTING, DEMO_VERSION);
  return true;
}

/** Defines the series, and returns their records in the order of DEMO_SERIES. */
async function defineAll(store: Store): Promise<SeriesRecord[]> {
  const existing = await Promise.all(
    DEMO_SERIES.map(({ definition }) => store.findSeries(definition.code)),
  );
  const isDefined = existing.every((record, i) => record && isDefinedAs(record, DEMO_SERIES[i]!));
  if (isDefined && (await isOrdered(store, existing as SeriesRecord[])))
    return existing as SeriesRecord[];
  return store.write(async (writer) => {
    const records: SeriesRecord[] = [];
    for (const { definition } of DEMO_SERIES) {
      const record = await writer.defineSeries(definition);
      // The simple runs are for comparison: the model's are preferred, as of any time.
      if ((await writer.readSourceOrder(record.key)).length === 0)
        await writer.setSourceOrder(record.key, [OWN_SOURCE, SIMPLE_SOURCE], 0);
      records.push(record);
    }
    return records;
  });
}

/** Whether every series has an order of sources. Stores from before the order was kept have none. */
async function isOrdered(store: Store, records: readonly SeriesRecord[]): Promise<boolean> {
  for (const { key } of records) if ((await store.readSourceOrder(key)).length === 0) return false;
  return true;
}

const isDefinedAs = (record: SeriesRecord, { definition }: DemoSeries): boolean =>
  record.resolution === definition.resolution &&
  record.description === definition.description &&
  record.unit === definition.unit &&
  record.area === definition.area &&
  record.category === definition.category;

const FORECAST = new Set(CATEGORIES.map((category) => category.name));
const MODELLED = new Set([
  ...FORECAST,
  ...DRIVER_CATEGORIES.filter(({ name }) => name.endsWith('forecast')).map(({ name }) => name),
]);

function lackOf(
  series: DemoSeries,
  record: SeriesRecord,
  now: Instant,
  zone: Zone,
  isCurrent: boolean,
): Lack {
  const extent = extentAt(series, now, zone);
  const start = isCurrent && record.lastIndex !== null ? record.lastIndex + 1 : extent.start;
  const hasRuns = series.definition.area !== null && FORECAST.has(series.definition.category ?? '');
  const runsAt = hasRuns ? runTimes(now, isCurrent ? record.newestRunAt : null) : [];
  return { series, record, span: { start, end: Math.max(start, extent.end) }, runsAt };
}

/** The hours that all missing values and runs are made of. */
function hoursOfAll(lacks: readonly Lack[], zone: Zone): IndexSpan {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  const include = (span: IndexSpan) => {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  };
  for (const { series, span, runsAt } of lacks) {
    if (series.usesHours && span.end > span.start) include(hoursOf(series, span, zone));
    if (runsAt.length === 0) continue;
    include(historyOf(series, runsAt[0]!, zone));
    include(historyOf(series, runsAt.at(-1)!, zone));
  }
  return start < end ? { start, end } : { start: 0, end: 0 };
}
