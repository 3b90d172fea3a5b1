// A real store in a temporary folder, with series and runs that tests write by index.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResolutionName } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { ServiceContext } from '#service/context';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';
import { openNewStore } from '../../harness/new-store.ts';

export type Value = number | null;

export interface Market {
  readonly store: Store;
  readonly context: ServiceContext;
  /** Defines a series; observed values begin at an index of its grid. */
  load(
    code: string,
    resolution: ResolutionName,
    firstIndex?: number,
    values?: readonly Value[],
  ): Promise<SeriesRecord>;
  /** Writes a run; a larger `age` is newer. */
  loadRun(code: string, age: number, firstIndex: number, values: readonly Value[]): Promise<void>;
}

const NOW = Date.UTC(2024, 4, 15);

const toDoubles = (values: readonly Value[]): Float64Array =>
  Float64Array.from(values, (value) => value ?? Number.NaN);

export const toValues = (values: Float64Array): Value[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));

export async function openMarket(after: (close: () => Promise<void>) => void): Promise<Market> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-market-'));
  const store = await openNewStore(join(folder, 'market.db'));
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const zone = findZone('Europe/Berlin')!;
  return {
    store,
    context: { store, zone, blocks: DEFAULT_BLOCKS },
    async load(code, resolution, firstIndex = 0, values = []) {
      await store.write(async (writer) => {
        const { key } = await writer.defineSeries({
          code,
          description: code,
          unit: 'EUR/MWh',
          resolution,
          area: null,
          category: null,
        });
        const indices = Int32Array.from(values, (_, i) => firstIndex + i);
        await writer.writePoints(key, indices, toDoubles(values), NOW);
      });
      return (await store.findSeries(code))!;
    },
    async loadRun(code, age, firstIndex, values) {
      const { key } = (await store.findSeries(code))!;
      const run = {
        analyzedAt: NOW + age * 60_000,
        updatedAt: NOW + age * 60_000,
        firstIndex,
        values: toDoubles(values),
        source: 'test',
      };
      await store.write((writer) => writer.writeRun(key, run, NOW));
    },
  };
}
