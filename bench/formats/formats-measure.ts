// The rounds: each contender imports each file into a new database, in a new process, alternately.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearStep, showStage, showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { Loaded } from '../import-contender.ts';
import { FORMATS, type FormatFile, type FormatName, writeFormatFiles } from './formats-files.ts';

export const CONTENDERS = [
  { name: 'Gridtide', process: 'bench/import-product.ts', call: 'load' },
  { name: 'DuckDB', process: 'bench/formats/formats-duckdb.ts', call: 'load' },
  { name: 'DuckDB, with a key', process: 'bench/formats/formats-duckdb.ts', call: 'loadUnique' },
  { name: 'SheetJS', process: 'bench/formats/formats-sheetjs.ts', call: 'load' },
] as const;
type Contender = (typeof CONTENDERS)[number];
export type ContenderName = Contender['name'];

export interface FormatRound {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

export interface FormatsMeasured {
  readonly files: readonly FormatFile[];
  /** The rounds by format and contender. A contender that does not read a format has none. */
  readonly rounds: ReadonlyMap<FormatName, ReadonlyMap<ContenderName, readonly FormatRound[]>>;
}

/** A sum of millions of doubles depends on their order. */
const SUM_TOLERANCE = 1e-9;

export async function measureFormats(
  workspace: Workspace,
  rowCount: number,
  roundCount: number,
  formats: readonly FormatName[] = FORMATS,
): Promise<FormatsMeasured> {
  showStage(`${rowCount} rows as ${formats.join(', ')}`);
  const files = await writeFormatFiles(workspace, rowCount, formats);
  showStage(`${roundCount} rounds`);
  const rounds = new Map(
    files.map(({ format }) => [format, new Map<ContenderName, FormatRound[]>()] as const),
  );
  for (let round = 1; round <= roundCount; round++) {
    for (const file of files) {
      showStep(`round ${round} of ${roundCount}: ${file.format}`);
      const sums: number[] = [];
      // The first contender of one round is the last of the next.
      for (const contender of round % 2 === 1 ? CONTENDERS : CONTENDERS.toReversed()) {
        const { name } = contender;
        if (name === 'SheetJS' && file.format !== 'xlsx') continue;
        const loaded = await loadOnce(workspace, contender, file);
        if (!loaded) continue;
        const { sum, ms, cpuMs, peakMb } = loaded;
        sums.push(sum);
        const byName = rounds.get(file.format)!;
        byName.set(name, [...(byName.get(name) ?? []), { ms, cpuMs, peakMb }]);
      }
      const [first = 0] = sums;
      if (sums.some((sum) => Math.abs(sum - first) > SUM_TOLERANCE * Math.abs(first)))
        throw new Error(`${file.format}: values differ, their sums are ${sums.join(' and ')}`);
    }
  }
  clearStep();
  return { files, rounds };
}

async function loadOnce(
  workspace: Workspace,
  { process, call }: Contender,
  file: FormatFile,
): Promise<Loaded | undefined> {
  const folder = await workspace.makeFolder('imported');
  // Compiled code is kept, as it is for users: otherwise a thread would strip types within the time.
  const child = workspace.start(process, {
    env: { NODE_COMPILE_CACHE: workspace.path('compiled') },
  });
  try {
    const loaded = await child.call<Loaded | undefined>(call, file, join(folder, 'import.db'));
    if (loaded && loaded.rows !== file.rows)
      throw new Error(`${process} has ${loaded.rows} of ${file.rows} rows of ${file.format}`);
    return loaded;
  } finally {
    await child.stop();
    await rm(folder, { recursive: true });
  }
}
