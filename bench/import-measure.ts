// The rounds: each contender imports the file into a new database, in a new process, alternately.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clearStep, showStep } from '../harness/progress.ts';
import type { Workspace } from '../harness/workspace.ts';
import type { Loaded } from './import-contender.ts';
import type { ImportFile } from './import-file.ts';

export const IMPORTERS = [
  { name: 'Gridtide', process: 'bench/import-product.ts' },
  { name: 'DuckDB', process: 'bench/import-duckdb.ts' },
] as const;
export type ImporterName = (typeof IMPORTERS)[number]['name'];

export interface ImportRound {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly diskBytes: number;
}

export interface ImportMeasured {
  readonly file: ImportFile;
  readonly duckdbVersion: string;
  readonly rounds: ReadonlyMap<ImporterName, readonly ImportRound[]>;
}

/** A sum of millions of doubles depends on their order. */
const SUM_TOLERANCE = 1e-9;

export async function measureImport(
  workspace: Workspace,
  file: ImportFile,
  roundCount: number,
): Promise<ImportMeasured> {
  const rounds = new Map<ImporterName, ImportRound[]>(IMPORTERS.map(({ name }) => [name, []]));
  for (let round = 1; round <= roundCount; round++) {
    const sums: number[] = [];
    // The first contender of one round is the last of the next.
    const order = round % 2 === 1 ? IMPORTERS : IMPORTERS.toReversed();
    for (const { name, process } of order) {
      showStep(`round ${round} of ${roundCount}: ${name}`);
      const { sum, ...reading } = await importOnce(workspace, process, file);
      rounds.get(name)!.push(reading);
      sums.push(sum);
    }
    const [a = 0, b = 0] = sums;
    if (Math.abs(a - b) > SUM_TOLERANCE * Math.abs(a)) {
      throw new Error(`the two hold different values: their sums are ${a} and ${b}`);
    }
  }
  clearStep();
  const child = workspace.start('bench/import-duckdb.ts');
  const duckdbVersion = await child.call<string>('version');
  await child.stop();
  await rm(file.path);
  return { file, duckdbVersion, rounds };
}

async function importOnce(workspace: Workspace, process: string, file: ImportFile) {
  const folder = await workspace.makeFolder('imported');
  const child = workspace.start(process);
  try {
    const loaded = await child.call<Loaded>('load', file, join(folder, 'import.db'));
    if (loaded.rows !== file.rows) {
      throw new Error(`${process} has ${loaded.rows} of ${file.rows} rows`);
    }
    const { ms, cpuMs, peakMb, sum } = loaded;
    return { ms, cpuMs, peakMb, sum, diskBytes: await sizeOf(folder) };
  } finally {
    await child.stop();
    await rm(folder, { recursive: true });
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}
