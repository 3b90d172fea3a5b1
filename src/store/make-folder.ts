// Makes folders one by one: Node's own recursive way never ends if a folder cannot be made, as in /proc.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it, and returns the highest that it made. */
export function makeFolder(folder: string, mode = 0o777): string | undefined {
  if (isFolder(folder)) return undefined;
  const above = dirname(folder);
  const made = above === folder ? undefined : makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
    return made ?? folder;
  } catch (error) {
    // Another process may have made it at the same moment.
    if (!isFolder(folder)) throw error;
    return made;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
