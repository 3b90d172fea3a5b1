// An unfinished copy of another store is not served: parts of it are missing.

import { COPY_STATE } from '#store/sql/setting-names';
import type { Store } from '#store/store';

export async function requireWhole(store: Store): Promise<void> {
  const state = await store.getSetting(COPY_STATE);
  if (state === undefined || (JSON.parse(state) as { isWhole: boolean }).isWhole) return;
  throw new Error(
    'A copy to this store was begun and has not ended. Run gridtide copy again, with the same --from and --to.',
  );
}
