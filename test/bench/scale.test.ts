// The scale benchmark from its command to its report, on stores as small as they get.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { prepareStore } from '../../bench/scale/prepare-store.ts';
import { READS } from '../../bench/scale/reads.ts';
import { judgeScale } from '../../bench/scale/report/scale-bars.ts';
import type { EngineResults, ScaleResults } from '../../bench/scale/report/scale-results.ts';
import { startSqlite } from '../../bench/scale/sqlite-engine.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { Workspace } from '../../harness/workspace.ts';

const SIZES = [100, 200];
const METADATA_SIZE = 400;

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-scale-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

function runBench(...args: string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-C', 'source', 'bench/main.ts', 'scale', ...args],
    { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
  );
  return { status, said: stdout + stderr };
}

const tiny = (folder: string): string[] => [
  ...['--engine', 'sqlite', '--sizes', SIZES.join(), '--metadata', String(METADATA_SIZE)],
  ...['--rounds', '1', '--seconds', '0.02', '--keep', '--folder', join(folder, 'stores')],
  ...['--out', join(folder, 'results')],
];

async function readResults(folder: string): Promise<ScaleResults> {
  const name = (await readdir(join(folder, 'results'))).find((file) => file.endsWith('.json'));
  return JSON.parse(await readFile(join(folder, 'results', name!), 'utf8')) as ScaleResults;
}

test('a scale run reports every read at every size, and all that a capacity model needs', {
  skip: skipUnlessLong(),
}, async (t) => {
  const folder = await makeFolder(t);
  const { status, said } = runBench(...tiny(folder));
  assert.equal(status, 0, said);
  const files = (await readdir(join(folder, 'results'))).map((name) => name.slice(11)).sort();
  assert.deepEqual(files, ['scale.json', 'scale.md', 'scale.svg']);

  const { engines } = await readResults(folder);
  const [{ latencies, rates, stores, writing, memory, comparedAnswers }] = engines as [
    EngineResults,
  ];
  assert.ok(comparedAnswers > 10_000);
  for (const { name, isMetadata } of READS) {
    const sizes = latencies.filter(({ read }) => read === name).map(({ size }) => size);
    assert.deepEqual(sizes, isMetadata ? [...SIZES, METADATA_SIZE] : SIZES, name);
    const asked = rates.filter(({ read }) => read === name);
    assert.deepEqual(
      asked.map(({ size }) => size),
      sizes,
    );
    assert.ok(
      asked.every(({ perCore, perSecond }) => perCore > 0 && perSecond > 0),
      name,
    );
  }
  assert.ok(latencies.every(({ p50Ms, p99Ms }) => p50Ms > 0 && p99Ms >= p50Ms));
  assert.ok(stores.every(({ bytes, fillSeconds }) => bytes > 0 && fillSeconds > 0));
  assert.ok(stores.some(({ metadataBytesPerSeries }) => metadataBytesPerSeries > 0));
  assert.ok(memory.every(({ startMb, peakMb }) => peakMb >= startMb && startMb > 0));
  assert.deepEqual(
    writing.map(({ work }) => work),
    ['update-48-hours', 'load-years'],
  );
  assert.ok(writing.every(({ pointsPerSecond }) => pointsPerSecond > 0));
  assert.deepEqual((await readdir(join(folder, 'stores'))).sort(), [
    'sqlite-100',
    'sqlite-100.json',
    'sqlite-200',
    'sqlite-200.json',
    'sqlite-400-metadata',
    'sqlite-400-metadata.json',
  ]);
});

test('a store that was kept is used again, and filled again when its content has changed', async (t) => {
  const workspace = await Workspace.open(await makeFolder(t));
  const engine = startSqlite(workspace);
  const content = { size: 100, hours: 48, hasRuns: false };
  const first = await prepareStore(workspace, engine, 'kept', content);
  assert.deepEqual(await prepareStore(workspace, engine, 'kept', content), first);
  const longer = await prepareStore(workspace, engine, 'kept', { ...content, hours: 96 });
  assert.notEqual(longer.token, first.token);
});

test('a read that takes more than 1.5 times as long at the largest size is named', () => {
  const growth = [
    { read: 'year', smallest: 1_000, largest: 100_000, ratio: 1.6 },
    { read: 'day', smallest: 1_000, largest: 100_000, ratio: 1.4 },
  ];
  const memory = [100, 120, 180].map((peakMb, i) => ({ size: i, peakMb }));
  const results = [{ engine: 'sqlite', growth, memory }] as unknown as EngineResults[];
  const missed = judgeScale(results).filter(({ isReached }) => !isReached);
  assert.deepEqual(
    missed.map(({ work }) => work),
    [
      'p50 of 1 year hourly, 1,000 to 100,000 series',
      'peak memory of the server, any size over the smallest',
    ],
  );
});

test('sizes that cannot be filled evenly are refused', () => {
  const { status, said } = runBench('--sizes', '130');
  assert.notEqual(status, 0);
  assert.match(said, /--sizes must be multiples of 20, not "130"/);
});
