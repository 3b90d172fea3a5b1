// The whole content of a store, for a comparison at the end.

import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';
import { HASHES } from './differential-accounts.ts';
import { NAMES, SOURCES } from './differential-inputs.ts';

/** Wider than any span of points that is written. */
const ALL = { start: -1_600, end: 4_000 };
const PAGE = 500;

async function tellSeries(reader: SeriesReader, key: number, code: string): Promise<unknown> {
  const [record, values, runs] = await Promise.all([
    reader.findSeries(code),
    reader.readValues(key, ALL),
    reader.readRuns(key, -1, 2 ** 42),
  ]);
  const details = runs.map(async ({ analyzedAt, source }) => [
    await reader.findRunDetail(key, analyzedAt, source),
    await reader.readBands(key, analyzedAt, source),
  ]);
  return [record, values, runs, await Promise.all(details)];
}

/** The content of a sequence, now and as of some moments. */
export async function tellSequence(
  store: Store,
  prefix: string,
  moments: readonly number[],
): Promise<unknown> {
  const series = await store.searchSeries({ prefix, limit: 9 });
  const { accounts } = store;
  return Promise.all([
    ...series.flatMap(({ key, code }) => [
      tellSeries(store, key, code),
      ...moments.map((moment) => tellSeries(store.asOf(moment), key, code)),
      store.findRule(key),
      store.listHeld({ key, limit: 99 }),
      ...SOURCES.map((source) => store.readModelMemory(key, source)),
    ]),
    ...HASHES.map((hash) => accounts.findGrant(hash)),
    ...NAMES.flatMap((name) => [store.findAnswer(name, 0), accounts.findAnswer(name, 0)]),
  ]);
}

/** The lists of all sequences, each to its end. */
export async function tellStore(store: Store): Promise<unknown> {
  const series = await allPages(
    (after?: string) =>
      store.searchSeries({ ...(after === undefined ? {} : { after }), limit: PAGE }),
    ({ code }) => code,
  );
  const entries = await allPages(
    (before?: number) => store.listEntries({ limit: PAGE, before }),
    ({ id }) => id,
  );
  const accountEntries = await allPages(
    (before?: number) => store.accounts.listEntries(PAGE, before),
    ({ id }) => id,
  );
  const users = await store.accounts.listUsers();
  const keys = await Promise.all(users.map(({ id }) => store.accounts.listKeys(id)));
  const lists = [await store.accounts.listPlans(), await store.listUnits()];
  const held = await store.listHeld({ limit: 10 ** 6 });
  return { series, entries, accountEntries, users, keys, lists, held };
}

async function allPages<Row, Mark>(
  read: (mark?: Mark) => Promise<Row[]>,
  markOf: (row: Row) => Mark,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = await read(); page.length > 0; page = await read(markOf(page.at(-1)!))) {
    rows.push(...page);
  }
  return rows;
}
