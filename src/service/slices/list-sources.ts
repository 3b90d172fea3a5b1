// What runs and sources a series has.

import type { Caller } from '#accounts/authenticate';
import type { Instant } from '#core/time/instant';
import { compareSources } from '#core/values/source-order';
import type { ServiceContext } from '#service/context';
import {
  findSeriesOrRefuse,
  parseSeriesId,
  requireSubscription,
} from '#service/series/find-series';
import type { RunHeader } from '#store/run-store';
import type { SeriesRecord } from '#store/series-record';

export interface SourceFacts {
  readonly source: string;
  readonly runs: number;
  readonly first: Instant;
  readonly last: Instant;
}

/** Finds a series that the caller may read. */
export async function findReadable(
  given: string | undefined,
  caller: Caller,
  { store }: ServiceContext,
): Promise<SeriesRecord> {
  const id = parseSeriesId(given, 'seriesId');
  const series = await findSeriesOrRefuse(store, id, 'seriesId');
  requireSubscription(caller, series.code, 'seriesId');
  return series;
}

/** Lists the sources in the order in which they are preferred. */
export async function listSources(
  { key }: SeriesRecord,
  { store }: Pick<ServiceContext, 'store'>,
): Promise<SourceFacts[]> {
  const found = new Map<string, SourceFacts>();
  // The newest run comes first.
  for (const { source, analyzedAt } of await store.listRuns(key)) {
    const known = found.get(source);
    const { runs, last } = known ?? { runs: 0, last: analyzedAt };
    found.set(source, { source, runs: runs + 1, first: analyzedAt, last });
  }
  const compare = compareSources(await store.readSourceOrder(key));
  return [...found.values()].sort((a, b) => compare(a.source, b.source));
}

export interface RunPage {
  readonly runs: readonly RunHeader[];
  /** Only older runs are on the next page; null if there is none. */
  readonly next: Instant | null;
}

/** Lists runs issued from `first` up to but not including `end`, the newest first, about `limit` of them. */
export async function pageOfRuns(
  { key }: SeriesRecord,
  asked: { source: string | undefined; first: Instant; end: Instant; limit: number },
  { store }: ServiceContext,
): Promise<RunPage> {
  const { source, first, end, limit } = asked;
  const all = (await store.listRuns(key, source)).filter(
    ({ analyzedAt }) => analyzedAt >= first && analyzedAt < end,
  );
  if (all.length <= limit) return { runs: all, next: null };
  // A page ends between two times, so that all runs of one time are on one page.
  const last = all[limit - 1]!.analyzedAt;
  const runs = all.filter(({ analyzedAt }) => analyzedAt >= last);
  return { runs, next: runs.length < all.length ? last : null };
}
