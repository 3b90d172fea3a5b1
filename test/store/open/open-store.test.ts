// Opening stores: their addresses, their files, and files that are not ours.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable } from '#store/store';
import { addSeries, write } from '../contract/sample-series.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

describe('a store’s address', () => {
  test('an address of another kind is refused, and not repeated in the refusal', async () => {
    for (const url of ['mysql://user:secret@host/db', 'data/gridtide.db', '', 'file:x.db']) {
      await assert.rejects(openStore(url), (error: Error) => {
        assert.match(error.message, /Allowed are sqlite:PATH/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    }
  });

  test('an address may name a PostgreSQL database, and is not repeated if that cannot be reached', async () => {
    for (const url of [
      'postgres://user:secret@127.0.0.1:1/gridtide',
      'postgresql://user:secret@127.0.0.1:1/gridtide',
      'POSTGRES://user:secret@127.0.0.1:1/gridtide',
    ]) {
      await assert.rejects(openStore(url), (error: Error) => {
        assert.equal(error.name, 'StoreUnavailable');
        assert.doesNotMatch(error.message, /secret|user|127/);
        return true;
      });
    }
  });

  test('an address of SQLite must name a file', async () => {
    await assert.rejects(openStore('sqlite:'), /names no file/);
    await assert.rejects(openStore('sqlite://data/x.db'), /has no \/\//);
  });

  test('an address may have three slashes before an absolute path', async () => {
    await (await openStore(`sqlite://${folder}/slashes.db`)).close();
    assert.ok(existsSync(join(folder, 'slashes.db')));
  });
});

describe('a store’s files', () => {
  test('a store’s files are made with their folders, and only the owner can read them', async () => {
    const path = join(folder, 'new/deep/gridtide.db');
    const store = await openStore(`sqlite:${path}`);
    assert.ok(existsSync(path));
    for (const name of ['gridtide.db', 'gridtide-accounts.db']) {
      for (const end of ['', '-wal', '-shm']) {
        const file = `${join(folder, 'new/deep', name)}${end}`;
        assert.equal((await stat(file)).mode & 0o777, 0o600, file);
      }
    }
    await store.close();
    // Bytes 16–17 of the header are the page size.
    assert.equal((await readFile(path)).readUInt16BE(16), 16_384);
  });

  test('a store keeps everything when it is closed and opened again', async () => {
    const url = `sqlite:${join(folder, 'kept.db')}`;
    const first = await openStore(url);
    const key = await addSeries(first, 'aa');
    await write(first, key, { 5: 1.5 });
    await first.putSetting('zone', 'UTC');
    await first.close();
    const second = await openStore(url, { create: false });
    assert.deepEqual(Array.from(await second.readValues(key, { start: 5, end: 6 })), [1.5]);
    assert.equal(await second.getSetting('zone'), 'UTC');
    await second.close();
  });

  test('a store that must exist is not made', async () => {
    const path = join(folder, 'absent/x.db');
    await assert.rejects(openStore(`sqlite:${path}`, { create: false }), /There is no store at/);
    assert.equal(existsSync(join(folder, 'absent')), false);
  });

  test('two memory stores share nothing', async () => {
    const [a, b] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')];
    await addSeries(a, 'aa');
    assert.equal(await b.countSeries(), 0);
    await a.close();
    await b.close();
  });

  test('a file that is not a database is refused and unchanged', async () => {
    const path = join(folder, 'notes.txt');
    const text = 'Shopping list, long enough to be taken for a header of a database.\n'.repeat(50);
    await writeFile(path, text);
    await assert.rejects(openStore(`sqlite:${path}`), /^Error: .*notes\.txt is not a database\./);
    assert.equal(await readFile(path, 'utf8'), text);
  });

  test('a database of another program is refused and unchanged', async () => {
    const path = join(folder, 'other.db');
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE series (id INTEGER)');
    other.close();
    const before = await readFile(path);
    await assert.rejects(openStore(`sqlite:${path}`), /database of another program/);
    assert.deepEqual(await readFile(path), before);
  });

  test('the file of accounts is not taken for that of series', async () => {
    await (await openStore(`sqlite:${join(folder, 'mixed.db')}`)).close();
    const url = `sqlite:${join(folder, 'mixed-accounts.db')}`;
    await assert.rejects(openStore(url), /holds the accounts of a store/);
  });

  test('a path that cannot be opened gives a plain sentence', async () => {
    await assert.rejects(openStore(`sqlite:${folder}`), StoreUnavailable);
    await writeFile(join(folder, 'file'), 'x');
    await assert.rejects(openStore(`sqlite:${folder}/file/x.db`), StoreUnavailable);
  });

  test('a file that may not be read gives a plain sentence', async (t) => {
    if (process.getuid?.() === 0) return t.skip('root may read everything');
    const path = join(folder, 'closed.db');
    await writeFile(path, '');
    await chmod(path, 0);
    await assert.rejects(openStore(`sqlite:${path}`), StoreUnavailable);
  });
});
