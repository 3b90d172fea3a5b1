// The store contract on a real Citus cluster. TEST_CITUS names a database of its coordinator that is used for
// nothing else: everything in it is deleted.

import { describe } from 'node:test';
import pg from 'pg';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { storeContract } from '../../contract/store-contract.ts';

const cluster = process.env.TEST_CITUS;
const TABLES = `SELECT c.relname AS "name" FROM pg_class c
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  AND c.relname <> 'applied_migration' AND NOT EXISTS
  (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;

async function openEmpty(url: string): Promise<Store> {
  const store = await openStore(url);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(TABLES);
  for (const { name } of rows) await client.query(`DELETE FROM ${name}`);
  await client.end();
  return store;
}

if (cluster !== undefined) storeContract('Citus', () => openEmpty(cluster));
else describe('a store on a Citus cluster', { skip: 'TEST_CITUS names no cluster' }, () => {});
