// A store with one series of three years of hours, long enough for answers to be made in threads.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { Reduction } from '#core/values/reduction';
import type { SeriesOrder } from '#http/answer/answer-order';
import { gridOfSeries } from '#service/context';
import { type SeriesTask, taskOf } from '#service/series/settle-series';
import { openStore } from '#store/open/open-store';

export const WORKER = new URL('../../../src/serve/answer-worker.ts', import.meta.url);
export const HOURS = 30_000;
const FIRST = Date.UTC(2021, 0, 1) / HOUR_MS;

export async function openLongSeries(after: (close: () => Promise<void>) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-long-'));
  const storeUrl = `sqlite:${join(folder, 'long.db')}`;
  const store = await openStore(storeUrl);
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.write(async (writer) => {
    const { key } = await writer.defineSeries({
      code: 'long',
      description: 'Three years of hours',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: null,
      category: null,
    });
    const values = Float64Array.from({ length: HOURS }, (_, i) =>
      i % 977 === 0 ? Number.NaN : Math.round(5_000 + 4_000 * Math.sin(i / 5)) / 100,
    );
    const indices = Int32Array.from(values, (_, i) => FIRST + i);
    await writer.writePoints(key, indices, values, Date.UTC(2024, 6, 1));
  });
  const series = (await store.findSeries('long'))!;
  const zone = findZone('Europe/Berlin')!;
  const makeTask = (reduction: Reduction = { kind: 'native' }, hours = HOURS): SeriesTask =>
    taskOf({
      series,
      grid: gridOfSeries(series, zone),
      reduction,
      aggregation: 'Average',
      span: { start: FIRST * HOUR_MS, end: (FIRST + hours) * HOUR_MS },
    });
  return {
    folder,
    store,
    storeUrl,
    context: { store, zone, blocks: DEFAULT_BLOCKS },
    settings: { storeUrl, zoneName: zone.name },
    makeTask,
    makeOrder(reduction?: Reduction, form: SeriesOrder['form'] = 'series', keys?: string) {
      const { grid: _, ...task } = makeTask(reduction);
      return { task, form, keys } satisfies SeriesOrder;
    },
  };
}
