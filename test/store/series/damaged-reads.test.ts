// One flipped byte in stored bytes: a read refuses them by name, and reads everything else.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { encodeValues } from '#store/codec/encode-values';
import type { EntryFacts } from '#store/journal-entry';
import { openStore } from '#store/open/open-store';
import type { RunBand } from '#store/run-store';
import type { SeriesKey } from '#store/series-record';
import { type Store, StoreDamaged } from '#store/store';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';

const CHUNK = 768;
const CHUNKS = 20;
const NOW = Date.UTC(2024, 4, 17);
/** A band of the run, of as many values. */
const BAND: RunBand = {
  level: 80,
  lower: Float64Array.from({ length: 99 }, (_, i) => i - 7),
  upper: Float64Array.from({ length: 99 }, (_, i) => i + 7),
};
const DAMAGED = { start: 3 * CHUNK, end: 4 * CHUNK };

/** Flips a bit in the middle of the bytes of one row. */
type Flip = (table: string, condition: string, column?: string) => Promise<void>;
type Change = (text: string) => Promise<void>;

interface Opened {
  readonly store: Store;
  readonly key: SeriesKey;
  readonly flip: Flip;
  readonly change: Change;
}

interface Engine {
  readonly url: string;
  readonly flip: Flip;
  readonly change: Change;
  remove(): Promise<void>;
}

