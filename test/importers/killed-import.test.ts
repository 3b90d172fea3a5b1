// An import that is killed at a random moment and started again ends like an undisturbed one. Each run of
// the tests makes a few kills; KILLS=50 makes fifty of them.

import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimMarketZone } from '#service/kept-settings';
import { checkFiles } from '#store/check/check-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { rounds } from '../../harness/rounds.ts';
import { type Rows, rowsOf } from './database-rows.ts';
import { BERLIN, makeFolder } from './open-market.ts';

const KILLS = Number(process.env.KILLS ?? rounds(5));
const SCRIPT = join(import.meta.dirname, 'import-process.ts');
const FIRST_HOUR = Date.UTC(2015, 11, 31, 23) / 3_600_000;

/** Files of one bufferful, and a file of several within one transaction. */
const SIZES = [
  { name: 'small', series: 3, hours: 200 },
  { name: 'medium', series: 20, hours: 8_760 },
  { name: 'large', series: 14, hours: 87_672 },
] as const;
/** The sizes to kill, one after the other; larger ones more often. */
const TURNS = [2, 1, 2, 1, 0] as const;

/** About as long as a commit takes. */
const COMMIT_MS = 20;

const codeOf = (series: number): string => `px${series}`;

async function writeCsv(path: string, series: number, hours: number): Promise<void> {
  const file = await open(path, 'w');
  await file.write('series,time,value\n');
  const times = Array.from({ length: hours }, (_, i) =>
    new Date((FIRST_HOUR + i) * 3_600_000).toISOString(),
  );
  for (let s = 0; s < series; s++) {
    const lines: string[] = [];
    for (const [i, time] of times.entries()) {
      // Every thousandth value is a spike that the rule of the first series does not allow. Odd series
      // have many digits, so that the transaction exceeds memory and is on disk before its commit.
      const value = i % 1_000 === 999 ? 9_999 : ((i * 7_919 + s * 11) % 20_011) / 97 - 40;
      lines.push(`${codeOf(s)},${time},${s % 2 === 0 ? value.toFixed(2) : value}\n`);
    }
    await file.write(lines.join(''));
  }
  await file.close();
}

/** Makes a store with series, a rule and no values. */
async function makeEmpty(path: string, series: number): Promise<void> {
  const store = await openStore(`sqlite:${path}`);
  await claimMarketZone(store, BERLIN);
  await store.write(async (writer) => {
    for (let s = 0; s < series; s++) {
      const code = codeOf(s);
      const texts = { description: '', unit: 'EUR/MWh', area: null, category: null };
      const { key } = await writer.defineSeries({ code, resolution: 'hour', ...texts });
      if (s === 0) await writer.setRule(key, { lowest: null, highest: 4_000, largestStep: null });
    }
  });
  await store.close();
}

async function copyStore(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await copyFile(filesAt(from).accounts, filesAt(to).accounts);
}

