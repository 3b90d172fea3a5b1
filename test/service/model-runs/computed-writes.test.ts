// Who writes into a series that a formula computes: its parts, and no one else.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { importPoints } from '#importers/import-points';
import { writeByRule } from '#importers/points/write-by-rule';
import { findOutdated, refreshComputed } from '#service/model-runs/computed-values';
import { putTarget, readTarget } from '#service/model-runs/forecast-targets';
import { writeValues } from '#service/operator/operator-values';
import { acceptHeld, findHeldIn } from '#service/operator/review-held';
import { storeBatch } from '#sources/store-batch';
import type { Store } from '#store/store';
import { at, berlin, load, openModelStore } from './model-store.ts';

const NOW = at('2024-05-16T06:00:00Z');
const FIRST = NOW / HOUR_MS - 48;

async function defineDoubled(store: Store): Promise<void> {
  await load(store, {
    ...{ category: 'hrcons', from: FIRST, to: FIRST + 48, recordedAt: NOW - 1 },
    make: (index) => index - FIRST,
  });
  const target = readTarget({ name: 'doubled', formula: '2 * dehrcons' }, NOW);
  await store.write((writer) => putTarget(writer, target));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const valuesOf = async (store: Store): Promise<number[]> => {
  const { key } = (await store.findSeries('doubled'))!;
  return [...(await store.readValues(key, { start: FIRST, end: FIRST + 48 }))];
};

const WANTED = Array.from({ length: 48 }, (_, i) => 2 * i);
const CSV = 'series,time,value\ndoubled,2024-05-15T06:00:00Z,7\n';
const POINT = { indices: Int32Array.of(FIRST), values: Float64Array.of(7) };

const WAYS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'an import of a file': (store) => importPoints(store, bytesOf(CSV), { zone: berlin, now: NOW }),
  'values of an operator': (store) =>
    store.write((writer) => writeValues(writer, 'doubled', { ...POINT, repeats: 0 }, NOW)),
  'a collected batch': async (store) => {
    const definition = (await store.findSeries('doubled'))!;
    const batch = {
      kind: 'data',
      points: [{ definition, ...POINT }],
      runs: [],
      notes: [],
    } as const;
    return store.write((writer) => storeBatch(writer, batch, NOW));
  },
};

suite('values for a series that a formula computes', () => {
  for (const [way, write] of Object.entries(WAYS)) {
    test(`${way} is refused with the formula and the name, and nothing changes`, async (t) => {
      const { store } = await openModelStore(t);
      await defineDoubled(store);
      await assert.rejects(write(store), {
        name: 'Refusal',
        code: 'series_computed',
        message:
          'doubled is computed as 2 * dehrcons, and takes no other values; write its parts, or remove the forecast doubled first',
      });
      assert.deepEqual(await valuesOf(store), WANTED);
      await store.write((writer) => writer.removeForecastTarget('doubled'));
      await write(store);
      assert.ok((await valuesOf(store)).includes(7));
    });
  }

  test('a value that was held before the definition is refused when it is accepted', async (t) => {
    const { store } = await openModelStore(t);
    await load(store, { area: 'X', category: 'plant', from: 0, to: 0, recordedAt: NOW });
    const { key } = (await store.findSeries('xplant'))!;
    await store.write(async (writer) => {
      await writer.setRule(key, { lowest: null, highest: 1, largestStep: null });
      assert.equal((await writeByRule(writer, { key, ...POINT }, NOW)).held, 1);
    });
    await load(store, { category: 'hrcons', from: FIRST, to: FIRST + 2, recordedAt: NOW });
    const target = readTarget({ name: 'xplant', formula: '2 * dehrcons' }, NOW);
    await store.write((writer) => putTarget(writer, target));
    const held = await findHeldIn(store, key, { start: FIRST, end: FIRST + 1 });
    assert.equal(held.length, 1);
    await assert.rejects(
      store.write((writer) => acceptHeld(writer, key, held, NOW)),
      { code: 'series_computed' },
    );
  });

  test('the parts of a formula take values as before', async (t) => {
    const { store } = await openModelStore(t);
    await defineDoubled(store);
    const repeats = 0;
    await store.write((writer) => writeValues(writer, 'dehrcons', { ...POINT, repeats }, NOW));
    await refreshComputed(store, 'doubled', () => NOW);
    assert.deepEqual(await valuesOf(store), [14, ...WANTED.slice(1)]);
  });

  test('an update that is taken back is made again', async (t) => {
    const { store } = await openModelStore(t);
    await defineDoubled(store);
    await store.write((writer) =>
      writeValues(writer, 'dehrcons', { ...POINT, repeats: 0 }, NOW + 1),
    );
    await refreshComputed(store, 'doubled', () => NOW + 2);
    const [entry] = await store.listEntries({ limit: 1 });
    assert.equal(entry!.actor, 'forecast');
    assert.deepEqual(await findOutdated(store), []);
    await store.write((writer) => writer.undoEntry(entry!.id, NOW + 3));
    assert.deepEqual(await valuesOf(store), WANTED);
    assert.deepEqual(await findOutdated(store), ['doubled']);
    await refreshComputed(store, 'doubled', () => NOW + 4);
    assert.deepEqual(await valuesOf(store), [14, ...WANTED.slice(1)]);
    assert.deepEqual(await findOutdated(store), []);
  });
});
