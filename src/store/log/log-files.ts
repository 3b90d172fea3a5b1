// The folder of a copied log: a folder for each generation, with a copy of both files and the segments behind it.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#core/time/instant';
import { StoreFilesFault } from '#store/engines/sqlite/store-files';

export const GENERATION = /^\d{8}T\d{9}Z$/;
export const SEGMENT = /^\d{8}\.log$/;
export const DESCRIPTION = 'generation.json';

/** What a generation begins with. It is written last: a folder without it is not used. */
export interface Generation {
  readonly format: 'gridtide-log';
  readonly version: 1;
  readonly productVersion: string;
  /** The moment that the copies show. */
  readonly takenAt: Instant;
  /** Checksums of the copies. */
  readonly series: string;
  readonly accounts: string;
}

export const nameOfGeneration = (takenAt: Instant): string =>
  new Date(takenAt).toISOString().replace(/[-:.]/g, '');

export const nameOfSegment = (number: number): string => `${String(number).padStart(8, '0')}.log`;

/** The names of the generations in a folder, oldest first, whole or not. */
export const listGenerations = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => GENERATION.test(name)).sort();

/** The names of the segments of a generation, oldest first. */
export const listSegments = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => SEGMENT.test(name)).sort();

/** Undefined if the generation was not finished. */
export async function readGeneration(folder: string): Promise<Generation | undefined> {
  const path = join(folder, DESCRIPTION);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Generation;
  } catch {
    throw new StoreFilesFault(`${path} is damaged: its bytes are not those that were written.`);
  }
}
