// Makes a store from a copied log: the copy of a generation, and the segments behind it up to a moment.

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Instant } from '#core/time/instant';
import { PART_NAMES } from '#store/backup/backup-manifest';
import { backupStore } from '#store/backup/backup-store';
import {
  type Restore,
  type RestoreOptions,
  refuseStore,
  restoreStore,
} from '#store/backup/restore-store';
import { makeStoreFolder } from '#store/engines/sqlite/sqlite-file';
import { filesAt, type StoreFiles, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { removeEmpty } from '#store/engines/sqlite/swap-files';
import {
  type Generation,
  listGenerations,
  listSegments,
  nameOfSegment,
  readGeneration,
} from '#store/log/log-files';
import { decodeSegment, type SegmentPart } from '#store/log/log-segment';
import { sha256OfFile, sumOfDescription } from '#store/log/log-shipper';
import { applyFrames } from '#store/log/wal-frames';

export interface LogRestore extends Restore {
  /** The moment that the store shows. */
  readonly shownAt: Instant;
  readonly segments: number;
  /** The segment that is torn, changed or missing although later ones exist; it and they are not in the store. */
  readonly cutAt: string | undefined;
}

/** Restores the newest state in the copy that is not later than `at`. It is verified as any other backup. */
export async function restoreLog(
  target: StoreFiles,
  folder: string,
  at: Instant,
  options: RestoreOptions,
): Promise<LogRestore> {
  const { path, generation } = await chooseGeneration(folder, at);
  // Refused first, so that the operator does not wait for the log to be read.
  if (!options.verifyOnly) refuseStore(target, options.force);
  // Beside the target: the disk of the copy may be mounted to be read only.
  const made = makeStoreFolder(dirname(target.series));
  const work = `${target.series}.rolling-${process.pid}`;
  try {
    await rm(work, { recursive: true, force: true });
    makeStoreFolder(work, 0o700);
    const files = filesAt(join(work, 'store.db'));
    const { shownAt, segments, cutAt } = await rollForward(path, generation, at, files);
    const archive = join(work, 'store.tar');
    await backupStore(files, archive, {
      ...{ productVersion: generation.productVersion, now: () => shownAt, force: false },
      onDamage: ({ subject, what }) => {
        throw new StoreFilesFault(`${path}: the store in it is damaged: ${subject}: ${what}`);
      },
    });
    return { ...(await restoreStore(target, archive, options)), shownAt, segments, cutAt };
  } finally {
    await rm(work, { recursive: true, force: true });
    if (made !== undefined) await removeEmpty(dirname(target.series), made);
  }
}

async function chooseGeneration(
  folder: string,
  at: Instant,
): Promise<{ path: string; generation: Generation }> {
  let first: Generation | undefined;
  for (const name of (await listGenerations(folder)).reverse()) {
    const path = join(folder, name);
    const generation = await readGeneration(path);
    if (generation && generation.takenAt <= at) return { path, generation };
    first = generation ?? first;
  }
  const begins = first && `; it begins at ${new Date(first.takenAt).toISOString()}`;
  throw new StoreFilesFault(`${folder} has no copy of a store as of that time${begins ?? ''}.`);
}

/** Copies the files of a generation, and applies the segments until the moment, or until one is torn or missing. */
async function rollForward(
  path: string,
  generation: Generation,
  at: Instant,
  files: StoreFiles,
): Promise<{ shownAt: Instant; segments: number; cutAt: string | undefined }> {
  for (const [i, name] of (['series', 'accounts'] as const).entries()) {
    const copy = join(path, PART_NAMES[i]!);
    const sum = await sha256OfFile(copy).catch(({ code }: NodeJS.ErrnoException) => {
      throw new StoreFilesFault(`${copy} cannot be read (${code}).`);
    });
    if (sum !== generation[name])
      throw new StoreFilesFault(`${copy} is damaged: its bytes are not those that were written.`);
    await copyFile(copy, files[name]);
  }
  let [shownAt, segments] = [generation.takenAt, 0];
  let before = await sumOfDescription(path);
  const last = (await listSegments(path)).at(-1) ?? '';
  for (;;) {
    const name = nameOfSegment(segments + 1);
    const bytes = await readFile(join(path, name)).catch(() => undefined);
    const found = bytes && decodeSegment(bytes, segments + 1, before);
    if (!found) return { shownAt, segments, cutAt: name <= last ? name : undefined };
    if (found.segment.until > at) return { shownAt, segments, cutAt: undefined };
    for (const name of ['series', 'accounts'] as const) applyTo(files[name], found.segment[name]);
    ({ sum: before } = found);
    shownAt = found.segment.until;
    segments++;
  }
}

function applyTo(path: string, { frames, pageBytes }: SegmentPart): void {
  if (frames.length === 0) return;
  const file = openSync(path, 'r+');
  try {
    applyFrames(frames, pageBytes, {
      write: (page, offset) => void writeSync(file, page, 0, page.length, offset),
      resize: (length) => ftruncateSync(file, length),
    });
  } finally {
    closeSync(file);
  }
}
