// Loads a large CSV file of prices into an empty store, and measures what it takes up. The product uses its
// import command, a database one statement. Processes start before the clock.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { priceSeries } from '../../harness/data/catalog.ts';
import {
  writeDefinitionsCsv,
  writePointsCsv,
  writeSeriesCsv,
} from '../../harness/data/csv-files.ts';
import { medianOf } from '../../harness/median.ts';
import { showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { Contender, ContenderName } from '../contenders/contender.ts';

export interface LoadResult {
  readonly contender: ContenderName;
  readonly rows: number;
  readonly seconds: number;
  readonly bytesPerPoint: number;
}

interface Loaded {
  readonly ms: number;
  readonly bytes: number;
}

/** The same prices in files for every taste. */
export interface LoadFiles {
  /** `series,time,value` with the series' code, as people have it. */
  readonly byCode: string;
  /** The same rows with a number in place of the code. */
  readonly byId: string;
  /** Code and number of each series. */
  readonly series: string;
  /** The series for the product, a line each: code, description, unit, resolution. */
  readonly definitions: string;
}

export async function measureLoad(
  workspace: Workspace,
  databases: readonly Contender[],
  seriesCount: number,
  rounds: number,
): Promise<LoadResult[]> {
  const series = priceSeries(seriesCount);
  const files: LoadFiles = {
    byCode: workspace.path('prices-by-code.csv'),
    byId: workspace.path('prices-by-id.csv'),
    series: workspace.path('price-series.csv'),
    definitions: workspace.path('definitions.csv'),
  };
  const rows = await writePointsCsv(files.byCode, series, 'code');
  await writePointsCsv(files.byId, series, 'id');
  await writeSeriesCsv(files.series, series);
  await writeDefinitionsCsv(files.definitions, series);

  const loads: { contender: ContenderName; load(): Promise<Loaded>; loaded: Loaded[] }[] = [
    { contender: 'cold', load: () => importFile(workspace, files), loaded: [] },
    ...databases.map(({ name, child }) => ({
      contender: name,
      load: () => child.call<Loaded>('timeLoad', files),
      loaded: [],
    })),
  ];
  for (let round = 1; round <= rounds; round++) {
    for (const { contender, load, loaded } of loads) {
      showStep(`round ${round} of ${rounds}: ${contender}`);
      loaded.push(await load());
    }
  }
  await Promise.all(Object.values(files).map((file) => rm(file)));
  return loads.map(({ contender, loaded }) => ({
    contender,
    rows,
    seconds: medianOf(loaded.map(({ ms }) => ms)) / 1000,
    bytesPerPoint: medianOf(loaded.map(({ bytes }) => bytes)) / rows,
  }));
}

async function importFile(workspace: Workspace, files: LoadFiles): Promise<Loaded> {
  const folder = await workspace.makeFolder('import');
  try {
    const store = `sqlite:${join(folder, 'prices.db')}`;
    const child = workspace.start('bench/contenders/import-process.ts');
    const ms = await child.call<number>('importFile', files.byCode, files.definitions, store);
    await child.stop();
    const sizes = (await readdir(folder)).map(
      async (name) => (await stat(join(folder, name))).size,
    );
    return { ms, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
