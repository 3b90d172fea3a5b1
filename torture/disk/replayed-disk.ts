// A folder as a disk may have it when the power goes: all that was synced, and any pieces of the rest.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '../../harness/random.ts';
import type { Call } from './call-record.ts';

/** A write, or a new length. */
type Change = { readonly at: number; readonly bytes: Buffer } | { readonly length: number };

interface ReplayedFile {
  /** The content as synced; undefined if the disk does not know the file. */
  synced: Buffer;
  isNameSynced: boolean;
  isRemoved: boolean;
  /** The changes since the last sync, in order. */
  pending: Change[];
}

/** The index of a log is of no use after a crash: SQLite makes it anew. */
const isKept = (name: string): boolean => !name.endsWith('-shm');

/** Disks write sectors or blocks whole; systems often pages, and mostly all of a write or nothing. */
const PIECES = [512, 4_096, Number.POSITIVE_INFINITY];

export class ReplayedDisk {
  readonly #folder: string;
  readonly #files = new Map<string, ReplayedFile>();
  /** A control: nothing gets to the disk, whatever is synced. */
  readonly #isSyncIgnored: boolean;

  private constructor(folder: string, isSyncIgnored: boolean) {
    this.#folder = folder;
    this.#isSyncIgnored = isSyncIgnored;
  }

  /** The folder as it is now: its content before the record began. */
  static async read(folder: string, { isSyncIgnored = false } = {}): Promise<ReplayedDisk> {
    const disk = new ReplayedDisk(folder, isSyncIgnored);
    for (const name of (await readdir(folder)).filter(isKept)) {
      const synced = await readFile(join(folder, name));
      disk.#files.set(name, { synced, isNameSynced: true, isRemoved: false, pending: [] });
    }
    return disk;
  }

  apply({ name, file, texts, number }: Call): void {
    if (/^f(?:data)?sync$/.test(name)) this.#sync(file);
    else if (name === 'pwrite64')
      this.#changed(file)?.pending.push({ at: number, bytes: texts[0]! });
    else if (name === 'ftruncate') this.#changed(file)?.pending.push({ length: number });
    else if (name.startsWith('unlink')) this.#remove(String(texts[0]));
    else if (this.#changed(file) || texts.some((text) => this.#nameOf(String(text)) !== undefined))
      throw new Error(`the store’s files were changed by ${name}, which cannot be replayed`);
  }

  /** Writes what may be left when the power goes now to a folder. */
  async cut(target: string, random: Random): Promise<void> {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    const share = this.#isSyncIgnored ? 0 : random.pick([0, random.unit(), 1]);
    const bytes = random.pick(PIECES);
    const survives = () => random.unit() < share;
    for (const [name, file] of this.#files) {
      if (!file.isNameSynced && !survives()) continue;
      if (file.isRemoved && survives()) continue;
      const pieces = file.pending.flatMap((change) => piecesOf(change, bytes));
      await writeFile(join(target, name), changed(file.synced, pieces.filter(survives)));
    }
  }

  #nameOf(path: string): string | undefined {
    const isHere = dirname(path) === this.#folder && isKept(path);
    return isHere ? path.slice(this.#folder.length + 1) : undefined;
  }

  /** Undefined if it is no file of this disk. */
  #changed(path: string): ReplayedFile | undefined {
    const name = this.#nameOf(path);
    if (name === undefined) return undefined;
    let file = this.#files.get(name);
    if (!file || file.isRemoved) {
      file = { synced: Buffer.alloc(0), isNameSynced: false, isRemoved: false, pending: [] };
      this.#files.set(name, file);
    }
    return file;
  }

  #remove(path: string): void {
    const file = this.#files.get(this.#nameOf(path) ?? '');
    if (file) file.isRemoved = true;
  }

  /** A file's name is safe when its folder is synced, and no sooner. */
  #sync(path: string): void {
    if (this.#isSyncIgnored) return;
    if (path === this.#folder) {
      for (const [name, file] of this.#files) {
        if (file.isRemoved) this.#files.delete(name);
        file.isNameSynced = true;
      }
      return;
    }
    const file = this.#files.get(this.#nameOf(path) ?? '');
    if (!file) return;
    file.synced = changed(file.synced, file.pending);
    file.pending = [];
  }
}

/** Sectors have fixed bounds, whatever offset a write begins at. */
function piecesOf(change: Change, size: number): Change[] {
  if (!('bytes' in change) || size > change.bytes.length) return [change];
  const { at, bytes } = change;
  const pieces: Change[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + size - ((at + from) % size));
    pieces.push({ at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return pieces;
}

function changed(before: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return before;
  const ends = changes.map((one) => ('bytes' in one ? one.at + one.bytes.length : one.length));
  const room = Buffer.alloc(Math.max(before.length, ...ends));
  before.copy(room);
  let length = before.length;
  for (const change of changes) {
    if ('bytes' in change) {
      change.bytes.copy(room, change.at);
      length = Math.max(length, change.at + change.bytes.length);
    } else {
      // The rest reads as zeros if the file grows again.
      if (change.length < length) room.fill(0, change.length, length);
      length = change.length;
    }
  }
  return room.subarray(0, length);
}
