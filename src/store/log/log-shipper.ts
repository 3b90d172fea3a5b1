// Copies the write-ahead logs of a store's two files to a second folder, while other processes write.
//
// A reader's transaction that never ends keeps SQLite from overwriting frames that were not copied: with a mark in the
// log the log cannot begin again, and with none it can begin again only once, as nothing is written back meanwhile.
// When a log gets long, the writer's lock is taken for a moment: all of it is copied and written back, and the reader
// begins at its end.

import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backup } from 'node:sqlite';
import { type Clock, type Instant, MINUTE_MS } from '#core/time/instant';
import { PART_NAMES } from '#store/backup/backup-manifest';
import { type StoreFiles, syncFolder } from '#store/engines/sqlite/store-files';
import { CopiedFile } from '#store/log/copied-file';
import {
  chooseKept,
  encodeLastCopy,
  LAST_COPY,
  type PastGeneration,
  readLastedMs,
} from '#store/log/kept-generations';
import {
  DESCRIPTION,
  type Generation,
  listGenerations,
  nameOfGeneration,
  nameOfSegment,
} from '#store/log/log-files';
import { encodeSegment } from '#store/log/log-segment';

const WHOLE = { recursive: true, force: true } as const;

export interface ShipperOptions {
  readonly folder: string;
  readonly productVersion: string;
  readonly now: Clock;
  /** How many generations stay; short-lived ones are counted apart. */
  readonly keep: number;
}

export class LogShipper {
  readonly #options: ShipperOptions;
  readonly #files: readonly [CopiedFile, CopiedFile];
  #generation = '';
  #number = 0;
  #isClosed = false;
  #before = '';
  #notedAt: Instant = 0;

  private constructor(files: StoreFiles, options: ShipperOptions) {
    this.#options = options;
    const series = new CopiedFile(files.series);
    try {
      this.#files = [series, new CopiedFile(files.accounts)];
    } catch (error) {
      series.close();
      throw error;
    }
  }

  /** Begins a generation: a copy of both files at one moment. Resolves when it can be restored. */
  static async begin(files: StoreFiles, options: ShipperOptions): Promise<LogShipper> {
    const shipper = new LogShipper(files, options);
    try {
      await shipper.#begin();
      return shipper;
    } catch (error) {
      shipper.close();
      await shipper.#removeUnfinished();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    const { folder, productVersion, now } = this.#options;
    const takenAt = this.#holdBoth(now);
    const path = join(folder, nameOfGeneration(takenAt));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await mkdir(path, { mode: 0o700 });
    this.#generation = path;
    const sums: string[] = [];
    for (const [i, { reader }] of this.#files.entries()) {
      const path = join(this.#generation, PART_NAMES[i]!);
      await (await open(path, 'wx', 0o600)).close();
      await backup(reader, path, { rate: 1_000 });
      const copy = await open(path, 'r+');
      await copy.sync();
      await copy.close();
      sums.push(await sha256OfFile(path));
    }
    const [series, accounts] = sums as [string, string];
    const generation: Generation = {
      ...{ format: 'gridtide-log', version: 1, productVersion, takenAt, series, accounts },
    };
    const text = Buffer.from(JSON.stringify(generation));
    this.#before = createHash('sha256').update(text).digest('hex');
    await this.#store(DESCRIPTION, text);
    this.#notedAt = takenAt;
    await this.#removeOld();
  }

  /** A part of a generation may be as large as the store: tries on a full disk must not pile up. */
  async #removeUnfinished(): Promise<void> {
    if (this.#generation === '' || existsSync(join(this.#generation, DESCRIPTION))) return;
    await rm(this.#generation, WHOLE).catch(() => {});
  }

  /** Only whole generations count: one that a kill left unfinished must not push out one that can be restored. */
  async #removeOld(): Promise<void> {
    const { folder, keep } = this.#options;
    const own = basename(this.#generation);
    const names = (await listGenerations(folder)).filter((name) => name !== own);
    const past: PastGeneration[] = [];
    for (const name of names) {
      const path = join(folder, name);
      if (existsSync(join(path, DESCRIPTION)))
        past.push({ name, lastedMs: await readLastedMs(path) });
    }
    const kept = chooseKept(past, keep);
    for (const name of names) if (!kept.has(name)) await rm(join(folder, name), WHOLE);
  }

  /** Begins both readers while nothing can be committed, and notes the ends of both logs. */
  #holdBoth(now: Clock): Instant {
    try {
      for (const file of this.#files) file.lock();
      for (const file of this.#files) {
        file.hold();
        file.place = file.take().place;
      }
      return now();
    } finally {
      for (const file of this.#files) file.unlock();
    }
  }

  /** Copies what was committed since the last time. Resolves to the number of bytes, 0 if there is nothing. */
  async ship(): Promise<number> {
    const bytes = await this.#shipOnce();
    for (const file of this.#files) if (file.isLong()) await this.#shorten(file);
    await this.#noteCopy();
    return bytes;
  }

  /** Notes every minute that the generation goes on, as an idle store has no segments that would show it. */
  async #noteCopy(): Promise<void> {
    const at = this.#options.now();
    if (Math.abs(at - this.#notedAt) < MINUTE_MS) return;
    this.#notedAt = at;
    // Without the note a generation only counts as shorter, so a failure must not end it.
    await this.#store(LAST_COPY, encodeLastCopy(at)).catch(() => {});
  }

  async #shipOnce(): Promise<number> {
    const { now } = this.#options;
    const since = now();
    const [series, accounts] = this.#files.map((file) => file.take());
    const until = now();
    const length = series!.part.frames.length + accounts!.part.frames.length;
    if (length > 0) {
      const { bytes, sum } = encodeSegment({
        ...{ number: this.#number + 1, since, until, before: this.#before },
        ...{ series: series!.part, accounts: accounts!.part },
      });
      await this.#store(nameOfSegment(this.#number + 1), bytes);
      this.#number++;
      this.#before = sum;
    }
    this.#files[0].place = series!.place;
    this.#files[1].place = accounts!.place;
    return length;
  }

  /** Copies the rest of a log under the writer's lock, and has it written back, so that it begins again. */
  async #shorten(file: CopiedFile): Promise<void> {
    try {
      file.lock();
    } catch {
      // A writer has the lock for long, such as an import: later.
      return;
    }
    try {
      await this.#shipOnce();
      file.writeBack();
      file.hold();
    } finally {
      file.unlock();
    }
  }

  /** Makes a file durable before it gets its name, and its name before the next one. */
  async #store(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#generation, name);
    const file = openSync(`${path}.part`, 'w', 0o600);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.part`, path);
    await syncFolder(this.#generation);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const file of this.#files) file.close();
  }
}

export async function sha256OfFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256');
    for await (const piece of file.createReadStream({ autoClose: false })) hash.update(piece);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** The checksum that the first segment of a generation names. */
export const sumOfDescription = async (folder: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, DESCRIPTION)))
    .digest('hex');
