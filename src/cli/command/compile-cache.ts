// Keeps compiled code between starts: a start then takes half as much of the processor. The folder must be
// the user's own, because code that was put there by another user would be run.

import { statSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '#package/package-root';
import { makeFolder } from '#store/make-folder';

/** Writable by the group or by others. */
const SHARED = 0o022;

type Env = Readonly<Record<string, string | undefined>>;

/** The folders to try: systemd's for the service, a checkout's own, the user's. */
export function cacheFolders(env: Env, root = PACKAGE_ROOT, findHome = homedir): string[] {
  const [given] = (env.CACHE_DIRECTORY ?? '').split(':');
  const own = env.XDG_CACHE_HOME || cacheOfHome(findHome);
  return [
    ...(given ? [join(given, 'compiled')] : []),
    join(root, 'node_modules/.cache/gridtide'),
    ...(own ? [join(own, 'gridtide/compiled')] : []),
  ];
}

/** A user of a container may be a number without a name or a home. Then Node throws. */
function cacheOfHome(findHome: () => string): string | undefined {
  try {
    return join(findHome(), '.cache');
  } catch {
    return undefined;
  }
}

/** Makes the folder; false if it cannot be made, or is not the user's alone to write. */
export function isOwnFolder(folder: string): boolean {
  try {
    makeFolder(folder, 0o700);
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & SHARED) === 0;
  } catch {
    return false;
  }
}

/** Uses the first folder that can be used. NODE_COMPILE_CACHE, if set, is Node's own affair. */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return;
  const folder = cacheFolders(env).find(isOwnFolder);
  if (folder === undefined) return;
  enableCompileCache(folder);
  // Threads and other processes of the server read it from the environment.
  env.NODE_COMPILE_CACHE = folder;
}

/** Long after the first requests, which must not wait for a thousand small files. */
const WRITE_AFTER_MS = 10_000;

/** Writes what was compiled so far after a while: a server may be ended without a chance to do so. */
export const writeCompiledCodeSoon = (): void => {
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref();
};
