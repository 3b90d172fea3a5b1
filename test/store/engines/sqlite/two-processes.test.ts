// Several processes on one SQLite store, and processes that are killed or whose disk is full.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openStore } from '#store/open/open-store';
import { addSeries, write } from '../../contract/sample-series.ts';
import { CODES, INDICES } from './store-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const SCRIPT = join(import.meta.dirname, 'store-process.ts');
const argumentsOf = (task: string, url: string): string[] => ['-C', 'source', SCRIPT, task, url];

const start = (task: string, url: string): ChildProcess =>
  spawn(process.execPath, argumentsOf(task, url), { stdio: ['pipe', 'pipe', 'inherit'] });

const firstLine = async (child: ChildProcess): Promise<string> => {
  // A process that dies without a word must not be waited for.
  const gone = new AbortController();
  child.once('close', () => gone.abort());
  const [chunk] = await once(child.stdout!, 'data', gone);
  return String(chunk).trim();
};

const SPAN = { start: INDICES[0]!, end: INDICES.at(-1)! + 1 };

describe('a store that another process imports into', () => {
  test('a store that another process imports into shows whole imports only, and can be written to', async () => {
    const url = `sqlite:${join(folder, 'import.db')}`;
    const child = start('import', url);
    const ended = once(child, 'exit');
    assert.equal(await firstLine(child), 'ready');
    const store = await openStore(url);
    const keys: number[] = [];
    for (const code of CODES) keys.push((await store.findSeries(code))!.key);
    const writing = addSeries(store, 'own').then((own) => write(store, own, { 1: 1 }));
    const seen = new Set<number>();
    for (let newest = 0; seen.size < 10; ) {
      for (const key of keys) {
        const values = await store.readValues(key, SPAN);
        const round = values[0]!;
        assert.ok(values.every((value) => Object.is(value, round)));
        if (Number.isNaN(round)) continue;
        // All series of a round appear together, so no older round follows a newer one.
        assert.ok(round >= newest);
        newest = round;
        seen.add(round);
      }
      await setImmediate();
    }
    const lastLine = firstLine(child);
    child.stdin!.end('stop');
    const rounds = Number(await lastLine);
    assert.deepEqual(await ended, [0, null]);
    for (const key of keys) {
      assert.equal((await store.readValues(key, SPAN))[0], rounds);
    }
    await writing;
    assert.equal((await store.findSeries('own'))!.firstIndex, 1);
    await store.close();
  });

  test('a store has nothing of an import that was killed', async () => {
    const path = join(folder, 'kill.db');
    const child = start('hang', `sqlite:${path}`);
    assert.equal(await firstLine(child), 'in the middle');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await openStore(`sqlite:${path}`);
    assert.equal(await store.countSeries(), 1);
    const { key } = (await store.findSeries('aa'))!;
    const expected = Float64Array.from(INDICES, (index) => index / 7);
    assert.deepEqual(await store.readValues(key, SPAN), expected);
    await write(store, key, { 5: 1 });
    await store.close();
    const database = new DatabaseSync(path);
    const [check] = database.prepare('PRAGMA integrity_check').all();
    assert.equal(check!.integrity_check, 'ok');
    assert.equal(database.prepare('SELECT MAX(series_key) AS n FROM chunk').get()!.n, key);
    database.close();
  });

  test('a store can be made by several processes at once', async () => {
    const url = `sqlite:${join(folder, 'race/gridtide.db')}`;
    const children = Array.from({ length: 4 }, () => start('define', url));
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    assert.deepEqual(
      exits.map(([code]) => code),
      [0, 0, 0, 0],
    );
    const store = await openStore(url, { create: false });
    assert.equal(await store.countSeries(), 4);
    await store.close();
  });
});

describe('a disk that cannot take a write', () => {
  test('a write that the disk cannot take is undone and refused plainly, and the store goes on', async () => {
    const url = `sqlite:${join(folder, 'overflow.db')}`;
    // 4 MB: the log of a new store has half of it.
    const line = ['ulimit -f 8000', 'exec "$0" "$@"'].join(' && ');
    const command = ['-c', line, process.execPath, ...argumentsOf('overflow', url)];
    const child = spawn('sh', command, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    assert.deepEqual(JSON.parse(await firstLine(child)), {
      name: 'StoreUnavailable',
      message: 'The store’s disk gave a read or write error.',
      kept: [null, 1, 2, null],
    });
    assert.deepEqual(await exit, [0, null]);
  });
});
