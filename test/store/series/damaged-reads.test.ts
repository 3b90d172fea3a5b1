// One flipped byte in a chunk or run: a read refuses it by name, and reads everything else.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '#store/open/open-store';
import type { SeriesKey } from '#store/series-store';
import { type Store, StoreDamaged } from '#store/store';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';

const CHUNK = 768;
const CHUNKS = 20;
const NOW = Date.UTC(2024, 4, 17);
const DAMAGED = { start: 3 * CHUNK, end: 4 * CHUNK };

type Flip = (table: 'chunk' | 'run', condition: string) => Promise<void>;

interface Opened {
  readonly store: Store;
  readonly key: SeriesKey;
  readonly flip: Flip;
}

interface Engine {
  readonly url: string;
  readonly flip: Flip;
  remove(): Promise<void>;
}

async function openSqlite(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-damaged-'));
  const file = join(folder, 'store.db');
  const flip: Flip = async (table, condition) => {
    const database = new DatabaseSync(file);
    const find = database.prepare(`SELECT rowid AS id, bytes FROM ${table} WHERE ${condition}`);
    const { id, bytes } = find.get() as { id: number; bytes: Uint8Array };
    bytes[bytes.length >> 1]! ^= 1;
    database.prepare(`UPDATE ${table} SET bytes = ? WHERE rowid = ?`).run(bytes, id);
    database.close();
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  return { url: `sqlite:${file}`, flip, remove };
}

async function openPostgres(): Promise<Engine> {
  const { url, drop } = await makeDatabase();
  const flip: Flip = async (table, condition) => {
    const client = new pg.Client(url);
    await client.connect();
    const middle = 'length(bytes) / 2';
    await client.query(
      `UPDATE ${table} SET bytes = set_byte(bytes, ${middle}, get_byte(bytes, ${middle}) # 1)
       WHERE ${condition}`,
    );
    await client.end();
  };
  return { url, flip, remove: drop };
}

async function openFilled(t: TestContext, engine: typeof openSqlite): Promise<Opened> {
  const { url, flip, remove } = await engine();
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
    await writer.writeRun(key, { ...run, values: values.slice(1, 100) }, NOW);
    return key;
  });
  return { store, key, flip };
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
  });
}
