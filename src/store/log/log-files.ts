// The folder of a copied log: a folder for each generation, with a copy of both files and the segments behind it.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#core/time/instant';

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

/** Undefined if the generation was not finished. */
export async function readGeneration(folder: string): Promise<Generation | undefined> {
  const text = await readFile(join(folder, DESCRIPTION), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Generation);
}
