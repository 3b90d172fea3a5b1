// Writes the data into a store of the product's, and makes a caller who may ask without end.

import { addKey } from '#accounts/api-keys';
import { openStore } from '#store/open/open-store';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';
import { FIRST_HOUR } from './calendar.ts';
import { type BenchSeries, listRuns, RUN_CATEGORY, RUN_HOURS, runSeries } from './catalog.ts';
import { makeRunValues, makeValues } from './synthetic-values.ts';

const SERIES_PER_TRANSACTION = 2_000;
const POINTS_PER_TRANSACTION = 2_000_000;

/** Fills a new store and returns an API key to read it with. */
export async function fillProduct(path: string, series: readonly BenchSeries[], now: number) {
  const store = await openStore(`sqlite:${path}`);
  try {
    for (let done = 0; done < series.length; ) done = await writeSome(store, series, done, now);
    await store.write((writer) => writeRuns(writer, now));
    return await addReader(store, now);
  } finally {
    await store.close();
  }
}

async function writeSome(store: Store, series: readonly BenchSeries[], from: number, now: number) {
  let next = from;
  await store.write(async (writer) => {
    for (let points = 0; next < series.length && points < POINTS_PER_TRANSACTION; next++) {
      if (next - from >= SERIES_PER_TRANSACTION) break;
      await writeSeries(writer, series[next]!, now);
      points += series[next]!.hours;
    }
  });
  return next;
}

const hourly = ({ code, description, unit }: BenchSeries, area: string | null) => ({
  code,
  description,
  unit,
  resolution: 'hour' as const,
  area,
  category: area === null ? null : RUN_CATEGORY,
});

async function writeSeries(writer: SeriesWriter, series: BenchSeries, now: number) {
  const { key } = await writer.defineSeries(hourly(series, null));
  const indices = Int32Array.from({ length: series.hours }, (_, i) => FIRST_HOUR + i);
  await writer.writePoints(key, indices, makeValues(series.kind, series.id, series.hours), now);
}

async function writeRuns(writer: SeriesWriter, now: number): Promise<void> {
  for (const series of runSeries()) {
    const { key } = await writer.defineSeries(hourly(series, series.area));
    for (const [number, { analyzedAt, firstHour }] of listRuns().entries()) {
      const values = makeRunValues(series.id, number, RUN_HOURS);
      const run = {
        analyzedAt,
        updatedAt: analyzedAt,
        firstIndex: firstHour,
        values,
        source: 'bench',
      };
      await writer.writeRun(key, run, now);
    }
  }
}

export async function addReader({ accounts }: Store, now: number): Promise<string> {
  const limits = { requestsPerMinute: 1e9, pointsPerAnswer: 1e8 };
  await accounts.putPlan({ name: 'bench', patterns: ['*'], ...limits });
  const user = await accounts.addUser({
    name: 'bench',
    passwordHash: null,
    planName: 'bench',
    isDisabled: false,
    createdAt: now,
  });
  return addKey(accounts, user!, 'bench', now);
}
