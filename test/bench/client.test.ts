// The benchmark of the clients from its command to its report, with as few rounds as it takes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { WorkName } from '../../bench/client/client-measure.ts';
import { judgeClients } from '../../bench/client/client-report.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';

test('a run of the clients reports every figure and bar', {
  skip: skipUnlessLong(),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-client-'));
  t.after(() => rm(folder, { recursive: true }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-C', 'source', 'bench/main.ts', 'client', '--rounds', '1', '--out', folder],
    { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
  );
  assert.equal(status, 0, stdout + stderr);
  const [name] = await readdir(folder);
  assert.match(name!, /^\d{4}-\d\d-\d\d-client\.md$/);
  const report = await readFile(join(folder, name!), 'utf8');
  assert.match(report, /price: 87,672 hours in 1\.\d MB/);
  assert.match(report, /over JSON\.parse alone ≥ 0\.7 × \| [\d.]+ × \| (?:reached|MISSED)/);
});

test('a bar of the clients is missed by a reader that is too slow, and not judged without pandas', () => {
  const times = new Map<WorkName, number[]>([
    ['parse', [7, 7, 7]],
    ['read', [5, 11, 5]],
    ['call', [11, 11, 11]],
    ['fetch', [1, 1, 1]],
  ]);
  const slow = new Map<WorkName, number[]>([...times, ['read', [5, 11, 11]]]);
  const kinds = [
    { kind: 'price', bytes: 1, points: 1, times },
    { kind: 'load', bytes: 1, points: 1, times: slow },
  ] as const;
  const outcomes = (python: Parameters<typeof judgeClients>[0]['python']) =>
    judgeClients({ rounds: 3, kinds, python }).map(({ outcome }) => outcome);
  assert.deepEqual(outcomes('no pandas'), ['reached', 'MISSED', 'not measured', 'not measured']);
  const pandas = (read: number) => ({
    ...{ versions: '', titles: {} },
    times: new Map([
      ['read', [read]],
      ['pandas', [20]],
      ['arrays', [10]],
    ]),
  });
  assert.equal(outcomes(pandas(9)).at(-1), 'reached');
  assert.equal(outcomes(pandas(11)).at(-1), 'MISSED');
});
