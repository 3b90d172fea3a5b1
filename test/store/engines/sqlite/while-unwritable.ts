// A full disk for this process: no file may grow beyond its first 4 KiB.

import { execFileSync, spawnSync } from 'node:child_process';

/** The reason to skip a test, or false if prlimit exists. */
export const lacksPrlimit =
  spawnSync('prlimit', ['--version']).status !== 0 &&
  "it needs prlimit, of Debian's package util-linux";

export async function whileUnwritable(work: () => Promise<void>): Promise<void> {
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
  limit('4096');
  try {
    await work();
  } finally {
    limit('unlimited');
  }
}
