// The benchmark of slices from its command to its report, with as few runs as it takes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SliceMeasured, Timing, WorkName } from '../../bench/slice/slice-measure.ts';
import { judgeSlices } from '../../bench/slice/slice-report.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';

test('a run compares its rows with those of SQL and reports every figure and bar', {
  skip: skipUnlessLong(),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-slice-'));
  t.after(() => rm(folder, { recursive: true }));
  const few = ['--days', '40', '--rounds', '1', '--seconds', '0.02', '--out', folder];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-C', 'source', 'bench/main.ts', 'slice', ...few],
    // PostgreSQL may run as another user, who cannot enter the folder of the tests.
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, TMPDIR: undefined },
    },
  );
  assert.equal(status, 0, stdout + stderr);
  const [name] = await readdir(folder);
  assert.match(name!, /^\d{4}-\d\d-\d\d-slice\.md$/);
  const report = await readFile(join(folder, name!), 'utf8');
  // Four series of 40 days of hours, by two statements.
  assert.match(report, /7,680 rows of SQL were compared with ours first/);
  assert.match(report, /daysAhead=1 over 80 runs, 960 hours/);
  assert.match(report, /answer the slice, SQL over all rows \| [\d.,]+ \| [\d.,]+/);
});

test('a bar is missed by a slice that takes too long, and by a server that takes too much memory', () => {
  const times = {
    values: 1,
    slice: 39,
    bands: 60,
    actual: 2,
    sliced: 50,
    sql: 300,
    'sql-whole': 1_000,
  };
  const measuredAs = (
    more: Partial<Record<WorkName, number>>,
    serverPeakMb = 200,
  ): SliceMeasured => ({
    size: { series: 4, days: 40 },
    ...{ runs: 80, hours: 960, equalRows: 7_680, readerPeakMb: 100, serverPeakMb },
    rounds: new Map(
      Object.entries({ ...times, ...more }).map(([name, ms]): [WorkName, Timing[]] => [
        name as WorkName,
        [{ ms, cpuMs: ms }],
      ]),
    ),
    postgres: { version: '18', bytes: 1, rows: 1 },
  });
  const missed = (measured: SliceMeasured) =>
    judgeSlices(measured)
      .filter(({ isReached }) => !isReached)
      .map(({ bar }) => bar);
  assert.deepEqual(missed(measuredAs({})), []);
  assert.match(missed(measuredAs({ slice: 41 })).join(), /^reading the slice .* ≤ 40 ×$/);
  assert.match(missed(measuredAs({ sliced: 50.1 })).join(), /^SQL over all rows, .* ≥ 20 ×$/);
  assert.match(missed(measuredAs({ actual: 1 })).join(), /^answering the slice .* ≤ 40 ×$/);
  assert.match(missed(measuredAs({}, 400)).join(), /^peak memory of the server < 400 MB$/);
});
