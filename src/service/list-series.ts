// Finding series by prefix, words, area or resolution, page by page, so that no list is held whole.

import type { Caller } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import type { SeriesQuery, SeriesReader, SeriesRecord } from '#store/store';

const PAGE = 1_000;

export interface ListedSeries {
  readonly series: SeriesRecord;
  /** Whether the caller's plan includes it. */
  readonly isSubscribed: boolean;
}

export interface ListQuery extends Omit<SeriesQuery, 'limit'> {
  /** Leaves out what the plan does not include. */
  readonly onlySubscribed: boolean;
}

/** Every matching series in order of code. Without a caller everything counts as subscribed. */
export async function* listSeries(
  store: SeriesReader,
  { onlySubscribed, ...query }: ListQuery,
  caller: Caller | undefined,
): AsyncGenerator<ListedSeries[]> {
  // Mostly the plan is everything: then no identifier needs matching, half a microsecond each.
  const readsAll = caller === undefined || caller.plan.patterns.includes('*');
  let after = query.after;
  for (;;) {
    const page = await store.searchSeries({ ...query, after, limit: PAGE });
    const listed = page.map((series) => ({
      series,
      isSubscribed: readsAll || mayRead(caller.plan, series.code),
    }));
    yield onlySubscribed ? listed.filter(({ isSubscribed }) => isSubscribed) : listed;
    if (page.length < PAGE) return;
    after = page[page.length - 1]!.code;
  }
}

/** The first `limit` of them, and whether there are more. */
export async function listSeriesPage(
  store: SeriesReader,
  query: ListQuery,
  caller: Caller | undefined,
  limit: number,
): Promise<{ listed: ListedSeries[]; hasMore: boolean }> {
  const listed: ListedSeries[] = [];
  for await (const page of listSeries(store, query, caller)) {
    listed.push(...page.slice(0, limit + 1 - listed.length));
    if (listed.length > limit) return { listed: listed.slice(0, limit), hasMore: true };
  }
  return { listed, hasMore: false };
}
