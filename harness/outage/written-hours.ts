// What a load must leave behind in its store: each acknowledged hour with its value, written once.

import pg from 'pg';
import { openStore } from '#store/open/open-store';
import { FIRST_WRITTEN, HOURS } from './outage-market.ts';

/** What is wrong with the first `count` hours of the series `written`, each fault in a sentence. */
export async function findWriteFaults(url: string, count: number): Promise<string[]> {
  const faults: string[] = [];
  const store = await openStore(url);
  const { key } = (await store.findSeries('written'))!;
  const first = HOURS.indexOf(FIRST_WRITTEN);
  const values = await store.readValues(key, { start: first, end: first + count });
  await store.close();
  const wrong = values.findIndex((value, hour) => value !== hour);
  if (wrong >= 0) faults.push(`an acknowledged write is lost: hour ${wrong}`);
  const entries = await countEntries(url);
  // The last write may have been stored without an answer before the load ended.
  if (entries !== count && entries !== count + 1)
    faults.push(`${entries} entries of ${count} writes`);
  return faults;
}

/** The number of writes of values in the journal. */
async function countEntries(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS entries FROM journal WHERE kind = 'values'`,
  );
  await client.end();
  return rows[0].entries;
}
