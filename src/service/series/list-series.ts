// Finds series by prefix, words, area or resolution, page by page, so that no whole list is in memory.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayRead } from '#accounts/plans';
import type { Plan } from '#store/account-store';
import type { SeriesQuery, SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** Series of a page: some 2 ms of reading, and 300 kB of an answer. */
const PAGE = 1_000;
/** The same without a caller: callers wait for one page of a stranger at most. */
const STRANGER_PAGE = 200;

export interface ListedSeries {
  readonly series: SeriesRecord;
  /** Whether the caller's plan includes it. */
  readonly isSubscribed: boolean;
}

export interface ListQuery extends Omit<SeriesQuery, 'limit'> {
  /** Whether series outside the plan are left out. */
  readonly onlySubscribed: boolean;
}

/**
 * Yields every matching series in order of code. Without a caller all count as subscribed. `firstPage` is
 * the size of the first page, for a caller that reads no further.
 */
export async function* listSeries(
  store: SeriesReader,
  { onlySubscribed, ...query }: ListQuery,
  caller: { readonly plan: Pick<Plan, 'patterns'> } | undefined,
  firstPage = PAGE,
): AsyncGenerator<ListedSeries[]> {
  const most = caller ? PAGE : STRANGER_PAGE;
  // Most plans include everything: then no identifier needs matching, which takes 0.5 µs each.
  const readsAll = caller === undefined || caller.plan.patterns.includes('*');
  const given = query.prefix ?? '';
  const prefixes = onlySubscribed && !readsAll ? readable(caller.plan.patterns, given) : [given];
  let limit = Math.min(most, firstPage);
  for (const prefix of prefixes) {
    for await (const page of readPages(store, { ...query, prefix }, () => limit)) {
      limit = most;
      const listed = page.map((series) => ({
        series,
        isSubscribed: readsAll || mayRead(caller.plan, series.code),
      }));
      yield onlySubscribed ? listed.filter(({ isSubscribed }) => isSubscribed) : listed;
    }
  }
}

async function* readPages(
  store: SeriesReader,
  query: Omit<SeriesQuery, 'limit'>,
  limitOf: () => number,
): AsyncGenerator<SeriesRecord[]> {
  for (let { after } = query; ; ) {
    const limit = limitOf();
    const page = await store.searchSeries({ ...query, after, limit });
    yield page;
    if (page.length < limit) return;
    after = page[page.length - 1]!.code;
    // If nothing of a page is wanted, no client is waited for, and a list may be a million long.
    await nextTurn();
  }
}

/**
 * The beginnings of the codes that a plan includes, in order of code and none within another. A plan of
 * one area does not make the store read all series.
 */
function readable(patterns: readonly string[], prefix: string): string[] {
  const heads = patterns
    .map((pattern) => pattern.toLowerCase().split('*', 1)[0]!)
    .filter((head) => head.startsWith(prefix) || prefix.startsWith(head))
    .map((head) => (head.length > prefix.length ? head : prefix))
    .sort();
  const apart: string[] = [];
  for (const head of heads) {
    const last = apart.at(-1);
    if (last === undefined || !head.startsWith(last)) apart.push(head);
  }
  return apart;
}

/** The first `limit` of some series, page by page, and whether more follow. */
export class FirstSeries {
  readonly #pages: AsyncIterable<ListedSeries[]>;
  readonly #limit: number;
  /** Known when all pages were read. */
  hasMore = false;
  /** The last that was read. */
  last: ListedSeries | undefined;

  /** `pages` should end one series after the limit, as nothing behind it is read. */
  constructor(pages: AsyncIterable<ListedSeries[]>, limit: number) {
    this.#pages = pages;
    this.#limit = limit;
  }

  async *read(): AsyncGenerator<ListedSeries[]> {
    let left = this.#limit;
    for await (const page of this.#pages) {
      const taken = page.slice(0, left);
      left -= taken.length;
      this.last = taken.at(-1) ?? this.last;
      this.hasMore = taken.length < page.length;
      yield taken;
      if (this.hasMore) return;
    }
  }
}
