// A store with an area's series as they arrived over time, for tests of the model's runs.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';
import { openNewStore } from '../../../harness/new-store.ts';

export const berlin = findZone('Europe/Berlin')!;
export const at = (text: string): Instant => Date.parse(text);

export interface ModelStore {
  readonly url: string;
  readonly store: Store;
}

export async function openModelStore(t: TestContext): Promise<ModelStore> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-model-'));
  const path = join(folder, 'store.db');
  const store = await openNewStore(path);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { url: `sqlite:${path}`, store };
}

/** A plausible hourly value: a daily and a weekly shape with a little reproducible noise. */
export function usualValue(hour: number, salt = 0): number {
  const day = Math.floor(hour / 24);
  const shape = 10 * Math.sin(((hour % 24) - 8) / 3.8) + ((day + 3) % 7 > 4 ? -8 : 0);
  const bits = Math.imul(hour + salt * 7919, 0x9e3779b1) >>> 0;
  return 50 + shape + 6 * Math.sin(day / 9 + salt) + (bits % 1000) / 250;
}

interface Loading {
  readonly area?: string;
  readonly category: string;
  readonly from: number;
  readonly to: number;
  readonly recordedAt: Instant;
  readonly resolution?: ResolutionName;
  readonly make?: (index: number) => number;
}

/** Writes the values of indices `from` up to `to`, as known from `recordedAt` on. */
export async function load(store: Store, loading: Loading): Promise<SeriesRecord> {
  const { area = 'DE', category, from, to, recordedAt, resolution = 'hour' } = loading;
  const make = loading.make ?? usualValue;
  const code = `${area.toLowerCase()}${category}`;
  await store.write(async (writer) => {
    const unit = 'MWh';
    const definition = { code, description: code, unit, resolution, area, category };
    const { key } = await writer.defineSeries(definition);
    const indices = Int32Array.from({ length: to - from }, (_, i) => from + i);
    const values = Float64Array.from(indices, (index) => make(index));
    if (indices.length > 0) await writer.writePoints(key, indices, values, recordedAt);
  });
  return (await store.findSeries(code))!;
}

/** Stores a run of a series by another source. */
export async function loadRun(
  store: Store,
  code: string,
  run: { analyzedAt: Instant; updatedAt?: Instant; firstIndex: number; values: Float64Array },
  source = 'elsewhere',
): Promise<void> {
  const { key } = (await store.findSeries(code))!;
  const updatedAt = run.updatedAt ?? run.analyzedAt;
  await store.write((writer) => writer.writeRun(key, { ...run, updatedAt, source }, updatedAt));
}

/** The first hour of the day that lies a number of days before an instant's day. */
export const daysBefore = (instant: Instant, days: number): number =>
  (Math.floor(instant / DAY_MS) - days) * 24;
