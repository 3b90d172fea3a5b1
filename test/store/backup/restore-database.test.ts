// A restore to PostgreSQL that is broken off goes on by the identity of its backup.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupStore } from '#store/backup/backup-store';
import { restoreDatabase } from '#store/backup/restore-database';
import { filesAt } from '#store/engines/sqlite/store-files';
import type { TableStore } from '#store/sql/table-store';
import { testDatabase } from '../../../harness/postgres/test-database.ts';
import { NOW } from '../contract/sample-series.ts';
import { dumpTables, makeSample, withTables } from '../copy/copy-sample.ts';

/** The same store, but its connection is lost after a number of transactions. */
function breaking(store: TableStore, transactions: number): TableStore {
  let left = transactions;
  return {
    engine: store.engine,
    read: (group, work) => store.read(group, work),
    transact: (group, work) =>
      left-- > 0 ? store.transact(group, work) : Promise.reject(new Error('the line is cut')),
    close: () => store.close(),
  };
}

test('a restore that was broken off goes on, and another backup is not mixed in', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const url = await testDatabase(t);
  const files: string[] = [];
  for (const mark of [1, 2]) {
    const source = filesAt(join(folder, `store${mark}.db`));
    await makeSample(`sqlite:${source.series}`, mark);
    const file = join(folder, `backup${mark}`);
    const options = {
      productVersion: '1',
      now: () => NOW,
      force: false,
      onDamage: () => assert.fail(),
    };
    await backupStore(source, file, options);
    files.push(file);
  }
  const [first, second] = files as [string, string];
  await withTables(url, async (store) => {
    // Claiming the database takes three transactions; the rest copy half of the store.
    for (const transactions of [1, 3, 5, 7]) {
      await assert.rejects(
        restoreDatabase(breaking(store, transactions), first, {}),
        /^Error: the line is cut$/,
      );
    }
    await assert.rejects(
      restoreDatabase(store, second, {}),
      /^StoreFilesFault: The target holds data/,
    );
    await restoreDatabase(store, first, {});
    await assert.rejects(
      restoreDatabase(store, first, {}),
      /^StoreFilesFault: The database holds a/,
    );
  });
  const { setting: _, ...rows } = await dumpTables(url);
  const { setting: __, ...sourceRows } = await dumpTables(`sqlite:${join(folder, 'store1.db')}`);
  assert.deepEqual(rows, sourceRows);
  assert.ok(!(await readdir(folder)).some((name) => name.includes('restoring')));
});
