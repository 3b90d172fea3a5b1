// A disk that is filled up by others and freed again; and, for any user, the same by a limit to the size of files.

import { execFile } from 'node:child_process';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProductServer } from '../../harness/product-server.ts';
import { LoopDisk } from './loop-disk.ts';

const run = promisify(execFile);

export interface FullDisk {
  /** The folder that a store may lie in. */
  readonly folder: string;
  /** Nothing can be written any more by the server, or by what is started under `under`. */
  fill(server: ProductServer): Promise<void>;
  free(server: ProductServer): Promise<void>;
  /** Starts a program while the disk is full. */
  readonly under: readonly string[];
}

const DISK_MEGABYTES = 64;
/** What is left by larger pieces is taken by smaller ones. */
const PIECES = [2 ** 20, 2 ** 16, 2 ** 12];

/** The folder of other programs' files: one of them takes all the space that is left. */
export class BallastDisk implements FullDisk {
  readonly under = [];
  readonly #disk: LoopDisk;

  constructor(disk: LoopDisk) {
    this.#disk = disk;
  }

  static async make(folder: string): Promise<BallastDisk> {
    const disk = new LoopDisk(folder);
    await disk.make(DISK_MEGABYTES);
    return new BallastDisk(disk);
  }

  get folder(): string {
    return join(this.#disk.mountPoint, 'store');
  }

  get #ballast(): string {
    return join(this.#disk.mountPoint, 'ballast');
  }

  async fill(): Promise<void> {
    const file = await open(this.#ballast, 'a');
    try {
      for (const bytes of PIECES) while (await takes(file, bytes));
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.#ballast);
  }

  close(): Promise<void> {
    return this.#disk.close();
  }
}

/** Synced, so that the room is taken and not only promised. */
async function takes(file: Awaited<ReturnType<typeof open>>, bytes: number): Promise<boolean> {
  try {
    const { bytesWritten } = await file.write(Buffer.alloc(bytes));
    await file.datasync();
    return bytesWritten === bytes;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false;
    throw error;
  }
}

const LIMIT_BYTES = 4_096;

/** No privilege is needed: no process of the server may write behind a file's first page. */
export class SizeLimit implements FullDisk {
  readonly folder: string;
  readonly under = ['prlimit', `--fsize=${LIMIT_BYTES}:unlimited`];

  constructor(folder: string) {
    this.folder = join(folder, 'store');
  }

  fill(server: ProductServer): Promise<void> {
    return limit(server, String(LIMIT_BYTES));
  }

  free(server: ProductServer): Promise<void> {
    return limit(server, 'unlimited');
  }
}

async function limit(server: ProductServer, soft: string): Promise<void> {
  for (const pid of await processesOf(server.child.pid!))
    await run('prlimit', ['--pid', String(pid), `--fsize=${soft}:unlimited`]);
}

/** A server and its workers: a group of their own, led by the server. */
async function processesOf(leader: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // Behind the name, which may hold anything: state, parent, group.
    const group = text.slice(text.lastIndexOf(')') + 2).split(' ')[2];
    if (Number(group) === leader) found.push(Number(name));
  }
  return found;
}

/** Why sizes cannot be limited here; undefined: they can. */
export const lackOfSizeLimit = (): Promise<string | undefined> =>
  run('prlimit', ['--version']).then(
    () => undefined,
    () => "it needs prlimit, of Debian's package util-linux",
  );
