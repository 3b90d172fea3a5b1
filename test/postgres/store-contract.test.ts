// The store on PostgreSQL keeps the contract of every store.

import { openStore } from '#store/open/open-store';
import { type Store, StoreUnavailable } from '#store/store';
import { databasesLike } from '../../harness/postgres/test-database.ts';
import { storeContract } from '../store/contract/store-contract.ts';

/** Copying a database takes less time than making its tables. */
const makeDatabase = databasesLike(async (url) => (await openStore(url)).close());

/** `CONTRACT_SHARE=1 npm test -- test/postgres/store-contract.test.ts` tries as much as SQLite's run. */
const SHARE = Number(process.env.CONTRACT_SHARE ?? 0.2);

/** A machine that stalls for seconds looks like a server that is gone; opening is tried again then. */
async function openSoon(url: string): Promise<Store> {
  try {
    return await openStore(url);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return await openStore(url);
  }
}

async function openEmpty(): Promise<Store> {
  const database = await makeDatabase();
  const store = await openSoon(database.url);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await database.drop();
  };
  return store;
}

storeContract('PostgreSQL', openEmpty, SHARE);
