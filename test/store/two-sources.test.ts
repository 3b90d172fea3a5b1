// A store in which two sources have a run of one time: it is backed up, restored and checked by its whole key.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { backupStore } from '#store/backup/backup-store';
import { restoreStore } from '#store/backup/restore-store';
import { checkFiles } from '#store/check/check-store';
import { filesAt, type StoreFiles } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { addSeries, NOW, runOf } from './contract/sample-series.ts';
import { damage, dumpStore } from './contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const SOURCES = ['model', 'vendor'];
const side = (value: number) => Float64Array.of(value, value);

/** Each source has a run of one time, which it replaced once, with a band and a detail. */
async function makeStore(name: string): Promise<StoreFiles> {
  const files = filesAt(join(folder, name));
  const store = await openStore(`sqlite:${files.series}`);
  const key = await addSeries(store, 'dehrprice');
  const detail = { tier: 't', historyDays: 7, members: [], drivers: [], notes: [] };
  for (const form of [0, 1]) {
    for (const [i, source] of SOURCES.entries()) {
      const value = 10 * i + form;
      const run = runOf(NOW, 500, [value, value + 0.5], source);
      const bands = [{ level: 80, lower: side(value - 1), upper: side(value + 1) }];
      await store.write((writer) => writer.writeRun(key, run, NOW + form, detail, bands));
    }
  }
  await store.write((writer) => writer.setSourceOrder(key, ['vendor'], NOW + 2));
  await store.close();
  return files;
}

/** All that is read of both runs, now and before they were replaced. */
async function readBoth(files: StoreFiles): Promise<unknown> {
  const store = await openStore(`sqlite:${files.series}`);
  const { key } = (await store.findSeries('dehrprice'))!;
  const told = [];
  for (const reader of [store, store.asOf(NOW)]) {
    for (const source of SOURCES) {
      const bands = await reader.readBands(key, NOW, source);
      told.push(await reader.readRuns(key, NOW, NOW, source), bands);
      told.push(await reader.findRunDetail(key, NOW, source));
    }
    told.push((await reader.findNewestRun(key))!.source, await reader.readSourceOrder(key));
  }
  await store.close();
  return told;
}

async function check(files: StoreFiles): Promise<{ lines: string[]; runs: number }> {
  const lines: string[] = [];
  const { runs } = await checkFiles(files, {
    onDamage: ({ subject, what }) => lines.push(`${subject}: ${what}`),
  });
  return { lines, runs };
}

test('a backup of runs of one time by two sources is restored with both', async () => {
  const files = await makeStore('source.db');
  const backup = join(folder, 'both.backup');
  await backupStore(files, backup, {
    ...{ productVersion: '1', now: () => NOW, force: false },
    onDamage: ({ subject, what }) => assert.fail(`${subject}: ${what}`),
  });
  const restored = filesAt(join(folder, 'restored.db'));
  await restoreStore(restored, backup, { force: false });
  assert.deepEqual(dumpStore(restored.series), dumpStore(files.series));
  assert.deepEqual(await readBoth(restored), await readBoth(files));
});

test('a check counts the runs of both sources, and finds damage in that of one', async () => {
  const files = await makeStore('checked.db');
  assert.deepEqual(await check(files), { lines: [], runs: 4 });
  damage(files.series, "UPDATE run SET bytes = x'00' WHERE source = 'vendor'");
  const { lines } = await check(files);
  assert.equal(lines.length, 1, lines.join());
  assert.match(lines[0]!, /dehrprice.*run of 2024-05-17T10:00:00Z/);
});

test('a check finds a band and a detail whose source has no run of their time', async () => {
  const files = await makeStore('orphans.db');
  damage(files.series, "DELETE FROM run WHERE source = 'vendor'");
  const { lines } = await check(files);
  assert.ok(
    lines.some((line) => /band/.test(line)),
    lines.join(),
  );
  assert.ok(
    lines.some((line) => /detail/.test(line)),
    lines.join(),
  );
});
