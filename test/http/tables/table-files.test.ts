// Which file a request gets: the one of the store's state when it came, made once for all who ask.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { FileSpool } from '#http/tables/file-spool';
import type { MadeTable } from '#http/tables/make-table';
import { TableFiles } from '#http/tables/table-files';
import type { TableOrder } from '#service/tables/settle-table';

const ORDER: TableOrder = {
  ...{ name: 'values', pattern: '*', year: 2024 },
  ...{ patterns: ['*'], mostPoints: 1_000 },
};

/** A store whose state a test sets, and a maker that makes what the state says when the test lets it. */
async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-table-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const spool = new FileSpool(join(folder, 'spool'), 2 ** 20);
  const store = { version: 1 };
  const made: string[] = [];
  const waiting: (() => void)[] = [];
  const world = { isPaused: false, fails: false };
  const files = new TableFiles(
    {
      readCatalogState: async () => ({ version: store.version, updatedAt: null }),
      historyFrom: async () => null,
    },
    spool,
    {
      async make(order): Promise<MadeTable> {
        const state = `${store.version} null null`;
        if (world.isPaused) await new Promise<void>((resolve) => waiting.push(resolve));
        if (world.fails) throw new Error('the store ended');
        const name = `${order.pattern === '*' ? 'all' : order.pattern}-${state[0]}.parquet`;
        made.push(name);
        async function* pieces() {
          yield Buffer.from(name);
        }
        return { ...(await spool.put(name, pieces())), name, state };
      },
    },
  );
  const read = async (order = ORDER): Promise<string> => {
    const { handle, etag } = await files.open(order);
    const text = await handle.readFile('utf8');
    await handle.close();
    assert.equal(`"${text.replace('.parquet', '')}"`, etag);
    return text;
  };
  const release = async (): Promise<void> => {
    for (let turns = 0; waiting.length === 0 && turns < 1_000; turns++)
      await new Promise(setImmediate);
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { files, spool, store, world, made, read, release };
}

suite('the files of tables', () => {
  test('a table is made once for all who ask for it, and again when the store has changed', async (t) => {
    const { store, made, read } = await setUp(t);
    const all = await Promise.all(Array.from({ length: 8 }, () => read()));
    assert.deepEqual([...new Set(all)], ['all-1.parquet']);
    await read();
    assert.deepEqual(made, ['all-1.parquet']);
    store.version = 2;
    assert.equal(await read(), 'all-2.parquet');
    assert.equal(made.length, 2);
  });

  test('a request gets no file of a state from before it came', async (t) => {
    const { store, world, read, release } = await setUp(t);
    world.isPaused = true;
    const early = read();
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    store.version = 2;
    const late = read();
    await release();
    assert.equal(await early, 'all-1.parquet');
    await release();
    assert.equal(await late, 'all-2.parquet');
  });

  test('a file that has gone is made again', async (t) => {
    const { spool, made, read } = await setUp(t);
    await read();
    await rm(join(spool.folder, 'all-1.parquet'));
    assert.equal(await read(), 'all-1.parquet');
    assert.equal(made.length, 2);
  });

  test('a failure is told to all requests that waited, and not remembered', async (t) => {
    const { world, read } = await setUp(t);
    world.fails = true;
    await assert.rejects(Promise.all([read(), read()]), /the store ended/);
    world.fails = false;
    assert.equal(await read(), 'all-1.parquet');
  });

  test('if sixteen tables wait, a further one is refused', async (t) => {
    const { world, made, read, release } = await setUp(t);
    world.isPaused = true;
    const orders = Array.from({ length: 16 }, (_, i) => ({ ...ORDER, pattern: `s${i}` }));
    const asked = orders.map((order) => read(order));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    await assert.rejects(read({ ...ORDER, pattern: 'one-more' }), { code: 'server_busy' });
    world.isPaused = false;
    await release();
    assert.equal((await Promise.all(asked)).length, 16);
    assert.equal(made.length, 16);
  });
});
