// Explore: one series over a span, to look at and to take away. The address is the page's state.

import { Suspense, useMemo, useRef, useState } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { ExploreActions } from '#explorer/pages/explore/explore-actions.tsx';
import { ExploreControls } from '#explorer/pages/explore/explore-controls.tsx';
import { ExploreHeader, nativeOf } from '#explorer/pages/explore/explore-header.tsx';
import { ExplorePanel, PANEL_ID } from '#explorer/pages/explore/explore-panel.tsx';
import { ExploreSide } from '#explorer/pages/explore/explore-side.tsx';
import { asOfInstant } from '#explorer/pages/explore/known/as-of.ts';
import { useSlice } from '#explorer/pages/explore/slice/use-slice.ts';
import { useColumns, useRecord } from '#explorer/pages/explore/use-series.ts';
import { Tabs } from '#explorer/parts/choices.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { ControlSheet } from '#explorer/parts/sheet/control-sheet.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { rangeSummary } from '#explorer/series/range-summary.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { ExploreTab, ExploreView } from '#view/address/explore-address';
import { extentOf } from '#view/values/series-facts';
import '#explorer/pages/explore/explore.css';
// The request card loads at once: its style is no file of its own.
import '#explorer/parts/snippets/snippet-card.css';

const RequestCard = lazyPart(() =>
  import('#explorer/pages/explore/request-card.tsx').then((module) => module.RequestCard),
);

const SliceControls = lazyPart(() =>
  import('#explorer/pages/explore/slice/slice-controls.tsx').then((module) => module.SliceControls),
);

const AsOfControls = lazyPart(() =>
  import('#explorer/pages/explore/known/as-of-controls.tsx').then((module) => module.AsOfControls),
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
  const [draftFault, setDraftFault] = useState<string>();
  const [isAsOfWanted, setAsOfWanted] = useState(false);
  const clock = { now, market, shown: zone };
  const asOf = asOfInstant(view.asOf, clock);
  const isAsOfOpen = isAsOfWanted || view.asOf !== undefined;
  // Keywords go by the clock of the time whose knowledge is shown.
  const known = asOf ?? now;

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
          asOf={asOf}
        />
        <ControlSheet
          title="Span and resolution"
          summary={rangeSummary(view, { now: known, market, shown: zone, extent })}
        >
          <ExploreControls
            view={view}
            now={known}
            extent={extent}
            native={nativeOf(own, record)}
            record={record}
            answer={current}
            error={error}
            onDraftFault={setDraftFault}
          />
        </ControlSheet>
        <Tabs
          label="Show as"
          options={TABS}
          value={view.tab}
          panelId={PANEL_ID}
          onChoose={(tab) => show({ ...view, tab }, { replace: true })}
        />
        <ExploreActions
          view={view}
          now={known}
          asOf={asOf}
          extent={extent}
          answer={current}
          slice={slice.data}
          hasRuns={record?.subscribed === true && record.datasets.includes('short-term')}
          chart={chart}
          draftFault={draftFault}
          isAsOfOpen={isAsOfOpen}
          onAsOf={() => setAsOfWanted(true)}
        />
        {isAsOfOpen && (
          <Suspense fallback={null}>
            <AsOfControls
              view={view}
              clock={clock}
              error={error}
              onClose={() => setAsOfWanted(false)}
            />
          </Suspense>
        )}
        {view.slice && (
          <Suspense fallback={null}>
            <SliceControls view={view} slice={view.slice} loaded={slice} />
          </Suspense>
        )}
        <ExplorePanel
          view={view}
          loaded={columns}
          isCurrent={isCurrent}
          isDimmed={draftFault !== undefined}
          slice={slice.data}
          record={record}
          now={known}
          zone={zone}
          chart={chart}
        />
      </section>
      <Suspense fallback={<section className="card snippet-card" aria-label="Request" />}>
        <RequestCard view={view} />
      </Suspense>
      <ExploreSide
        view={view}
        record={record}
        isLoading={isRecordLoading}
        now={known}
        zone={zone}
      />
    </div>
  );
}
