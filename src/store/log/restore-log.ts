// Makes a store from a copied log: the copy of a generation, and the segments behind it up to a moment.

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#core/time/instant';
import { PART_NAMES } from '#store/backup/backup-manifest';
import { backupStore } from '#store/backup/backup-store';
import { type Restore, type RestoreOptions, restoreStore } from '#store/backup/restore-store';
import { filesAt, type StoreFiles, StoreFilesFault } from '#store/engines/sqlite/store-files';
import {
  type Generation,
  listGenerations,
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
}

/** Restores the newest state in the copy that is not later than `at`. It is verified as any other backup. */
export async function restoreLog(
  target: StoreFiles,
  folder: string,
  at: Instant,
  options: RestoreOptions,
): Promise<LogRestore> {
  const { path, generation } = await chooseGeneration(folder, at);
  const work = await mkdtemp(join(folder, 'restoring-'));
  try {
    const files = filesAt(join(work, 'store.db'));
    const { shownAt, segments } = await rollForward(path, generation, at, files);
    const archive = join(work, 'store.tar');
    await backupStore(files, archive, {
      ...{ productVersion: generation.productVersion, now: () => shownAt, force: false },
      onDamage: ({ subject, what }) => {
        throw new StoreFilesFault(`${path}: the store in it is damaged: ${subject}: ${what}`);
      },
    });
    return { ...(await restoreStore(target, archive, options)), shownAt, segments };
  } finally {
    await rm(work, { recursive: true, force: true });
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
): Promise<{ shownAt: Instant; segments: number }> {
  for (const [i, name] of (['series', 'accounts'] as const).entries()) {
    const copy = join(path, PART_NAMES[i]!);
    if ((await sha256OfFile(copy)) !== generation[name])
      throw new StoreFilesFault(`${copy} is damaged: its bytes are not those that were written.`);
    await copyFile(copy, files[name]);
  }
  let [shownAt, segments] = [generation.takenAt, 0];
  let before = await sumOfDescription(path);
  for (;;) {
    const bytes = await readFile(join(path, nameOfSegment(segments + 1))).catch(() => undefined);
    const found = bytes && decodeSegment(bytes, segments + 1, before);
    if (!found || found.segment.until > at) return { shownAt, segments };
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
