// A store with a few series, and files as text, for the import tests.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { importPoints, type PointImport, type PointImportOptions } from '#importers/import-points';
import type { Store } from '#store/store';
import type { Lifetime } from '../../harness/lifetime.ts';
import { openNewStore } from '../../harness/new-store.ts';

export const BERLIN = findZone('Europe/Berlin')!;
export const NOW = Date.parse('2026-11-15T12:00:00Z');

const SERIES: Readonly<Record<string, ResolutionName>> = {
  dehrprice: 'hour',
  frhrprice: 'hour',
  de15wind: 'quarterhour',
  dedaygas: 'day',
  noweekres: 'week',
  demonth: 'month',
  dequarter: 'quarter',
  deyear: 'year',
};

/** A folder that is removed when the test is over. */
export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-import-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function openMarket(t: Lifetime): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-import-'));
  const store = await openNewStore(join(folder, 'market.db'));
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.write(async (writer) => {
    for (const [code, resolution] of Object.entries(SERIES)) {
      const description = `Test series ${code}`;
      await writer.defineSeries({
        code,
        description,
        unit: 'EUR/MWh',
        resolution,
        area: null,
        category: null,
      });
    }
  });
  return store;
}

/** A text as a stream of pieces of `pieceBytes` bytes. */
export async function* piecesOf(text: string, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const importText = (
  store: Store,
  text: string,
  options: Partial<PointImportOptions> = {},
): Promise<PointImport> =>
  importPoints(store, piecesOf(text), { zone: BERLIN, now: NOW, ...options });

/** The first `count` values of a series from an instant on. */
export async function readFrom(
  store: Store,
  code: string,
  from: string,
  count: number,
): Promise<number[]> {
  const series = (await store.findSeries(code))!;
  const grid = gridOf(resolutionOf(series.resolution), BERLIN);
  const start = grid.indexOf(Date.parse(from) as Instant);
  return [...(await store.readValues(series.key, { start, end: start + count }))];
}

/** How many series of a store have values. */
export async function countFilled(store: Store): Promise<number> {
  const all = await store.searchSeries({ prefix: '', limit: 1_000 });
  return all.filter(({ updatedAt }) => updatedAt !== null).length;
}
