// Fills every contender with the same data and starts it.

import { rm } from 'node:fs/promises';
import { type BenchSeries, runSeries, shortSeries } from '../../harness/data/catalog.ts';
import { writePointsCsv, writeRunsCsv, writeSeriesCsv } from '../../harness/data/csv-files.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';
import { findOtherUser } from '../../harness/other-user.ts';
import type { Child } from '../../harness/processes.ts';
import { showStage, showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { askOnce } from '../ask-once.ts';
import { type Case, packedCases, SEARCH_COUNT, WARM_VARIANTS } from '../cases.ts';
import type { Canned } from './bare-server.ts';
import { type Contender, type ContenderName, TITLES } from './contender.ts';

/** A file of this many series is loaded and removed again: a full run would fill the disk twice. */
const SERIES_PER_FILE = 20;

export interface Field {
  readonly contenders: readonly Contender[];
  readonly token: string;
}

export async function startContenders(
  workspace: Workspace,
  series: readonly BenchSeries[],
  cases: readonly Case[],
  databases: readonly ContenderName[],
): Promise<Field> {
  const all = [...series, ...shortSeries(SEARCH_COUNT)];
  showStage(`Gridtide: ${series.length} series of 10 years hourly`);
  const token = await fillProduct(workspace.path('bench.db'), all, Date.now());
  const warm = await startProduct(workspace, 'warm', {});
  const cold = await startProduct(workspace, 'cold', { CACHE_MB: '0' });
  const packed = packedCases(cases).map((each) => each.packed);
  const bare = await startBare(workspace, [...cases, ...packed], warm, token);
  const others = await Promise.all(databases.map((name) => startDatabase(workspace, name)));
  await loadDatabases(workspace, others, all);
  return { contenders: [bare, warm, cold, ...others], token };
}

async function startProduct(
  workspace: Workspace,
  name: 'warm' | 'cold',
  settings: Record<string, string>,
): Promise<Contender> {
  const child = workspace.start('bench/contenders/product-server.ts');
  const port = await child.call<number>('start', `sqlite:${workspace.path('bench.db')}`, settings);
  return { name, child, port };
}

async function startDatabase(workspace: Workspace, name: ContenderName): Promise<Contender> {
  const user = name === 'postgres' ? findOtherUser() : undefined;
  const folder = await workspace.makeFolder(name, user);
  const child = workspace.start(`bench/contenders/${name}-server.ts`, user ? { user } : {});
  try {
    return { name, child, port: await child.call<number>('start', folder) };
  } catch (error) {
    if (!user) throw error;
    const cause =
      'PostgreSQL does not run as root, so it runs as "nobody", who must be able to read';
    throw new Error(`${cause} this checkout and ${workspace.folder}.`, { cause: error });
  }
}

async function loadDatabases(
  workspace: Workspace,
  databases: readonly Contender[],
  series: readonly BenchSeries[],
): Promise<void> {
  if (databases.length === 0) return;
  showStage(`${databases.map(({ name }) => TITLES[name]).join(', ')}: the same series`);
  const file = workspace.path('load.csv');
  // One after the other: together they would only wait for the same disk.
  const load = async (table: string): Promise<void> => {
    for (const { child } of databases) await child.call('loadTable', table, file);
    await rm(file);
  };
  await writeSeriesCsv(file, [...series, ...runSeries()]);
  await load('series');
  await writeRunsCsv(file);
  await load('run');
  for (let done = 0; done < series.length; done += SERIES_PER_FILE) {
    showStep(`${done} of ${series.length} series`);
    await writePointsCsv(file, series.slice(done, done + SERIES_PER_FILE), 'id');
    await load('point');
  }
  for (const { child } of databases) await child.call('settle');
}

/** A bare route's path cannot hold a query, so each request has a path of its own. */
export const barePath = (name: string, variant: number): string => `/bare/${name}/${variant}`;

/** Headers that a server sets by itself. */
const OWN_HEADERS = new Set([
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

async function startBare(
  workspace: Workspace,
  cases: readonly Case[],
  product: Contender,
  token: string,
): Promise<Contender> {
  const canned: Canned[] = [];
  for (const { name, requests } of cases) {
    for (const [i, request] of requests.slice(0, WARM_VARIANTS).entries()) {
      const { bytes, headers } = await askOnce(product.port, request, token);
      canned.push({
        method: request.method,
        path: barePath(name, i),
        bytes,
        headers: Object.fromEntries([...headers].filter(([header]) => !OWN_HEADERS.has(header))),
      });
    }
  }
  const child: Child = workspace.start('bench/contenders/bare-server.ts');
  return { name: 'bare', child, port: await child.call<number>('start', canned) };
}
