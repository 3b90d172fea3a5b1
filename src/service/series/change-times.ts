// When a series changed: the instants at which what is known of it became something else.

import type { Caller } from '#accounts/authenticate';
import type { Instant } from '#core/time/instant';
import type { ServiceContext } from '#service/context';
import {
  findSeriesOrRefuse,
  parseSeriesId,
  requireSubscription,
} from '#service/series/find-series';
import type { SeriesRecord } from '#store/series-record';

export interface ChangeTimes {
  readonly series: SeriesRecord;
  /** Newest first. */
  readonly times: readonly Instant[];
  /** Whether earlier times exist. */
  readonly hasMore: boolean;
}

/** Times after `atOrBefore` are left out, and times before the kept history: what was known then cannot be read. */
export async function readChangeTimes(
  seriesId: string,
  limit: number,
  caller: Caller,
  { store }: ServiceContext,
  atOrBefore?: Instant,
): Promise<ChangeTimes> {
  const id = parseSeriesId(seriesId, 'seriesId');
  const series = await findSeriesOrRefuse(store, id, 'seriesId');
  requireSubscription(caller, series.code, 'seriesId');
  const found = await store.listChangeTimes(series.key, limit + 1, atOrBefore);
  const keptFrom = (await store.historyFrom?.()) ?? Number.NEGATIVE_INFINITY;
  const kept = found.filter((at) => at >= keptFrom);
  return { series, times: kept.slice(0, limit), hasMore: kept.length > limit };
}
