// The store on PostgreSQL keeps the contract of every store.

import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { databasesLike } from '../../harness/postgres/test-database.ts';
import { storeContract } from '../store/contract/store-contract.ts';

/** Copying a database takes less time than making its tables. */
const makeDatabase = databasesLike(async (url) => (await openStore(url)).close());

/** `CONTRACT_SHARE=1 npm test -- test/postgres/store-contract.test.ts` tries as much as SQLite's run. */
const SHARE = Number(process.env.CONTRACT_SHARE ?? 0.2);

async function openEmpty(): Promise<Store> {
  const database = await makeDatabase();
  const store = await openStore(database.url);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await database.drop();
  };
  return store;
}

storeContract('PostgreSQL', openEmpty, SHARE);