async function openSqlite(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-damaged-'));
  const file = join(folder, 'store.db');
  const flip: Flip = async (table, condition, column = 'bytes') => {
    const database = new DatabaseSync(file);
    const text = `SELECT rowid AS id, ${column} AS bytes FROM ${table} WHERE ${condition}`;
    const { id, bytes } = database.prepare(text).get() as { id: number; bytes: Uint8Array };
    bytes[bytes.length >> 1]! ^= 1;
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(bytes, id);
    database.close();
  };
  const change: Change = async (text) => {
    const database = new DatabaseSync(file);
    database.exec(text);
    database.close();
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  return { url: `sqlite:${file}`, flip, change, remove };
}

async function openPostgres(): Promise<Engine> {
  const { url, drop } = await makeDatabase();
  const change: Change = async (text) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const flip: Flip = (table, condition, column = 'bytes') => {
    const middle = `length(${column}) / 2`;
    const flipped = `set_byte(${column}, ${middle}, get_byte(${column}, ${middle}) # 1)`;
    return change(`UPDATE ${table} SET ${column} = ${flipped} WHERE ${condition}`);
  };
  return { url, flip, change, remove: drop };
}

async function openFilled(t: TestContext, engine: typeof openSqlite): Promise<Opened> {
  const { url, remove, ...harm } = await engine();
  const store = await openStore(url);
  t.after(async () => {
    await store.close();
    await remove();
  });
  const key = await store.write(async (writer) => {
    const texts = { description: '', unit: 'EUR/MWh', area: null, category: null };
    const { key } = await writer.defineSeries({ code: 'price', ...texts, resolution: 'hour' });
    const values = Float64Array.from({ length: CHUNKS * CHUNK }, (_, i) => (i % 997) / 100);
    await writer.writePoints(key, Int32Array.from(values.keys()), values, NOW);
    const run = { analyzedAt: NOW, updatedAt: NOW, firstIndex: CHUNKS * CHUNK, source: 'test' };
    await writer.writeRun(key, { ...run, values: values.slice(1, 100) }, NOW, undefined, [BAND]);
    return key;
  });
  return { store, key, ...harm };
}

const ENTRY: EntryFacts = { kind: 'values', actor: 'test', name: 'test', now: NOW + 1 };

/** Corrects two points of a chunk and the run, which loses its band; resolves to the journal's entry. */
async function correct(store: Store, key: SeriesKey, facts?: EntryFacts): Promise<number> {
  return store.write(async (writer) => {
    const indices = Int32Array.of(DAMAGED.start + 5, DAMAGED.start + 6);
    await writer.writePoints(key, indices, Float64Array.of(1_000, 2_000), NOW + 1);
    const [run] = await writer.readRuns(key, NOW, NOW);
    await writer.writeRun(key, { ...run!, values: run!.values.map((value) => value + 1) }, NOW + 1);
    return writer.entryId ?? 0;
  }, facts);
}

const names = (what: RegExp) => (error: unknown) =>
  error instanceof StoreDamaged && what.test(error.message) && /checksum/.test(error.message);

for (const [name, engine] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const) {
  suite(`a damaged store on ${name}`, () => {
    test(`${name}: a read of a damaged chunk is refused, by series and chunk`, async (t) => {
      const { store, key, flip } = await openFilled(t, engine);
      await flip('chunk', 'chunk = 3');
      const damage = names(/^series price, chunk 3: /);
      // One row a chunk, all chunks in one row, and a part of a chunk.
      for (const span of [DAMAGED, { start: 0, end: CHUNKS * CHUNK }, { start: 2_400, end: 2_401 }])
        await assert.rejects(store.readValues(key, span), damage);
      await assert.rejects(store.readValuesAsOf(key, DAMAGED, NOW), damage);
      await assert.rejects(store.asOf(NOW).readValues(key, DAMAGED), damage);
      await assert.rejects(
        store.snapshot((reader) => reader.readValues(key, DAMAGED)),
        damage,
      );
      const others = await store.readValues(key, { start: 4 * CHUNK, end: CHUNKS * CHUNK });
      assert.equal(others[0], ((4 * CHUNK) % 997) / 100);
    });

    test(`${name}: a write into a damaged chunk is refused, so that no right checksum hides it`, async (t) => {
      const { store, key, flip } = await openFilled(t, engine);
      await flip('chunk', 'chunk = 3');
      const write = (index: number) =>
        store.write((writer) =>
          writer.writePoints(key, Int32Array.of(index), Float64Array.of(1), NOW + 1),
        );
      await assert.rejects(write(DAMAGED.start), names(/^series price, chunk 3: /));
      assert.equal((await write(DAMAGED.end)).changed, 1);
    });

    test(`${name}: a read of a damaged run is refused, by series and time`, async (t) => {
      const { store, key, flip } = await openFilled(t, engine);
      await flip('run', `analyzed_at = ${NOW}`);
      const damage = names(/^series price, run of 2024-05-17T00:00:00Z: /);
      const span = { start: CHUNKS * CHUNK, end: CHUNKS * CHUNK + 1 };
      for (const reader of [store, store.asOf(NOW)]) {
        await assert.rejects(reader.findNewestRun(key), damage);
        await assert.rejects(reader.readRuns(key, NOW, NOW), damage);
        await assert.rejects(reader.findRunsOver(key, span, 1), damage);
      }
      assert.equal((await store.listRuns(key)).length, 1);
    });

    test(`${name}: a damaged change is refused by reads as of before it, and by undo`, async (t) => {
      const { store, key, flip } = await openFilled(t, engine);
      const entry = await correct(store, key, ENTRY);
      await flip('point_change', `recorded_at = ${NOW + 1}`);
      const damage = names(/^series price, chunk 3: a stored change is damaged: /);
      await assert.rejects(store.readValuesAsOf(key, DAMAGED, NOW), damage);
      await assert.rejects(store.asOf(NOW).readValues(key, DAMAGED), damage);
      await assert.rejects(
        store.write((writer) => writer.undoEntry(entry, NOW + 2)),
        damage,
      );
      assert.equal((await store.readValues(key, DAMAGED))[5], 1_000);
      assert.equal((await store.readValuesAsOf(key, DAMAGED, NOW + 1))[6], 2_000);
    });

    test(`${name}: a damaged change is refused by a write of the same instant, which would merge it`, async (t) => {
      const { store, key, flip } = await openFilled(t, engine);
      await correct(store, key);
      await flip('point_change', `recorded_at = ${NOW + 1}`);
      const write = (at: number) =>
        store.write((writer) =>
          writer.writePoints(key, Int32Array.of(DAMAGED.start + 7), Float64Array.of(1), at),
        );
      await assert.rejects(write(NOW + 1), names(/^series price, chunk 3: a stored change is/));
      assert.equal((await write(NOW + 2)).changed, 1);
    });

    test(`${name}: a damaged replaced run is refused by reads as of before its replacement, and by undo`, async (t) => {
      const { store, key, flip } = await openFilled(t, engine);
      const entry = await correct(store, key, ENTRY);
      await flip('past_run', `analyzed_at = ${NOW}`);
      const damage = names(/^series price, run of 2024-05-17T00:00:00Z: /);
      await assert.rejects(store.asOf(NOW).findNewestRun(key), damage);
      await assert.rejects(store.asOf(NOW).readRuns(key, NOW, NOW), damage);
      await assert.rejects(
        store.write((writer) => writer.undoEntry(entry, NOW + 2)),
        damage,
      );
      assert.equal((await store.findNewestRun(key))!.values.length, 99);
    });

    for (const side of ['lower', 'upper'] as const) {
      test(`${name}: a read of a band whose ${side} side is damaged is refused`, async (t) => {
        const { store, key, flip } = await openFilled(t, engine);
        assert.deepEqual(await store.readBands(key, NOW, 'test'), [BAND]);
        await flip('run_band', `analyzed_at = ${NOW}`, side);
        const damage = names(/^series price, stored values are damaged: /);
        for (const reader of [store, store.asOf(NOW)]) {
          await assert.rejects(reader.readBands(key, NOW, 'test'), damage);
        }
        // The band keeps its checksum among the replaced runs, and stays known as damaged there.
        await correct(store, key);
        await assert.rejects(store.asOf(NOW).readBands(key, NOW, 'test'), damage);
        assert.deepEqual(await store.readBands(key, NOW, 'test'), []);
      });

      test(`${name}: a read of a replaced band whose ${side} side is damaged is refused`, async (t) => {
        const { store, key, change } = await openFilled(t, engine);
        await correct(store, key);
        assert.deepEqual(await store.asOf(NOW).readBands(key, NOW, 'test'), [BAND]);
        const bytes = encodeValues(BAND[side]);
        const text = Buffer.from(bytes).toString('base64');
        bytes[bytes.length >> 1]! ^= 1;
        const other = Buffer.from(bytes).toString('base64');
        await change(`UPDATE past_run SET bands = replace(bands, '${text}', '${other}')`);
        const damage = names(/^series price, stored values are damaged: /);
        await assert.rejects(store.asOf(NOW).readBands(key, NOW, 'test'), damage);
      });
    }

    test(`${name}: bands and changes from before their checksums were stored are read`, async (t) => {
      const { store, key, change } = await openFilled(t, engine);
      await correct(store, key);
      await change('UPDATE point_change SET checksum = NULL');
      await change('UPDATE past_run SET checksum = NULL');
      const side = (values: Float64Array) => Buffer.from(encodeValues(values)).toString('base64');
      const bands = JSON.stringify([[BAND.level, side(BAND.lower), side(BAND.upper)]]);
      await change(`UPDATE past_run SET bands = '${bands}'`);
      const past = store.asOf(NOW);
      assert.deepEqual(await past.readBands(key, NOW, 'test'), [BAND]);
      assert.equal((await past.findNewestRun(key))!.values[0], 0.01);
      assert.equal((await past.readValues(key, DAMAGED))[5], ((3 * CHUNK + 5) % 997) / 100);
    });

    test(`${name}: a detail that is no JSON is refused as damage`, async (t) => {
      const { store, key, change } = await openFilled(t, engine);
      await change(`INSERT INTO run_detail (series_key, analyzed_at, source, detail)
        VALUES (${key}, ${NOW}, 'test', '{')`);
      const refusal = /^StoreDamaged: series price, stored values are damaged: the detail of a run/;
      await assert.rejects(store.findRunDetail(key, NOW, 'test'), refusal);
      await correct(store, key);
      await assert.rejects(store.asOf(NOW).findRunDetail(key, NOW, 'test'), refusal);
    });
  });
}
