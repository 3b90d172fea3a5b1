// Duties: one of several stores on the same data has each, and another takes it over.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#store/open/open-store';
import { testDatabase } from '../../../harness/postgres/test-database.ts';

const ENGINES: Readonly<Record<string, (t: TestContext) => Promise<string>>> = {
  SQLite: async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-duties-'));
    t.after(() => rm(folder, { recursive: true }));
    return `sqlite:${join(folder, 'store.db')}`;
  },
  PostgreSQL: testDatabase,
};

for (const [engine, makeUrl] of Object.entries(ENGINES)) {
  suite(`duties on ${engine}`, () => {
    test(`a duty on ${engine} belongs to one store until that leaves it or closes`, async (t) => {
      const url = await makeUrl(t);
      const [first, second] = [await openStore(url), await openStore(url)];
      assert.equal(await first.holdDuty('deliver'), true);
      assert.equal(await second.holdDuty('deliver'), false);
      assert.equal(await second.holdDuty('other'), true);
      assert.equal(await first.holdDuty('deliver'), true);
      assert.equal(await first.holdDuty('deliver'), true);
      await first.leaveDuty('deliver');
      assert.equal(await second.holdDuty('deliver'), true);
      assert.equal(await first.holdDuty('deliver'), false);
      await second.close();
      // A database server notices after a moment that a connection has ended.
      while (!(await first.holdDuty('deliver'))) await sleep(10);
      await first.close();
    });
  });
}
