// An unfinished copy is not served.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireWhole } from '#service/kept-settings';
import { openStore } from '#store/open/open-store';
import { COPY_STATE } from '#store/sql/setting-names';

test('a store is served unless it is an unfinished copy', async () => {
  const store = await openStore('sqlite::memory:');
  try {
    await requireWhole(store);
    await store.putSetting(COPY_STATE, JSON.stringify({ source: 'a', isWhole: false }));
    await assert.rejects(requireWhole(store), /has not ended. Run gridtide copy again/);
    await store.putSetting(COPY_STATE, JSON.stringify({ source: 'a', isWhole: true }));
    await requireWhole(store);
  } finally {
    await store.close();
  }
});
