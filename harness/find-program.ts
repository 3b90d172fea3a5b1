// Programs that a machine may have or lack, for tests that use them if they exist.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders that hold servers, which are not on the PATH of every user. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin'];

/** The path of a program; undefined if the machine does not have it. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why a test is left out that needs a program; false if it is not. */
export const skipWithout = (name: string): string | false =>
  findProgram(name) === undefined ? `this machine has no ${name}` : false;
