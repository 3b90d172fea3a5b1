// Explore: one series over a span, to look at and to take away. The address is the page's state.

import { Suspense, useMemo, useRef } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { ExploreActions } from '#explorer/pages/explore/explore-actions.tsx';
import { ExploreControls } from '#explorer/pages/explore/explore-controls.tsx';
import { ExploreHeader, nativeOf } from '#explorer/pages/explore/explore-header.tsx';
import { ExplorePanel, PANEL_ID } from '#explorer/pages/explore/explore-panel.tsx';
import { ExploreSide } from '#explorer/pages/explore/explore-side.tsx';
import { useSlice } from '#explorer/pages/explore/slice/use-slice.ts';
import { useColumns, useRecord } from '#explorer/pages/explore/use-series.ts';
import { Tabs } from '#explorer/parts/choices.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { extentOf } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { ExploreTab, ExploreView } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import '#explorer/pages/explore/explore.css';

const RequestCard = lazyPart(() =>
  import('#explorer/pages/explore/request-card.tsx').then((module) => module.RequestCard),
);

const SliceControls = lazyPart(() =>
  import('#explorer/pages/explore/slice/slice-controls.tsx').then((module) => module.SliceControls),
);

const TABS: readonly { value: ExploreTab; title: string; hint: string }[] = [
  { value: 'chart', title: 'Chart', hint: 'The values over time' },
  { value: 'table', title: 'Table', hint: 'Every value in a row' },
  { value: 'heatmap', title: 'Heatmap', hint: 'Hour by day' },
];

export function ExplorePage({ view: asked }: { view: ExploreView }) {
  const about = useAbout();
  const now = useServerNow(about);
  const market = marketZoneOf(about);
  const zone = shownZone(about, asked.zone);
  const { record, isLoading: isRecordLoading } = useRecord(asked.seriesId);
  const { view, columns, isCurrent } = useColumns(asked, record);
  const { data, error, isLoading } = columns;
  const extent = useMemo(() => record && extentOf(record, market), [record, market]);
  const chart = useRef<ChartHandle>(null);
  const slice = useSlice(view);

  // While another series loads, the old values stay in sight, but not under the new series' name.
  const own = data?.seriesId === view.seriesId ? data : undefined;
  const current = isLoading || error ? undefined : own;
  usePageTitle(own?.description ?? record?.description ?? view.seriesId);

  return (
    <div className="explore">
      <section className="card explore-main" aria-label="Series">
        <ExploreHeader
          seriesId={view.seriesId}
          answer={own}
          record={record}
          now={now}
          zone={zone}
        />
        <ExploreControls
          view={view}
          now={now}
          extent={extent}
          native={nativeOf(own, record)}
          answer={current}
          error={error}
        />
        <Tabs
          label="Show as"
          options={TABS}
          value={view.tab}
          panelId={PANEL_ID}
          onChoose={(tab) => show({ ...view, tab }, { replace: true })}
        />
        <ExploreActions
          view={view}
          now={now}
          extent={extent}
          answer={current}
          slice={slice.data}
          hasRuns={record?.subscribed === true && record.datasets.includes('short-term')}
          chart={chart}
        />
        {view.slice && (
          <Suspense fallback={null}>
            <SliceControls view={view} slice={view.slice} loaded={slice} />
          </Suspense>
        )}
        <ExplorePanel
          view={view}
          loaded={columns}
          isCurrent={isCurrent}
          slice={slice.data}
          record={record}
          now={now}
          zone={zone}
          chart={chart}
        />
      </section>
      <Suspense fallback={<section className="card explore-request" aria-label="Request" />}>
        <RequestCard view={view} />
      </Suspense>
      <ExploreSide view={view} record={record} isLoading={isRecordLoading} now={now} zone={zone} />
    </div>
  );
}
