// A row of the torture table with a small figure. What must never be wrong is asserted; times are shown.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Row, Tally } from '../../torture/row.ts';
import { type Run, runRow } from '../../torture/run-row.ts';

const SEED = 7;

/** What a row lacks on this machine, as the reason to skip it. */
export const skipWord = async (row: { lacks?(): Promise<string | undefined> }) =>
  (await row.lacks?.()) ?? false;

/** A folder that is gone after the test. */
export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-torture-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function runShort<T extends Tally>(
  t: TestContext,
  row: Row<T>,
  count: number,
): Promise<Run & { readonly tally: T }> {
  const folder = await makeFolder(t);
  const run = await runRow(row, { folder, count, seed: SEED, commit: 'test' });
  const { faults, misses, figures } = run.outcome;
  t.diagnostic([figures, ...misses].join('; '));
  assert.deepEqual(faults, []);
  assert.equal(run.state.done, count);
  return { ...run, tally: run.state.tally as T };
}
