// Restores make the same store again, or refuse and change nothing.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { restoreStore } from '#store/backup/restore-store';
import { filesAt, stagingOf } from '#store/engines/sqlite/store-files';
import { keptOf } from '#store/engines/sqlite/swap-files';
import { openStore } from '#store/open/open-store';
import { damage, dumpStore, makeOldStore } from '../contract/sample-store.ts';
import {
  backUp,
  folder,
  makeOtherStore,
  manifest,
  namesBeside,
  newFiles,
  PACKED,
  PLAIN,
  restore,
  sourceRows,
  startTask,
} from './restore-sample.ts';

describe('a restore', () => {
  test('a restore makes a store whose tables all equal the source’s', async () => {
    for (const file of [PLAIN, PACKED]) {
      const files = filesAt(join(folder, `new-${file === PLAIN}`, 'inner', 'gridtide.db'));
      const { kept, checked } = await restore(files, file);
      assert.deepEqual([kept, checked.damages], [[], 0]);
      assert.deepEqual(dumpStore(files.series), sourceRows);
      assert.deepEqual(await namesBeside(files), ['gridtide-accounts.db', 'gridtide.db']);
      assert.equal((await stat(files.accounts)).mode & 0o777, 0o600);
    }
  });

  test('a restore replaces a store only if told to, and keeps the old files', async () => {
    const files = await makeOtherStore();
    const oldRows = dumpStore(files.series);
    await assert.rejects(
      restore(files, PACKED),
      /There is a store already: .*gridtide\.db\. --force/,
    );
    assert.deepEqual(dumpStore(files.series), oldRows);
    const { kept } = await restore(files, PACKED, true);
    assert.deepEqual(kept, [keptOf(files.series), keptOf(files.accounts)]);
    assert.deepEqual(dumpStore(files.series), sourceRows);
    await assert.rejects(restore(files, PACKED, true), /is left from an earlier restore/);
    // Under their old names, the kept files are the old store.
    const back = await newFiles();
    await writeFile(back.series, await readFile(kept[0]!));
    await writeFile(back.accounts, await readFile(kept[1]!));
    assert.deepEqual(dumpStore(back.series), oldRows);
  });

  test('a restore keeps what was only in the write-ahead log of a killed server', async () => {
    const files = await newFiles();
    const child = startTask('write', files.series);
    await once(child.stdout!, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok((await namesBeside(files)).includes('gridtide.db-wal'));
    await restore(files, PACKED, true);
    assert.deepEqual(dumpStore(files.series), sourceRows);
    const names = await namesBeside(files);
    assert.ok(!names.some((name) => /-(wal|shm|journal)$/.test(name)), names.join());
    const back = await newFiles();
    await writeFile(back.series, await readFile(keptOf(files.series)));
    assert.equal(dumpStore(back.series)['series.series']!.length, 1);
  });

  test('a restore is refused while another process has the store open, even if it is idle', async () => {
    const files = await makeOtherStore();
    const child = startTask('open', files.series);
    await once(child.stdout!, 'data');
    await assert.rejects(restore(files, PACKED, true), /The store is in use: another process has/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await openStore(`sqlite:${files.series}`);
    await assert.rejects(restore(files, PACKED, true), /The store is in use/);
    assert.equal(await store.countSeries(), 3);
    await store.close();
    await restore(files, PACKED, true);
    assert.deepEqual(dumpStore(files.series), sourceRows);
  });

  for (const rest of ['', 'x'.repeat(100_000)]) {
    const text = `no database${rest}`;
    test(`a restore replaces a file of ${text.length} bytes that is no longer a database`, async () => {
      const files = await makeOtherStore();
      await writeFile(files.series, text);
      await writeFile(`${files.series}-shm`, '');
      await assert.rejects(restore(files, PACKED, true), /too damaged to tell .* remove .*-shm/);
      await rm(`${files.series}-shm`);
      await writeFile(`${files.series}-wal`, 'its log');
      await restore(files, PACKED, true);
      assert.deepEqual(dumpStore(files.series), sourceRows);
      assert.equal(await readFile(keptOf(files.series), 'utf8'), text);
      // SQLite folds the log into a file with pages. Beside a file without pages the log stays.
      if (rest === '') {
        assert.equal(await readFile(`${keptOf(files.series)}-wal`, 'utf8'), 'its log');
      }
      assert.ok(!existsSync(`${files.series}-wal`));
    });
  }

  test('a restore brings an older store up to date', async () => {
    const old = await newFiles();
    await makeOldStore(old.series);
    const file = join(folder, 'old.backup');
    await backUp(old, file);
    const files = await newFiles();
    const { checked } = await restore(files, file);
    assert.deepEqual([checked.series, checked.unverified], [1, 1]);
    const store = await openStore(`sqlite:${files.series}`);
    const { key } = (await store.findSeries('old'))!;
    assert.deepEqual([...(await store.readValues(key, { start: 768, end: 770 }))], [5, 5]);
    await store.close();
  });

  test('a restore with verifyOnly changes nothing', async () => {
    const files = await makeOtherStore();
    const before = [await namesBeside(files), dumpStore(files.series)];
    const result = await restoreStore(files, PACKED, { force: false, verifyOnly: true });
    assert.equal(result.manifest.madeAt, manifest.madeAt);
    assert.deepEqual([await namesBeside(files), dumpStore(files.series)], before);
  });
});

test('a restore is refused while another restore of the same store runs', async () => {
  const files = await newFiles();
  await mkdir(stagingOf(files));
  damage(join(stagingOf(files), 'lock'));
  const first = restoreStore(files, PACKED, { force: false });
  await assert.rejects(restore(files, PACKED), /Another restore of this store is under way/);
  await first;
  assert.deepEqual(dumpStore(files.series), sourceRows);
});
