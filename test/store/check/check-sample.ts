// A sound store in files, copies of it to damage, and the lines that a check reports.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { CheckCounts } from '#store/check/check-damage';
import { checkFiles } from '#store/check/check-store';
import { filesAt, type StoreFiles } from '#store/engines/sqlite/store-files';
import { makeStore } from '../contract/sample-store.ts';

export const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

export const SOUND = filesAt(join(folder, 'sound.db'));
await makeStore(SOUND.series);

let copies = 0;

export async function copySound(): Promise<StoreFiles> {
  const copy = filesAt(join(folder, `copy${++copies}.db`));
  await copyFile(SOUND.series, copy.series);
  await copyFile(SOUND.accounts, copy.accounts);
  return copy;
}

export async function check(files: StoreFiles): Promise<{ lines: string[]; counts: CheckCounts }> {
  const lines: string[] = [];
  const counts = await checkFiles(files, {
    onDamage: ({ subject, what }) => lines.push(`${subject}: ${what}`),
  });
  assert.equal(counts.damages, lines.length);
  return { lines, counts };
}
