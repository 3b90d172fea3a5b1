// A folder of files that were made to be read again and again, with a bound in bytes. Files are named by their
// content. The least recently used go first; a file that is being read stays readable when it goes. Several
// processes may share a folder: each finds what another made, and makes again what another removed.

import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';

/** What is still being written has this ending; older ones belong to processes that have ended. */
const PART = '.part';
const STALE_PART_MS = 60 * 60_000;
/** Room is made for this much at a time, or for a share of a small spool. */
const STEP_BYTES = 8 * 2 ** 20;
const STEPS = 64;
/** How often the use of a file is noted in its times. */
const NOTE_MS = 60_000;
const OWNER_ONLY = 0o700;

/** A file would be larger than all files together may be. */
export class SpoolTooSmall extends Error {
  override readonly name = 'SpoolTooSmall';
}

export interface SpooledFile {
  readonly path: string;
  readonly bytes: number;
}

export class FileSpool {
  readonly folder: string;
  readonly mostBytes: number;
  #isReady: Promise<void> | undefined;
  #parts = 0;

  constructor(folder: string, mostBytes: number) {
    this.folder = folder;
    this.mostBytes = mostBytes;
  }

  /** Finds a file by its name, and notes that it is used. */
  async find(name: string): Promise<SpooledFile | undefined> {
    const path = join(this.folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const now = Date.now();
    // Its time decides when it goes, in every process.
    if (Math.abs(now - found.mtimeMs) > NOTE_MS)
      await utimes(path, now / 1000, now / 1000).catch(() => {});
    return { path, bytes: found.size };
  }

  /** Opens a file; undefined if it has gone. */
  async open({ path }: SpooledFile): Promise<FileHandle | undefined> {
    try {
      return await open(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Writes a file whole or not at all. Throws SpoolTooSmall if it is larger than the bound. */
  async put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    await (this.#isReady ??= this.#prepare());
    const path = join(this.folder, name);
    const part = `${path}.${process.pid}-${++this.#parts}${PART}`;
    const file = await open(part, 'wx', 0o600);
    try {
      const bytes = await this.#write(file, part, pieces);
      await file.close();
      await rename(part, path);
      return { path, bytes };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(part, { force: true });
      throw error;
    }
  }

  async #write(file: FileHandle, part: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
    const step = Math.min(STEP_BYTES, this.mostBytes / STEPS);
    let [bytes, room] = [0, 0];
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > this.mostBytes)
        throw new SpoolTooSmall(`the file has more than ${this.mostBytes} bytes`);
      if (bytes > room) {
        room = Math.min(this.mostBytes, bytes + step);
        await this.#makeRoom(room, part);
      }
      await file.writeFile(piece);
    }
    return bytes;
  }

  /** Removes files until there is room for `bytes` bytes of the one that is being written. */
  async #makeRoom(bytes: number, part: string): Promise<void> {
    const files = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (path === part) continue;
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile()) files.push({ path, bytes: found.size, usedAt: found.mtimeMs });
    }
    files.sort((a, b) => a.usedAt - b.usedAt);
    let total = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const { path, bytes: freed, usedAt } of files) {
      const isPart = path.endsWith(PART);
      const isStale = isPart && Date.now() - usedAt > STALE_PART_MS;
      if (total + bytes <= this.mostBytes && !isStale) continue;
      if (isPart && !isStale) continue;
      await rm(path, { force: true }).catch(() => {});
      total -= freed;
    }
  }

  /** Makes the folder so that no other user of the machine may read its files, which hold what a plan includes. */
  async #prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY });
    const found = await lstat(this.folder);
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    const isClosed = process.platform === 'win32' || (found.mode & 0o077) === 0;
    if (!found.isDirectory() || !isOwn || !isClosed)
      throw new Error(`the folder ${this.folder} must belong to this user, and to no other (0700)`);
  }
}
