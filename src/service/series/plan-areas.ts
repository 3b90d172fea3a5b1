// The areas of which a plan has the series of a category, with values every hour or finer.

import type { Caller } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { AREAS, type Area } from '#core/market/areas';
import { seriesIdOf } from '#core/market/categories';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { nativeOf, type ServiceContext } from '#service/context';
import type { SeriesRecord } from '#store/series-record';

export interface AreaSeries {
  readonly area: Area;
  readonly series: SeriesRecord;
}

const LONGEST: ResolutionName = 'hour';

/** Finds at most `limit` areas of a plan, in the order of areas. */
export async function findPlanAreas(
  category: string,
  { plan }: Caller,
  { store }: ServiceContext,
  limit = AREAS.length,
): Promise<AreaSeries[]> {
  const found: AreaSeries[] = [];
  for (const area of AREAS) {
    if (found.length === limit) break;
    const id = seriesIdOf(area.code, category);
    const series = mayRead(plan, id) ? await store.findSeries(id) : undefined;
    if (series && nativeOf(series).rank <= resolutionOf(LONGEST).rank) found.push({ area, series });
  }
  return found;
}
