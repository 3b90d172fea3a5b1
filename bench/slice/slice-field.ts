// Fills both databases with the same runs and starts all that take part.

import { rm } from 'node:fs/promises';
import { findOtherUser } from '../../harness/other-user.ts';
import type { Child } from '../../harness/processes.ts';
import { showStage } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { askJson } from '../ask-once.ts';
import {
  FIRST_DAY,
  fillProduct,
  hoursOf,
  lastDay,
  listSeries,
  type SliceSize,
  writeRunRows,
} from './slice-data.ts';

export interface SliceServer {
  readonly child: Child;
  readonly port: number;
}

export interface SliceField {
  readonly size: SliceSize;
  readonly token: string;
  /** The product with its cache off. */
  readonly product: SliceServer;
  readonly postgres: SliceServer;
  /** Reads the product's store without a server. */
  readonly reader: Child;
}

export async function startField(workspace: Workspace, size: SliceSize): Promise<SliceField> {
  showStage(`Gridtide: ${size.series} series, two runs a day for ${size.days} days`);
  const path = workspace.path('slice.db');
  const token = await fillProduct(path, size, Date.now());
  const product = workspace.start('bench/contenders/product-server.ts');
  const port = await product.call<number>('start', `sqlite:${path}`, { CACHE_MB: '0' });
  const reader = workspace.start('bench/slice/slice-reader.ts');
  await reader.call('open', `sqlite:${path}`);
  showStage('PostgreSQL: the same, a row a value');
  const postgres = await startPostgres(workspace, size);
  return { size, token, product: { child: product, port }, postgres, reader };
}

async function startPostgres(workspace: Workspace, size: SliceSize): Promise<SliceServer> {
  const user = findOtherUser();
  const folder = await workspace.makeFolder('postgres', user);
  const child = workspace.start('bench/slice/slice-postgres.ts', user ? { user } : {});
  const port = await child.call<number>('start', folder);
  const file = workspace.path('rows.csv');
  for (const series of listSeries(size)) {
    await writeRunRows(file, series, size);
    await child.call('load', file);
  }
  await rm(file);
  await child.call('settle');
  return { child, port };
}

const get = (path: string) => ({ method: 'GET', path }) as const;

export const slicedRequest = (code: string, size: SliceSize, more = '') =>
  get(`/api/v1/forecasts/${code}/sliced?from=${FIRST_DAY}&to=${lastDay(size)}&daysAhead=1${more}`);

export const actualRequest = (code: string, size: SliceSize) =>
  get(`/api/v1/series/${code}?from=${FIRST_DAY}&to=${lastDay(size)}`);

export const sqlRequest = (id: number, size: SliceSize, statement: string) =>
  get(`/sliced/${id}?from=${FIRST_DAY}&to=${lastDay(size)}&statement=${statement}`);

interface SliceAnswer {
  readonly data: readonly {
    readonly time: string;
    readonly value: number;
    readonly analyzedTime: string;
    readonly source: string;
    readonly leadHours: number;
  }[];
}

/** Compares what each SQL statement finds with the product's answer; returns the number of equal rows. */
export async function checkAnswers(
  { size, token, product, postgres }: SliceField,
  statements: readonly string[],
): Promise<number> {
  let equal = 0;
  const { start, end } = hoursOf(size);
  for (const { id, code } of listSeries(size)) {
    const ours = await askJson<SliceAnswer>(product.port, slicedRequest(code, size), token);
    if (ours.data.length !== end - start) throw new Error(`${code} has ${ours.data.length} rows`);
    for (const statement of statements) {
      const theirs = await askJson<SliceAnswer>(
        postgres.port,
        sqlRequest(id, size, statement),
        token,
      );
      for (const [i, row] of ours.data.entries())
        requireEqual(row, theirs.data[i], `${code}, ${statement}`);
      equal += theirs.data.length;
    }
  }
  return equal;
}

type Row = SliceAnswer['data'][number];

function requireEqual(ours: Row, theirs: Row | undefined, about: string): void {
  const isEqual =
    theirs !== undefined &&
    Date.parse(ours.time) === Date.parse(theirs.time) &&
    Date.parse(ours.analyzedTime) === Date.parse(theirs.analyzedTime) &&
    ours.value === theirs.value &&
    ours.source === theirs.source &&
    ours.leadHours === theirs.leadHours;
  if (isEqual) return;
  throw new Error(`${about}: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}`);
}
