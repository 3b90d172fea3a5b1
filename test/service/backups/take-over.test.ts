// If the server that copies the log or makes a backup ends or dies, another one on the store goes on. Nothing that was
// acknowledged is missing from the copy.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { DAY_MS } from '#core/time/instant';
import { BACKUP_JOB, startBackups } from '#service/backups/backup-schedule';
import { type LogCopy, startLogCopy } from '#service/backups/log-copy';
import { filesAt } from '#store/engines/sqlite/store-files';
import { restoreLog } from '#store/log/restore-log';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { lastFirst, until } from '../../../harness/lifetime.ts';
import { ProductServer } from '../../../harness/product-server.ts';
import { addSeries, write } from '../../store/contract/sample-series.ts';

const JOB_HOLDER = fileURLToPath(new URL('job-holder.ts', import.meta.url));
const NOW = Date.parse('2026-11-18T03:10:00Z');
const MIDNIGHT = Date.parse('2026-11-18T00:00:00Z');
const SILENT = pino({ level: 'silent' });

interface Scene {
  readonly folder: string;
  readonly url: string;
  readonly copy: string;
  readonly store: Store;
  /** Writes one more value, which is its own index. Resolves to the count of acknowledged ones. */
  writeNext(): Promise<number>;
  open(): Promise<Store>;
  /** The values in the store that the copy gives now. */
  restored(): Promise<number[]>;
  after(end: () => Promise<void> | void): void;
}

async function openScene(t: TestContext): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-take-over-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const lifetime = lastFirst(t);
  const url = `sqlite:${join(folder, 'store.db')}`;
  const open = async (): Promise<Store> => {
    const store = await openStore(url);
    lifetime.after(() => store.close());
    return store;
  };
  const store = await open();
  const key = await addSeries(store, 'aa');
  let [written, restores] = [0, 0];
  return {
    ...{ folder, url, store, open, copy: join(folder, 'copy') },
    after: lifetime.after,
    async writeNext() {
      await write(store, key, { [written]: written });
      return ++written;
    },
    async restored() {
      const target = filesAt(join(folder, `restored-${++restores}.db`));
      await restoreLog(target, join(folder, 'copy'), Date.now(), { force: false });
      const made = await openStore(`sqlite:${target.series}`, { create: false });
      const series = (await made.findSeries('aa'))!;
      const values = await made.readValues(series.key, { start: 0, end: written + 1 });
      await made.close();
      return [...values].filter(Number.isFinite);
    },
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Copies as a server does, with a store connection of its own, and looks more often. */
async function beginCopy(scene: Scene): Promise<LogCopy> {
  const copy = startLogCopy({
    ...{ store: await scene.open(), storeUrl: scene.url, folder: scene.copy, keep: 5 },
    ...{ productVersion: '0.0.0-test', clock: Date.now, logger: SILENT },
    ...{ everyMs: 10, lookEveryMs: 10 },
  });
  scene.after(() => copy.stop());
  return copy;
}

const isCopying = (copy: LogCopy) => until(() => copy.copiedAt > 0 || undefined);

suite('take-over by another server', () => {
  test('another server copies the log after the first is stopped, and no write is missing', async (t) => {
    const scene = await openScene(t);
    const first = await beginCopy(scene);
    await isCopying(first);
    const second = await beginCopy(scene);
    await scene.writeNext();
    await first.stop();
    // What was written before the stop does not wait for the second one.
    assert.deepEqual(await scene.restored(), upTo(1));
    await scene.writeNext();
    await isCopying(second);
    const count = await scene.writeNext();
    await second.stop();
    assert.deepEqual(await scene.restored(), upTo(count));
    assert.equal((await readdir(scene.copy)).length, 2, 'each copied one generation');
  });

  test('another process copies the log after the first is killed, and no write is missing', async (t) => {
    const scene = await openScene(t);
    const env = { STORE: scene.url, LOG_COPY: scene.copy, LOG_LEVEL: 'info' };
    const copies = ({ lines }: ProductServer) =>
      lines.some(({ msg }) => msg === 'the log is copied');
    const first = await ProductServer.start(scene, { env });
    await until(() => copies(first) || undefined);
    const second = await ProductServer.start(scene, { env });
    await scene.writeNext();
    assert.ok(!copies(second), 'one server copies');
    assert.match(await figuresOf(second), /^gridtide_log_copy_timestamp_seconds 0$/m);
    await first.kill();
    let count = await scene.writeNext();
    // Writes go on while no process copies, and while the second one begins.
    await until(async () => {
      count = await scene.writeNext();
      await sleep(30);
      return copies(second) || undefined;
    });
    count = await scene.writeNext();
    assert.match(await figuresOf(second), /^gridtide_log_copy_timestamp_seconds 1\d{9}/m);
    assert.equal(await second.stop(), 0);
    assert.deepEqual(await scene.restored(), upTo(count));
  });

  test('another process makes the due backup after the first is killed in it', async (t) => {
    const scene = await openScene(t);
    await scene.writeNext();
    const args = ['-C', 'source', JOB_HOLDER, scene.url, String(MIDNIGHT), String(NOW)];
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    scene.after(() => void holder.kill('SIGKILL'));
    const [said] = await once(holder.stdout!, 'data');
    assert.equal(String(said), 'claimed\n');
    const backups = join(scene.folder, 'backups');
    let looks = 0;
    const clock = (): number => {
      looks++;
      return NOW;
    };
    const schedule = startBackups({
      ...{ store: scene.store, storeUrl: scene.url, folder: backups, keep: 2, clock },
      ...{ productVersion: '0.0.0-test', everyMs: DAY_MS, logger: SILENT, lookEveryMs: 10 },
    });
    scene.after(() => schedule.stop());
    await until(() => looks > 3 || undefined);
    const [running] = await scene.store.listJobs(BACKUP_JOB, 10);
    assert.deepEqual([running!.dueAt, running!.state], [MIDNIGHT, 'running']);
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    const done = await until(async () =>
      (await scene.store.listJobs(BACKUP_JOB, 10)).find(({ state }) => state === 'done'),
    );
    assert.equal(done.dueAt, MIDNIGHT);
    assert.equal((await readdir(backups)).length, 1);
  });
});

const figuresOf = async ({ url }: ProductServer): Promise<string> =>
  (await fetch(`${url}/metrics`)).text();
