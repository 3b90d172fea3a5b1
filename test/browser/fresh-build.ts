// The tests use the built page, which is built again if its sources have changed since.

import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from '../../harness/make-once.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/explorer/index.html');
const LOCK = join(ROOT, 'dist/explorer-is-being-built');
/** The folders that the page is built from. */
const SOURCES = ['src/explorer', 'src/view', 'src/client', 'src/contract', 'src/core', 'docs'];

/** Looked at once a process. */
let freshening: Promise<void> | undefined;

export function freshenBuild(): Promise<void> {
  freshening ??= buildIfOld();
  return freshening;
}

async function buildIfOld(): Promise<void> {
  await makeOnce(LOCK, isFresh, async () => {
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
