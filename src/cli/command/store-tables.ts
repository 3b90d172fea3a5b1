// The tables of a store, for commands that work on all of it.

import { expectingFaults } from '#cli/command/store-option';
import { openTables } from '#store/open/open-tables';
import type { TableStore } from '#store/sql/table-store';

/** Runs `work` with the tables of a store, and closes it whatever happens. */
export async function withTables<T>(
  storeUrl: string,
  { create }: { readonly create: boolean },
  work: (tables: TableStore) => Promise<T>,
): Promise<T> {
  const tables = await expectingFaults(() => openTables(storeUrl, { create }));
  try {
    return await work(tables);
  } finally {
    await tables.close();
  }
}
