// Explore: one series over a span, to look at and to take away. The address is the page's state.

import { lazy, Suspense, useMemo, useRef } from 'react';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { ExploreActions } from '#explorer/pages/explore/explore-actions.tsx';
import { ExploreControls } from '#explorer/pages/explore/explore-controls.tsx';
import { ExploreHeader, nativeOf } from '#explorer/pages/explore/explore-header.tsx';
import { ExploreSide } from '#explorer/pages/explore/explore-side.tsx';
import { SeriesProblem } from '#explorer/pages/explore/series-problem.tsx';
import { ShownValues } from '#explorer/pages/explore/shown-values.tsx';
import { StatsRow } from '#explorer/pages/explore/stats-row.tsx';
import { useColumns, useRecord } from '#explorer/pages/explore/use-series.ts';
import { Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { KeysDialog } from '#explorer/parts/keys-dialog.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { extentOf } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { ExploreTab, ExploreView } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import '#explorer/pages/explore/explore.css';

const RequestCard = lazy(() =>
  import('#explorer/pages/explore/request-card.tsx').then((module) => ({
    default: module.RequestCard,
  })),
);

const TABS: readonly { value: ExploreTab; title: string; hint: string }[] = [
  { value: 'chart', title: 'Chart', hint: 'The values over time' },
  { value: 'table', title: 'Table', hint: 'Every value in a row' },
  { value: 'heatmap', title: 'Heatmap', hint: 'Hour by day' },
];

const PANEL_ID = 'explore-panel';

export function ExplorePage({ view }: { view: ExploreView }) {
  const about = useAbout();
  const now = useServerNow(about);
  const market = marketZoneOf(about);
  const zone = shownZone(about, view.zone);
  const { data, error, isLoading, retry } = useColumns(view);
  const { record, isLoading: isRecordLoading } = useRecord(view.seriesId);
  const extent = useMemo(() => record && extentOf(record, market), [record, market]);
  const chart = useRef<ChartHandle>(null);

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
        <ExploreActions view={view} now={now} extent={extent} answer={current} chart={chart} />
        <div
          id={PANEL_ID}
          role="tabpanel"
          aria-labelledby={tabIdOf(PANEL_ID, view.tab)}
          aria-busy={isLoading}
          className="explore-panel"
        >
          {error ? (
            <SeriesProblem view={view} error={error} onRetry={retry} />
          ) : (
            <Values
              view={view}
              answer={data}
              isStale={isLoading}
              record={record}
              now={now}
              chart={chart}
            />
          )}
        </div>
      </section>
      <Suspense fallback={<section className="card explore-request" aria-label="Request" />}>
        <RequestCard view={view} />
      </Suspense>
      <ExploreSide view={view} record={record} isLoading={isRecordLoading} now={now} zone={zone} />
      <KeysDialog />
    </div>
  );
}

interface ValuesProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns | undefined;
  readonly isStale: boolean;
  readonly record: MetadataRecord | undefined;
  readonly now: number;
  readonly chart: React.RefObject<ChartHandle | null>;
}

function Values({ view, answer, isStale, record, now, chart }: ValuesProps) {
  const zone = shownZone(useAbout(), view.zone);
  if (!answer) {
    return (
      <p className="explore-loading dim" role="status">
        Loading…
      </p>
    );
  }
  return (
    <div className={isStale ? 'is-stale' : undefined}>
      <ShownValues
        view={view}
        answer={answer}
        record={record}
        zone={zone}
        now={now}
        chart={chart}
      />
      <StatsRow answer={answer} zone={zone} />
    </div>
  );
}
