// Series one by one, as a state of the store knows them.

import type { Caller } from '#accounts/authenticate';
import type { ServiceContext } from '#service/context';
import { type ListQuery, listSeries } from '#service/series/list-series';
import type { SeriesRecord } from '#store/series-record';

/**
 * Yields every matching series in order of code. A search finds what exists now, so in an earlier state each
 * series is looked up again: one that was made later is left out.
 */
export async function* listKnownSeries(
  { store }: Pick<ServiceContext, 'store'>,
  query: ListQuery,
  caller: Caller,
): AsyncGenerator<SeriesRecord> {
  const isPresent = store.asOf !== undefined;
  for await (const page of listSeries(store, query, caller)) {
    for (const { series } of page) {
      const known = isPresent ? series : await store.findSeries(series.code);
      if (known) yield known;
    }
  }
}
