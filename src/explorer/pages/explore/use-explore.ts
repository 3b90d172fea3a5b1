// What Explore shows: the address, and the answers to it.

import { useMemo } from 'react';
import { asOfInstant } from '#explorer/pages/explore/known/as-of.ts';
import { useSlice } from '#explorer/pages/explore/slice/use-slice.ts';
import { useColumns, useRecord } from '#explorer/pages/explore/use-series.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { ExploreView } from '#view/address/explore-address';
import { extentOf } from '#view/values/series-facts';

export type ExploreState = ReturnType<typeof useExplore>;

export function useExplore(asked: ExploreView) {
  const about = useAbout();
  const now = useServerNow(about);
  const market = marketZoneOf(about);
  const zone = shownZone(about, asked.zone);
  const { record, isLoading: isRecordLoading } = useRecord(asked.seriesId);
  const { view, columns, isCurrent } = useColumns(asked, record);
  const { data, error, isLoading } = columns;
  const extent = useMemo(() => record && extentOf(record, market), [record, market]);
  const slice = useSlice(view);
  const clock = { now, market, shown: zone };
  const asOf = asOfInstant(view.asOf, clock);
  // While another series loads, the old values stay in sight, but not under the new series' name.
  const own = data?.seriesId === view.seriesId ? data : undefined;
  return {
    ...{ view, record, isRecordLoading, columns, isCurrent, extent, slice, zone, clock, asOf, own },
    /** The clock of the time whose knowledge is shown: keywords go by it. */
    known: asOf ?? now,
    /** The answer to what is asked now. */
    current: isLoading || error ? undefined : own,
  };
}
