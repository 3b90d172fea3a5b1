// Brings a demo store up to now: defines missing series, writes the values since the last fill, and makes
// the forecast runs of the last days. One fill or one every hour gives the same store.

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { OWN_SOURCE } from '#core/values/source-order';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { hoursOfAll, inOrderOfTime, lackOf, type Step } from '#demo/missing-data';
import { RecentValues } from '#demo/recent-values';
import { SIMPLE_SOURCE, simpleRun } from '#demo/simple-runs';
import type { DemoSeries } from '#demo/world/demo-series';
import { Europe } from '#demo/world/europe';
import { WriteQueue } from '#demo/write-queue';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';

/** Changes whenever the same hour would get another value: an older store is then written again. */
export const DEMO_VERSION = '1';
const DEMO_SETTING = 'demo';

/** What a new demo expects of its series. An operator may change it. */
const EXPECTED: readonly (readonly [pattern: string, expect: string])[] = [
  ['*hrprice', 'by 13:15 through tomorrow'],
  ['*qhprice', 'by 13:15 through tomorrow'],
  ['*dayprice', 'by 13:15 through tomorrow'],
  ['*forecast', 'by 07:15 through tomorrow'],
  ['*hrcons', 'within PT2H'],
  ['*hrproduction', 'within PT2H'],
  ['*hrwind', 'within PT2H'],
  ['*hrsolar', 'within PT2H'],
];

export interface DemoFilled {
  /** The number of added or changed points. */
  readonly points: number;
  readonly runs: number;
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
  const isCurrent = await claimStore(store, now);
  const records = await defineAll(store);
  const lacks = DEMO_SERIES.map((series, i) => lackOf(series, records[i]!, now, zone, isCurrent));
  await yieldToOthers();
  const europe = new Europe(zone, hoursOfAll(lacks, zone));
  await yieldToOthers();
  const queue = new WriteQueue(store, onProgress);
  const recent = new RecentValues(europe);
  queue.expect(lacks);
  for (const step of inOrderOfTime(lacks, now, zone)) {
    await write(step, { queue, europe, recent, now, isCurrent });
    await yieldToOthers();
  }
  await queue.flush();
  if (!isCurrent) await store.putSetting(DEMO_SETTING, DEMO_VERSION);
  return { points: queue.points, runs: queue.runs };
}

interface Writing {
  readonly queue: WriteQueue;
  readonly europe: Europe;
  readonly recent: RecentValues;
  readonly now: Instant;
  readonly isCurrent: boolean;
}

async function write(
  { series, record, recordedAt, part }: Step,
  { queue, europe, recent, now, isCurrent }: Writing,
): Promise<void> {
  if ('analyzedAt' in part) {
    const made = simpleRun(series, europe, part.analyzedAt, now, recent);
    if (made) await queue.addRun(record.key, made, recordedAt);
    return;
  }
  const values = series.generate(europe, part);
  // Gaps at the end are written with the first value after them.
  if (isCurrent && values.every(Number.isNaN)) return;
  await queue.addPoints(record.key, part.start, values, recordedAt);
}

/** Marks an empty store as the demo's; resolves to whether its data is of this version. */
async function claimStore(store: Store, now: Instant): Promise<boolean> {
  const version = await store.getSetting(DEMO_SETTING);
  if (version !== undefined) return version === DEMO_VERSION;
  if ((await store.countSeries()) > 0) {
    throw new Error(
      'the store holds data that is not the demo’s: --demo needs a store of its own, for example --store sqlite:data/demo.db',
    );
  }
  await store.write(async (writer) => {
    for (const [pattern, expect] of EXPECTED)
      await writer.putExpectation({ pattern, source: '', expect, since: now });
  });
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