type Importer = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a process that has loaded everything and waits for a byte on standard input. */
async function startImporter(file: string, path: string): Promise<Importer> {
  const child = spawn(process.execPath, ['-C', 'source', SCRIPT, file, `sqlite:${path}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said), 'ready\n');
  return child;
}

/** Resolves to how long the import took. */
async function importUndisturbed(file: string, path: string): Promise<number> {
  const child = await startImporter(file, path);
  const startedAt = performance.now();
  const exit = once(child, 'exit');
  child.stdin.write('go');
  assert.deepEqual(await exit, [0, null]);
  return performance.now() - startedAt;
}

/** When to kill: `delayMs` after the start, or after the first bytes of the transaction are on disk. */
interface Moment {
  readonly delayMs: number;
  readonly isAfterFirstWrite: boolean;
}

async function importAndKill(
  file: string,
  path: string,
  { delayMs, isAfterFirstWrite }: Moment,
): Promise<void> {
  const child = await startImporter(file, path);
  const exit = once(child, 'exit');
  child.stdin.write('go');
  while (isAfterFirstWrite && child.exitCode === null && (await walBytes(path)) === 0) {
    await sleep(1);
  }
  await Promise.race([sleep(delayMs), exit]);
  child.kill('SIGKILL');
  await exit;
}

/** The size of the write-ahead log, which gets every commit and parts of a large transaction. */
const walBytes = (path: string): Promise<number> =>
  stat(`${path}-wal`).then(
    ({ size }) => size,
    () => 0,
  );

/** The stage at which the kill fell, as far as the files tell. */
async function momentOf(path: string): Promise<string> {
  const written = await walBytes(path);
  const store = await openStore(`sqlite:${path}`);
  const all = await store.searchSeries({ limit: 1_000 });
  const filled = all.filter(({ firstIndex }) => firstIndex !== null).length;
  const [entry] = await store.listEntries({ limit: 1 });
  await store.close();
  assert.ok(filled === 0 || filled === all.length, `${filled} of ${all.length} series have values`);
  assert.equal(entry !== undefined, filled > 0, 'values and journal do not go together');
  if (filled > 0) return 'after the commit';
  return written > 0 ? 'in the transaction' : 'before anything was written';
}

async function damagesOf(path: string): Promise<string[]> {
  const damages: string[] = [];
  await checkFiles(filesAt(path), {
    onDamage: ({ subject, what }) => damages.push(`${subject}: ${what}`),
  });
  return damages;
}

/** The tables but the journal, which has both imports if the first one was committed. */
function contentOf(path: string): Map<string, string> {
  const content = new Map<string, string>();
  for (const [table, rows] of rowsOf(path)) {
    if (table !== 'journal') content.set(table, digestOf(rows));
  }
  return content;
}

function digestOf(rows: Iterable<Rows>): string {
  const hash = createHash('sha256');
  let count = 0;
  for (const row of rows) {
    for (const value of row) {
      const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
      hash.update(`${typeof value}${bytes.length} `).update(bytes);
    }
    count++;
  }
  return `${count} rows ${hash.digest('hex')}`;
}

interface Reference {
  readonly file: string;
  readonly empty: string;
  readonly content: ReadonlyMap<string, string>;
  readonly points: number;
  readonly tookMs: number;
}

async function prepare(folder: string, size: (typeof SIZES)[number]): Promise<Reference> {
  const { name, series, hours } = size;
  const [file, empty] = [join(folder, `${name}.csv`), join(folder, `${name}-empty.db`)];
  await writeCsv(file, series, hours);
  await makeEmpty(empty, series);
  const path = join(folder, `${name}.db`);
  await copyStore(empty, path);
  const tookMs = await importUndisturbed(file, path);
  assert.deepEqual(await damagesOf(path), []);
  return { file, empty, content: contentOf(path), points: series * hours, tookMs };
}

async function assertLikeUndisturbed(path: string, { content, points }: Reference): Promise<void> {
  assert.deepEqual(await damagesOf(path), []);
  assert.deepEqual(contentOf(path), content);
  const store = await openStore(`sqlite:${path}`);
  const entries = await store.listEntries({ limit: 9 });
  await store.close();
  // At most two entries: one wrote everything, and the other found it written.
  const [wrote, ...others] = entries.toReversed();
  assert.ok(others.length <= 1);
  assert.equal(wrote!.points.added + wrote!.points.held, points);
  for (const { points: found, seriesCount } of others) {
    assert.deepEqual([found.added, found.changed, found.same + found.held], [0, 0, points]);
    assert.equal(seriesCount, 0);
  }
}

/** One after the other: at any time, near the end, and during the transaction or its commit. */
function chooseMoment(kill: number, tookMs: number): Moment {
  const share = Math.random();
  const isAfterFirstWrite = kill % 3 === 0;
  if (isAfterFirstWrite) return { delayMs: share * COMMIT_MS, isAfterFirstWrite };
  return { delayMs: tookMs * (kill % 3 === 1 ? share : 0.75 + 0.3 * share), isAfterFirstWrite };
}

suite('an import that is killed and started again', () => {
  test(`an import that is killed ${KILLS} times and started again ends like an undisturbed one`, async (t: TestContext) => {
    const folder = await makeFolder(t);
    const references = new Map<number, Reference>();
    for (const size of new Set(TURNS.slice(0, KILLS)))
      references.set(size, await prepare(folder, SIZES[size]));
    const moments = new Map<string, number>();
    for (let kill = 0; kill < KILLS; kill++) {
      const size = TURNS[kill % TURNS.length]!;
      const reference = references.get(size)!;
      const path = join(folder, `${kill}.db`);
      await copyStore(reference.empty, path);
      const chosen = chooseMoment(kill, reference.tookMs);
      const after = chosen.isAfterFirstWrite ? 'after its first write' : 'after its start';
      const what = `${SIZES[size]!.name} file, ${chosen.delayMs.toFixed(1)} ms ${after}`;
      await importAndKill(reference.file, path, chosen);
      const moment = await momentOf(path);
      moments.set(moment, (moments.get(moment) ?? 0) + 1);
      await importUndisturbed(reference.file, path);
      await assertLikeUndisturbed(path, reference).catch((error: Error) => {
        throw new Error(`${what}, ${moment}: ${error.message}`, { cause: error });
      });
    }
    const counts = [...moments].map(([moment, count]) => `${count} ${moment}`);
    t.diagnostic(`${KILLS} kills, all made good: ${counts.join(', ')}`);
  });
});
