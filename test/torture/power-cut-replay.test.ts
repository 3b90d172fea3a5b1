// The disk that is rebuilt from a record of calls: what must be on it after a cut, what may be, what never is.

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Random } from '../../harness/random.ts';
import { readCalls } from '../../torture/disk/call-record.ts';
import { ReplayedDisk } from '../../torture/disk/replayed-disk.ts';
import { makeFolder } from './short-run.ts';

const CUTS = 60;

const hex = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** Lines as strace writes them. */
const writeLine = (path: string, text: string, at: number): string =>
  `7  pwrite64(3<${hex(path)}>, "${hex(text)}", ${text.length}, ${at}) = ${text.length}`;
const syncLine = (path: string): string => `7  fsync(3<${hex(path)}>) = 0`;

/** What cuts after all of the lines left of a disk that began with one file, each as file → content. */
async function cutsOf(
  t: TestContext,
  linesOf: (disk: string) => readonly string[],
  settings?: { isSyncIgnored: boolean },
): Promise<Map<string, string>[]> {
  const folder = await makeFolder(t);
  const disk = join(folder, 'disk');
  await mkdir(disk);
  await writeFile(join(disk, 'old'), 'old old old');
  const replayed = await ReplayedDisk.read(disk, settings);
  await writeFile(join(folder, 'calls'), linesOf(disk).join('\n'));
  for (const call of await readCalls(join(folder, 'calls'))) replayed.apply(call);
  const left: Map<string, string>[] = [];
  for (let seed = 0; seed < CUTS; seed++) {
    await replayed.cut(join(folder, 'cut'), new Random(seed));
    const names = await readdir(join(folder, 'cut'));
    const read = (name: string) => readFile(join(folder, 'cut', name), 'latin1');
    left.push(
      new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const))),
    );
  }
  return left;
}

describe('a disk rebuilt from a record of calls', () => {
  it('a disk after a cut has what was synced, and all, nothing or whole sectors of later writes', async (t) => {
    const [before, after] = ['b'.repeat(2_000), 'a'.repeat(2_000)];
    const left = await cutsOf(t, (disk) => {
      const path = join(disk, 'old');
      return [writeLine(path, before, 0), syncLine(path), writeLine(path, after, 100)];
    });
    const seen = new Set(left.map((files) => files.get('old')));
    for (const text of seen) {
      assert.equal(text!.slice(0, 100), 'b'.repeat(100));
      // Sectors begin at multiples of 512, wherever the write began.
      for (let at = 512; at < 2_000; at += 512)
        assert.match(text!.slice(at, Math.min(at + 512, 2_000)), /^(?:a+|b+)$/);
    }
    assert.ok(seen.has(before), 'nothing of it');
    assert.ok(seen.has(before.slice(0, 100) + after), 'all of it');
    assert.ok(seen.size > 4, 'and pieces');
  });

  it('a new file surely exists only if its folder was synced', async (t) => {
    const lines = (disk: string) => {
      const path = join(disk, 'new');
      return [writeLine(path, 'new', 0), syncLine(path)];
    };
    const left = await cutsOf(t, lines);
    const has = new Set(left.map((files) => files.get('new')));
    assert.deepEqual(has, new Set([undefined, 'new']));
    const synced = await cutsOf(t, (disk) => [...lines(disk), syncLine(disk)]);
    assert.deepEqual(new Set(synced.map((files) => files.get('new'))), new Set(['new']));
  });

  it('a removed or shortened file is as it was, or as it is', async (t) => {
    const removed = await cutsOf(t, (disk) => [`7  unlink("${hex(join(disk, 'old'))}") = 0`]);
    const contents = new Set(removed.map((files) => files.get('old')));
    assert.deepEqual(contents, new Set([undefined, 'old old old']));
    const shortened = await cutsOf(t, (disk) => [
      `7  ftruncate(3<${hex(join(disk, 'old'))}>, 3) = 0`,
    ]);
    const texts = new Set(shortened.map((files) => files.get('old')));
    assert.deepEqual(texts, new Set(['old old old', 'old']));
  });

  it('a sync counts from its end on, and a failed call does not count', async (t) => {
    const left = await cutsOf(t, (disk) => {
      const path = join(disk, 'old');
      return [
        writeLine(path, 'new', 0),
        `7  fsync(3<${hex(path)}> <unfinished ...>`,
        `8  write(4<${hex('socket:[1]')}>, "${hex('x')}", 1) = 1`,
        '7  <... fsync resumed>) = 0',
        writeLine(path, 'bad', 4).replace('= 3', '= -1 EIO (Input/output error)'),
        writeLine(path, 'now', 8),
        `7  fsync(3<${hex(path)}>) = -1 EIO (Input/output error)`,
      ];
    });
    const texts = new Set(left.map((files) => files.get('old')));
    assert.deepEqual(texts, new Set(['new old old', 'new old now']));
  });

  it('the disk is as it was at first if syncs are ignored', async (t) => {
    const lines = (disk: string) => {
      const path = join(disk, 'old');
      return [writeLine(path, 'new', 0), syncLine(path)];
    };
    const left = await cutsOf(t, lines, { isSyncIgnored: true });
    assert.deepEqual(new Set(left.map((files) => files.get('old'))), new Set(['old old old']));
  });
});
