// A series as Explore shows it: its chart, table or heatmap, or its figures.

import { useEffect, useRef } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { PanelContent } from '#explorer/pages/boards/panels/panel-content.tsx';
import type { PanelProps } from '#explorer/pages/boards/panels/panel-props.ts';
import { asOfInstant } from '#explorer/pages/explore/known/as-of.ts';
import { ShownValues } from '#explorer/pages/explore/shown-values.tsx';
import { useSlice } from '#explorer/pages/explore/slice/use-slice.ts';
import { StatsRow } from '#explorer/pages/explore/stats-row.tsx';
import { useColumns, useRecord } from '#explorer/pages/explore/use-series.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { ExploreView } from '#view/address/explore-address';

export function ExplorePanel({ view: asked, part, onName }: PanelProps<ExploreView>) {
  const about = useAbout();
  const now = useServerNow(about);
  const zone = shownZone(about, asked.zone);
  const { record } = useRecord(asked.seriesId);
  const { view, columns, isCurrent } = useColumns(asked, record);
  const slice = useSlice(view);
  const chart = useRef<ChartHandle>(null);
  const asOf = asOfInstant(view.asOf, { now, market: marketZoneOf(about), shown: zone });
  const name = columns.data?.description ?? record?.description;
  useEffect(() => {
    if (name !== undefined) onName(name);
  }, [name, onName]);
  return (
    <PanelContent loaded={columns}>
      {(answer) =>
        part === 'figures' ? (
          <StatsRow answer={answer} zone={zone} />
        ) : (
          <ShownValues
            view={view}
            answer={answer}
            isCurrent={isCurrent}
            slice={slice.data}
            record={record}
            zone={zone}
            now={asOf ?? now}
            chart={chart}
          />
        )
      }
    </PanelContent>
  );
}
