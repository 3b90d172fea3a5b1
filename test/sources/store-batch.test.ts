import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { ParsedBatch } from '#sources/source';
import { type BatchCounts, storeBatch } from '#sources/store-batch';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import {
  parseText,
  powerFields,
  powerXml,
  priceFields,
  pricesXml,
} from './entsoe/entsoe-documents.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const PERIOD = { start: '2024-09-01T22:00Z', end: '2024-09-02T22:00Z', resolution: 'PT60M' };

async function openEmpty(t: TestContext): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-sources-'));
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return store;
}

const storeAll = (store: Store, batch: ParsedBatch, now = NOW): Promise<BatchCounts> => {
  assert.ok(batch.kind === 'data');
  return store.write((writer) => storeBatch(writer, batch, now));
};

const prices = (points: Record<number, number>): Promise<ParsedBatch> =>
  parseText(
    pricesXml({
      curve: 'A03',
      fields: priceFields('10YNL----------L'),
      periods: [{ ...PERIOD, points }],
    }),
  );

const loadForecast = (value: number): Promise<ParsedBatch> =>
  parseText(
    powerXml('A65', 'A01', {
      curve: 'A03',
      fields: powerFields('10YNL----------L', 'out'),
      periods: [{ ...PERIOD, points: { 1: value } }],
    }),
  );

suite('storing what a source said', () => {
  test('a batch is all new the first time, all the same the second, and a correction is a change', async (t) => {
    const store = await openEmpty(t);
    const counts = async (points: Record<number, number>) =>
      (await storeAll(store, await prices(points))).points;
    assert.deepEqual(await counts({ 1: 5 }), { added: 24, changed: 0, same: 0, held: 0 });
    const { version } = (await store.findSeries('nlhrprice'))!;
    assert.deepEqual(await counts({ 1: 5 }), { added: 0, changed: 0, same: 24, held: 0 });
    assert.equal((await store.findSeries('nlhrprice'))!.version, version);
    assert.deepEqual(await counts({ 1: 5, 24: 6 }), { added: 0, changed: 1, same: 23, held: 0 });
  });

  test('a forecast that is fetched twice is one run, and a changed one replaces it', async (t) => {
    const store = await openEmpty(t);
    const runs = async (value: number) =>
      (await storeAll(store, await loadForecast(value), NOW + value)).runs;
    assert.deepEqual(await runs(1), { added: 1, changed: 0, same: 0 });
    assert.deepEqual(await runs(1), { added: 0, changed: 0, same: 1 });
    assert.deepEqual(await runs(2), { added: 0, changed: 1, same: 0 });
    const { key } = (await store.findSeries('nlhrcons'))!;
    assert.equal((await store.listRuns(key)).length, 1);
    const run = (await store.findNewestRun(key))!;
    assert.deepEqual([run.source, run.values[0], run.updatedAt], ['entsoe', 2, NOW + 2]);
  });

  test('a series that exists keeps the description of its operator', async (t) => {
    const store = await openEmpty(t);
    const definition = {
      code: 'nlhrprice',
      description: 'our own words',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: null,
      category: null,
    } as const;
    await store.write((writer) => writer.defineSeries(definition));
    await storeAll(store, await prices({ 1: 5 }));
    assert.equal((await store.findSeries('nlhrprice'))!.description, 'our own words');
  });

  test('a series of the same code in another unit or resolution is refused, and nothing is stored', async (t) => {
    const store = await openEmpty(t);
    const base = { code: 'nlhrprice', description: 'x', area: null, category: null };
    await store.write((writer) =>
      writer.defineSeries({ ...base, unit: 'GBP/MWh', resolution: 'hour' }),
    );
    await assert.rejects(storeAll(store, await prices({ 1: 5 })), {
      message: 'the series nlhrprice is in GBP/MWh, not in EUR/MWh',
    });
    await store.write((writer) =>
      writer.defineSeries({ ...base, code: 'nlhrcons', unit: 'MWh', resolution: 'day' }),
    );
    await assert.rejects(storeAll(store, await loadForecast(1)), {
      message: 'the series nlhrcons has one value per day, not hour',
    });
    assert.equal(await store.findSeries('nlhrconsforecast'), undefined);
  });

  test("another source's run of the same time stays beside the one that is stored", async (t) => {
    const store = await openEmpty(t);
    const batch = await loadForecast(1);
    assert.ok(batch.kind === 'data');
    const [{ definition, ...run }] = batch.runs as [(typeof batch.runs)[0]];
    await store.write(async (writer) => {
      const { key } = await writer.defineSeries(definition);
      await writer.writeRun(key, { ...run, updatedAt: NOW, source: 'our model' }, NOW);
    });
    await storeAll(store, batch);
    const { key } = (await store.findSeries(definition.code))!;
    const sources = (await store.listRuns(key)).map(({ source }) => source);
    assert.deepEqual(sources, [run.source, 'our model'].sort());
  });
});
