// The store on PostgreSQL keeps the contract of every store.

import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import { storeContract } from '../store/store-contract.ts';
import { databasesLike } from './test-database.ts';

/** Making the tables takes longer than copying a database that has them. */
const makeDatabase = databasesLike(async (url) => (await openStore(url)).close());

storeContract('PostgreSQL', async (): Promise<Store> => {
  const database = await makeDatabase();
  const store = await openStore(database.url);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await database.drop();
  };
  return store;
});
