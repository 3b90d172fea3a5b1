// The issue times of an area's runs, over all its categories.

import type { Area } from '#core/market/areas';
import { CATEGORIES, type Category, seriesIdOf } from '#core/market/categories';
import type { Instant } from '#core/time/instant';
import { isMeant } from '#core/values/source-order';
import type { SeriesReader } from '#store/series-store';

/** Lists every issue time once, newest first. */
export async function listIssueTimes(
  store: SeriesReader,
  area: Area,
  category: Category | undefined,
  source?: string,
): Promise<Instant[]> {
  const times = new Set<Instant>();
  for (const { name } of category ? [category] : CATEGORIES) {
    const series = await store.findSeries(seriesIdOf(area.code, name));
    if (!series) continue;
    for (const run of await store.listRuns(series.key, source))
      if (isMeant(run.source, source)) times.add(run.analyzedAt);
  }
  return [...times].sort((a, b) => b - a);
}
