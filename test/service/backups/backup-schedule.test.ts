// Scheduled backups: made when due, by one process, verified, and the oldest removed after a good one.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import {
  BACKUP_JOB,
  type BackupSchedule,
  type BackupScheduleParts,
  startBackups,
} from '#service/backups/backup-schedule';
import { restoreStore } from '#store/backup/restore-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { until } from '../../../harness/lifetime.ts';
import { ProductServer } from '../../../harness/product-server.ts';
import { damage, dumpStore, makeStore } from '../../store/contract/sample-store.ts';

const NOW = Date.parse('2026-11-18T03:10:00Z');
const MIDNIGHT = Date.parse('2026-11-18T00:00:00Z');

interface Scene {
  readonly path: string;
  readonly backups: string;
  readonly store: Store;
  readonly lines: Record<string, unknown>[];
  now: Instant;
  start(more?: Partial<BackupScheduleParts>): BackupSchedule;
}

async function openScene(t: TestContext): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-backups-'));
  const path = join(folder, 'store.db');
  await makeStore(path);
  const store = await openStore(`sqlite:${path}`);
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const schedules: BackupSchedule[] = [];
  const scene: Scene = {
    ...{ path, store, lines, now: NOW, backups: join(folder, 'backups') },
    start(more = {}) {
      const schedule = startBackups({
        ...{ store, storeUrl: `sqlite:${path}`, folder: scene.backups, keep: 2 },
        ...{ productVersion: '0.0.0-test', everyMs: DAY_MS, logger, lookEveryMs: 20 },
        clock: () => scene.now,
        ...more,
      });
      schedules.push(schedule);
      return schedule;
    },
  };
  t.after(async () => {
    for (const schedule of schedules) await schedule.stop();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return scene;
}

/** Resolves when the job of a due time has ended in a state. */
const ended = ({ store }: Scene, dueAt: Instant, state: 'done' | 'failed') =>
  until(async () => {
    const jobs = await store.listJobs(BACKUP_JOB, 10);
    return jobs.find((job) => job.dueAt === dueAt && job.state === state);
  });

suite('scheduled backups', () => {
  test('a backup that is due is made once by two servers, and holds the store', async (t) => {
    const scene = await openScene(t);
    const { start, store, path, backups, lines } = scene;
    start();
    start();
    const job = await ended(scene, MIDNIGHT, 'done');
    const names = await readdir(backups);
    assert.equal(names.length, 1);
    assert.match(names[0]!, /^gridtide-20261118T0310\d\dZ\.tar\.zst$/);
    assert.equal(job.note, join(backups, names[0]!));
    assert.equal((await stat(join(backups, names[0]!))).mode & 0o777, 0o600);
    assert.equal((await stat(backups)).mode & 0o777, 0o700);
    assert.ok((await store.readFigures()).lastBackupAt! >= NOW);
    const made = lines.filter(({ msg }) => msg === 'backup made');
    assert.equal(made.length, 1);
    const copy = filesAt(`${path}.copy`);
    await restoreStore(copy, join(backups, names[0]!), { force: false });
    const [now, then] = [dumpStore(path), dumpStore(copy.series)];
    for (const changing of ['series.job', 'series.setting']) delete now[changing];
    for (const changing of ['series.job', 'series.setting']) delete then[changing];
    assert.deepEqual(then, now);
  });

  test('the newest backups stay, and files of other names are never removed', async (t) => {
    const scene = await openScene(t);
    await mkdir(scene.backups);
    await writeFile(join(scene.backups, 'gridtide-20200101T000000Z.tar.zst'), 'old');
    await mkdir(join(scene.backups, 'gridtide-20200102T000000Z.tar.zst.making-abc123'));
    await writeFile(join(scene.backups, 'gridtide-by-hand.tar.zst'), 'the operator’s own');
    scene.start();
    for (let day = 0; day < 3; day++) {
      scene.now = NOW + day * DAY_MS;
      await ended(scene, MIDNIGHT + day * DAY_MS, 'done');
    }
    const names = (await readdir(scene.backups)).sort();
    assert.deepEqual(
      names.map((name) => name.slice(0, 17)),
      ['gridtide-20261119', 'gridtide-20261120', 'gridtide-by-hand.'],
    );
  });

  test('a damaged store removes no older backup; the failure is logged, counted and tried again', async (t) => {
    const scene = await openScene(t);
    const schedule = scene.start({ keep: 1 });
    await ended(scene, MIDNIGHT, 'done');
    const [good] = await readdir(scene.backups);
    damage(scene.path, "UPDATE chunk SET bytes = x'00'");
    const damaged = async () =>
      (await readdir(scene.backups)).filter((name) => /^gridtide-\d+T\d+Z-damaged\./.test(name));
    for (const failures of [1, 2]) {
      // The second look is an hour later: a failure is tried again.
      scene.now = NOW + DAY_MS + failures * HOUR_MS;
      await until(() => schedule.failures === failures || undefined);
      const { note } = await ended(scene, MIDNIGHT + DAY_MS, 'failed');
      assert.match(note!, /^the store has \d+ damages: \w+: chunk \d+ /);
      assert.equal((await damaged()).length, 1);
      assert.ok((await readdir(scene.backups)).includes(good!));
    }
    const failed = scene.lines.filter(({ msg }) => msg === 'backup failed');
    assert.deepEqual([failed.length, failed[0]!.level], [2, 50]);
  });

  test('a folder that cannot be made fails the job, not the server', async (t) => {
    const scene = await openScene(t);
    await writeFile(scene.backups, 'a file is in the way');
    const schedule = scene.start();
    await ended(scene, MIDNIGHT, 'failed');
    await until(async () => schedule.failures === 1);
    assert.match(String(scene.lines[0]!.why), /EEXIST|ENOTDIR/);
  });

  test('a server with BACKUP_EVERY backs its store up at its start, and says so in its metrics', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-backups-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const backups = join(folder, 'backups');
    const server = await ProductServer.start(t, {
      env: {
        ...{ STORE: `sqlite:${join(folder, 'store.db')}`, BACKUP_EVERY: '24h' },
        ...{ BACKUP_FOLDER: backups, LOG_LEVEL: 'info' },
      },
    });
    await until(() => server.lines.find(({ msg }) => msg === 'backup made'));
    assert.equal((await readdir(backups)).length, 1);
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(figures, /^gridtide_backup_failures_total 0$/m);
    assert.match(figures, /^gridtide_backup_last_timestamp_seconds 1\d{9}/m);
  });
});
