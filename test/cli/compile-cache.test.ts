// Compiled code is kept only in a folder that is the user's alone.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { cacheFolders, isOwnFolder } from '#cli/command/compile-cache';
import { runProduct } from '../../harness/product-process.ts';

suite('compiled code between starts', () => {
  test('the folder of systemd comes first, then that of a checkout, then the user’s', () => {
    assert.deepEqual(
      cacheFolders({ CACHE_DIRECTORY: '/var/cache/a:/b', XDG_CACHE_HOME: '/c' }, '/r'),
      ['/var/cache/a/compiled', '/r/node_modules/.cache/gridtide', '/c/gridtide/compiled'],
    );
    assert.equal(cacheFolders({}, '/r')[1], join(homedir(), '.cache/gridtide/compiled'));
  });

  test('a user without a home, as in a container, has no folder there', () => {
    const findHome = (): string => {
      throw new Error('uv_os_homedir returned ENOENT');
    };
    assert.deepEqual(cacheFolders({}, '/r', findHome), ['/r/node_modules/.cache/gridtide']);
  });

  test('a folder that others may write to is not used, and a new one is the user’s alone', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-cache-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const own = join(folder, 'a/b');
    assert.equal(isOwnFolder(own), true);
    assert.equal((await stat(own)).mode & 0o777, 0o700);
    await chmod(own, 0o770);
    assert.equal(isOwnFolder(own), false);
    assert.equal(isOwnFolder('/proc/gridtide'), false);
  });

  test('the program keeps compiled code, and works if it cannot', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-cache-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const versionWith = async (cacheFolder: string): Promise<string> => {
      const env = { NODE_COMPILE_CACHE: undefined, CACHE_DIRECTORY: cacheFolder };
      return (await runProduct(['--version'], { env })).stdout;
    };
    assert.match(await versionWith(folder), /^gridtide \d/);
    assert.ok((await readdir(join(folder, 'compiled'))).length > 0);
    assert.match(await versionWith('/proc'), /^gridtide \d/);
  });
});
