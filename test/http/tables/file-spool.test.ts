// The folder of tables: bounded, whole files only, shared by processes.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { FileSpool, SpoolTooSmall } from '#http/tables/file-spool';

const MB = 2 ** 20;

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-spool-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'spool');
}

async function* pieces(count: number, length: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(length).fill(i);
}

/** Makes a file look as if it had not been used for some minutes. */
const age = (folder: string, name: string, minutes: number) => {
  const at = Date.now() / 1000 - minutes * 60;
  return utimes(join(folder, name), at, at);
};

suite('a spool', () => {
  test('a file is found by its name when it is whole, and only its owner may read it', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, 10 * MB);
    assert.equal(await spool.find('a'), undefined);
    const put = await spool.put('a', pieces(3, 1_000));
    assert.deepEqual(await spool.find('a'), put);
    assert.equal(put.bytes, 3_000);
    assert.equal((await readFile(put.path)).length, 3_000);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(put.path)).mode & 0o777, 0o600);
    const other = new FileSpool(folder, 10 * MB);
    assert.deepEqual(await other.find('a'), put);
  });

  test('the files that were not used for the longest make room for a new one', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, 3 * MB);
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      await spool.put(name, pieces(1, MB - 100_000));
      await age(folder, name, 10 - i);
    }
    await spool.find('a');
    await spool.put('d', pieces(2, MB / 2));
    const left = (await readdir(folder)).sort();
    assert.deepEqual(left, ['a', 'c', 'd']);
  });

  test('a file that is larger than the bound is refused, and leaves nothing behind', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, MB);
    await assert.rejects(spool.put('a', pieces(20, MB / 10)), SpoolTooSmall);
    assert.deepEqual(await readdir(folder), []);
    await spool.put('b', pieces(10, MB / 10));
  });

  test('the folder never has more bytes than the bound while a file is written', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, 20 * MB);
    for (const name of ['a', 'b', 'c', 'd']) {
      await spool.put(name, pieces(5, MB));
      await age(folder, name, 5);
    }
    let most = 0;
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces(18, MB)) {
        yield piece;
        const sizes = (await readdir(folder)).map(
          async (name) => (await stat(join(folder, name))).size,
        );
        most = Math.max(
          most,
          (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
        );
      }
    }
    await spool.put('e', watched());
    assert.ok(most <= 20 * MB, `${most} bytes`);
    assert.deepEqual(await readdir(folder), ['e']);
  });

  test('a file that goes while it is read stays readable, and is not found again', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, MB);
    const put = await spool.put('a', pieces(1, 1_000));
    const handle = (await spool.open(put))!;
    await rm(put.path);
    assert.equal((await handle.readFile()).length, 1_000);
    await handle.close();
    assert.equal(await spool.open(put), undefined);
    assert.equal(await spool.find('a'), undefined);
  });

  test('what a writer left unfinished is removed after an hour, and not before', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, MB);
    await spool.put('a', pieces(1, 10));
    for (const [name, minutes] of [
      ['old.1-1.part', 61],
      ['new.1-2.part', 5],
    ] as const) {
      await writeFile(join(folder, name), 'x');
      await age(folder, name, minutes);
    }
    await spool.put('b', pieces(1, 10));
    assert.deepEqual((await readdir(folder)).sort(), ['a', 'b', 'new.1-2.part']);
  });

  test('a source that fails leaves no file', async (t) => {
    const folder = await makeFolder(t);
    const spool = new FileSpool(folder, MB);
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error('the store ended');
    }
    await assert.rejects(spool.put('a', failing()), /the store ended/);
    assert.deepEqual(await readdir(folder), []);
  });

  test('a folder that others may read is refused', async (t) => {
    const folder = await makeFolder(t);
    await new FileSpool(folder, MB).put('a', pieces(1, 10));
    await chmod(folder, 0o755);
    await assert.rejects(
      new FileSpool(folder, MB).put('b', pieces(1, 10)),
      /must belong to this user, and to no other/,
    );
  });
});
