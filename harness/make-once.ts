// Makes what several test processes need, in one of them. The others wait for it.

import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_MAKING_MS = 120_000;
const POLL_MS = 100;

/**
 * Calls `make` unless `isMade` says that it is made already. `lock` is the path of a folder: of several processes
 * only one can make it.
 */
export async function makeOnce(
  lock: string,
  isMade: () => boolean | Promise<boolean>,
  make: () => Promise<void>,
): Promise<void> {
  if (await isMade()) return;
  await mkdir(dirname(lock), { recursive: true });
  while (!(await takeLock(lock))) await pause(POLL_MS);
  try {
    // Another process may have made it while this one waited.
    if (!(await isMade())) await make();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // A process that was killed leaves its lock behind.
  const madeAt = (await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now();
  if (Date.now() - madeAt > LONGEST_MAKING_MS) await rm(lock, { recursive: true, force: true });
  return false;
}
