// The folder for the temporary files of all tests.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what the tests have at a time: PostgreSQL's data, an installed package, stores. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Makes a folder in memory: the thousands of stores that tests make need not wait for the disk at each
 * commit. Without enough memory, or if `TMPDIR` names a folder, that of the system is used.
 */
export function makeTemporaryFolder() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined;
  removeAbandoned();
  const path = mkdtempSync(join(MEMORY, `gridtide-tests-${process.pid}-`));
  const remove = () => removeFolder(path);
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(path, 0o755);
  if (canExecute(path)) return { path, remove };
  remove();
  return undefined;
}

function removeFolder(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    const pid = /^gridtide-tests-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeFolder(join(MEMORY, name));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error.code === 'EPERM';
  }
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Whether a program in the folder may be started; a container often forbids it. */
function canExecute(folder) {
  const program = join(folder, 'program');
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
