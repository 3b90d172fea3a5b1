// A store whose series are written again and again while they are read. Every value of a state is the number of
// that state, so that an answer which mixes two states shows.

import { addKey } from '#accounts/api-keys';
import { setPlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { HOUR_MS, type Instant } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { claimMarketZone } from '#service/kept-settings';
import { openStore } from '#store/open/open-store';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

/** Written by an operator over HTTP, all values at a time. */
export const LONG = { code: 'dehrprice', category: 'hrprice', hours: 60_000 } as const;
/** Written together in one transaction of another process, each with a run and its bands. */
export const PAIR = [
  { code: 'dehrcons', category: 'hrcons', hours: 2_000 },
  { code: 'dehrproduction', category: 'hrproduction', hours: 2_000 },
] as const;
export const FIRST: Instant = Date.UTC(2018, 0, 1);
export const RUN_HOURS = 72;

const PLAN = {
  name: 'everything',
  patterns: ['*'],
  requestsPerMinute: 10_000_000,
  pointsPerAnswer: 1_000_000,
};

export interface Callers {
  readonly key: string;
  readonly operatorKey: string;
}

/** Makes the store with state 1. */
export async function makeWrittenStore(url: string): Promise<Callers> {
  const store = await openStore(url);
  try {
    await claimMarketZone(store, findZone('Europe/Berlin')!);
    const now = Date.now();
    await store.write((writer) => writeSeries(writer, LONG, 1, now));
    await writePair(store, 1, now);
    await setPlan(store.accounts, PLAN);
    const user = { name: 'reader', password: null, planName: PLAN.name };
    const reader = await addUser(store.accounts, user, now);
    return {
      key: await addKey(store.accounts, reader, 'read', now),
      operatorKey: await addKey(store.accounts, reader, 'write', now, { isOperator: true }),
    };
  } finally {
    await store.close();
  }
}

/** Writes a state of both series of the pair in one transaction. */
export const writePair = (store: Store, state: number, now: Instant): Promise<void> =>
  store.write(async (writer) => {
    for (const series of PAIR) {
      const key = await writeSeries(writer, series, state, now);
      const values = new Float64Array(RUN_HOURS).fill(state);
      const analyzedAt = FIRST + (series.hours - 6) * HOUR_MS;
      const firstIndex = FIRST / HOUR_MS + series.hours;
      const run = { analyzedAt, updatedAt: now, firstIndex, values, source: 'test' };
      const bands = [{ level: 80, lower: values, upper: values }];
      await writer.writeRun(key, run, now, undefined, bands);
    }
  });

async function writeSeries(
  writer: SeriesWriter,
  { code, category, hours }: typeof LONG | (typeof PAIR)[number],
  state: number,
  now: Instant,
): Promise<number> {
  const texts = { code, description: 'One state after the other', unit: 'MWh' };
  const definition = { ...texts, resolution: 'hour', area: 'DE', category } as const;
  const { key } = await writer.defineSeries(definition, now);
  const indices = Int32Array.from({ length: hours }, (_, i) => FIRST / HOUR_MS + i);
  await writer.writePoints(key, indices, new Float64Array(hours).fill(state), now);
  return key;
}
