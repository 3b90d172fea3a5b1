// Facts about the whole catalogue, read once for each of its versions: counting 100,000 series takes milliseconds.

import type { SeriesReader } from '#store/series-store';

/** Returns a function that reads a fact again only if the catalogue has changed. */
export function rememberFact<T>(store: SeriesReader, read: () => Promise<T>): () => Promise<T> {
  let version: string | undefined;
  let fact: T;
  return async () => {
    // Read before the fact: a change in the meantime makes the next caller read again.
    const { version: number, updatedAt } = await store.readCatalogState();
    const current = `${number} ${updatedAt}`;
    if (version === current) return fact;
    fact = await read();
    version = current;
    return fact;
  };
}
