// The tests use the built page, which is built again if its sources have changed since.

import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/explorer/index.html');
const LOCK = join(ROOT, 'dist/explorer-is-being-built');
/** The folders that the page is built from. */
const SOURCES = ['src/explorer', 'src/view', 'src/client', 'src/contract', 'src/core', 'docs'];
const LONGEST_BUILD_MS = 120_000;

export async function freshenBuild(): Promise<void> {
  if (await isFresh()) return;
  await withLock(async () => {
    // Another test file may have built the page while this one waited.
    if (await isFresh()) return;
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--config', 'src/explorer/vite.config.ts', '--logLevel', 'error'];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  });
}

const changedAt = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

async function isFresh(): Promise<boolean> {
  const builtAt = await changedAt(BUILT);
  for (const folder of SOURCES) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if ((await changedAt(join(ROOT, folder, name))) > builtAt) return false;
    }
  }
  return true;
}

/** Runs `work` in one process at a time: of the test files side by side, only one can make a folder. */
async function withLock(work: () => Promise<void>): Promise<void> {
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  for (;;) {
    try {
      await mkdir(LOCK);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    // A build that was cut short leaves its lock behind.
    if (Date.now() - (await changedAt(LOCK)) > LONGEST_BUILD_MS) {
      await rm(LOCK, { recursive: true, force: true });
    } else await pause(100);
  }
  try {
    await work();
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}
