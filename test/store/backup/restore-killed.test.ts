// A restore that is killed leaves the old store or the new one.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { stagingOf } from '#store/engines/sqlite/store-files';
import { finishRestore, keptOf } from '#store/engines/sqlite/swap-files';
import { rounds } from '../../../harness/rounds.ts';
import { dumpStore } from '../contract/sample-store.ts';
import { makeOtherStore, PACKED, restore, sourceRows, startTask } from './restore-sample.ts';

describe('a restore that is killed', () => {
  const steps: [step: string, isNew: boolean][] = [
    ['reading', false],
    ['checking', false],
    ['locking', false],
    ['deciding', false],
    ['keeping gridtide.db', true],
    ['replacing gridtide.db', true],
    ['keeping gridtide-accounts.db', true],
    ['replacing gridtide-accounts.db', true],
    ['tidying', true],
  ];
  for (const [step, isNew] of steps) {
    test(`a restore killed as it begins ${step} leaves the ${isNew ? 'new' : 'old'} store`, async () => {
      const files = await makeOtherStore();
      const oldRows = dumpStore(files.series);
      const child = startTask('restore', files.series, PACKED, step);
      assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
      // Both files always exist, so a program that knows nothing of restores finds a store.
      assert.ok(existsSync(files.series) && existsSync(files.accounts));
      assert.equal(await finishRestore(files.series), isNew);
      assert.deepEqual(dumpStore(files.series), isNew ? sourceRows : oldRows);
      assert.equal(existsSync(keptOf(files.series)), isNew);
      assert.equal(existsSync(keptOf(files.accounts)), isNew);
      if (isNew) return;
      await restore(files, PACKED, true);
      assert.deepEqual(dumpStore(files.series), sourceRows);
      assert.ok(!existsSync(stagingOf(files)));
    });
  }

  test('a restore killed at any moment leaves the old store or the new one', async () => {
    for (let n = 0; n < 8; n += 8 / rounds(8, 4)) {
      const files = await makeOtherStore();
      const oldRows = dumpStore(files.series);
      const child = startTask('restore', files.series, PACKED, 'never');
      const exit = once(child, 'exit');
      await setTimeout(100 + 60 * n);
      child.kill('SIGKILL');
      await exit;
      await finishRestore(files.series);
      const isNew = existsSync(keptOf(files.series));
      assert.deepEqual(dumpStore(files.series), isNew ? sourceRows : oldRows);
    }
  });

  test('a killed restore is completed once, by the process that comes first', async () => {
    const files = await makeOtherStore();
    const child = startTask('restore', files.series, PACKED, 'replacing gridtide-accounts.db');
    await once(child, 'exit');
    const found = await Promise.all(Array.from({ length: 4 }, () => finishRestore(files.series)));
    assert.equal(found.filter(Boolean).length, 1);
    assert.deepEqual(dumpStore(files.series), sourceRows);
  });
});
