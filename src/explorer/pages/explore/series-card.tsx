// The series itself: its head, the controls, the chart, table or heatmap, and the ways to take it away.

import { Suspense, useRef, useState } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { ExploreActions } from '#explorer/pages/explore/explore-actions.tsx';
import { ExploreControls } from '#explorer/pages/explore/explore-controls.tsx';
import { ExploreHeader, nativeOf } from '#explorer/pages/explore/explore-header.tsx';
import { ExplorePanel, PANEL_ID } from '#explorer/pages/explore/explore-panel.tsx';
import type { ExploreState } from '#explorer/pages/explore/use-explore.ts';
import { Tabs } from '#explorer/parts/choices.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { ControlSheet } from '#explorer/parts/sheet/control-sheet.tsx';
import { rangeSummary } from '#explorer/series/range-summary.ts';
import { show } from '#explorer/state/navigation.ts';
import type { ExploreTab } from '#view/address/explore-address';

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

export function SeriesCard({ state }: { readonly state: ExploreState }) {
  const { view, record, columns, extent, clock, known: now, zone, asOf, own, current } = state;
  const chart = useRef<ChartHandle>(null);
  const [draftFault, setDraftFault] = useState<string>();
  const [isAsOfWanted, setAsOfWanted] = useState(false);
  const isAsOfOpen = isAsOfWanted || view.asOf !== undefined;
  const slice = state.slice.data;
  return (
    <section className="card explore-main" aria-label="Series">
      <ExploreHeader
        {...{ record, zone, asOf }}
        seriesId={view.seriesId}
        answer={own}
        now={clock.now}
      />
      <ControlSheet
        title="Span and resolution"
        summary={rangeSummary(view, { ...clock, now, extent })}
      >
        <ExploreControls
          {...{ view, now, extent, record }}
          native={nativeOf(own, record)}
          answer={current}
          error={columns.error}
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
        {...{ view, now, asOf, extent, slice, chart, draftFault, isAsOfOpen }}
        answer={current}
        hasRuns={record?.subscribed === true && record.datasets.includes('short-term')}
        onAsOf={() => setAsOfWanted(true)}
      />
      <OpenedControls {...{ state, isAsOfOpen }} onClose={() => setAsOfWanted(false)} />
      <ExplorePanel
        {...{ view, slice, record, now, zone, chart }}
        loaded={columns}
        isCurrent={state.isCurrent}
        isDimmed={draftFault !== undefined}
      />
    </section>
  );
}

interface OpenedControlsProps {
  readonly state: ExploreState;
  readonly isAsOfOpen: boolean;
  readonly onClose: () => void;
}

/** The controls that load when they are opened. */
function OpenedControls({ state, isAsOfOpen, onClose }: OpenedControlsProps) {
  const { view, clock, columns, slice } = state;
  return (
    <>
      {isAsOfOpen && (
        <Suspense fallback={null}>
          <AsOfControls {...{ view, clock, onClose }} error={columns.error} />
        </Suspense>
      )}
      {view.slice && (
        <Suspense fallback={null}>
          <SliceControls view={view} slice={view.slice} loaded={slice} />
        </Suspense>
      )}
    </>
  );
}
