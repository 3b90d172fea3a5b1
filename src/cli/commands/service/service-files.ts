// Reads and writes the files of the service. Each write is whole or does not happen.

import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFault } from '#cli/command/command';

/** The text of a file; undefined if it does not exist. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw faultOf('read', path, error);
  }
}

export function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

export function writeWhole(path: string, text: string, mode: number): void {
  // Beside the file, so that the last step is a rename within one file system.
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    writeFileSync(unfinished, text, { mode, flag: 'wx' });
    renameSync(unfinished, path);
  } catch (error) {
    if (exists(unfinished)) rmSync(unfinished);
    throw faultOf('write', path, error);
  }
}

export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw faultOf('rename', from, error);
  }
}

export function removeFile(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    throw faultOf('remove', path, error);
  }
}

function faultOf(what: string, path: string, error: unknown): CommandFault {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const advice = ['EACCES', 'EPERM'].includes(code) ? '; be root, or give --user' : '';
  return new CommandFault(`cannot ${what} ${path} (${code})${advice}`);
}
