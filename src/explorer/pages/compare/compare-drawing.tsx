// The compared lines in one of several ways, and their figures at the cursor beneath.

import { type RefObject, Suspense, useMemo, useState } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { CompareShape } from '#explorer/pages/compare/compare-shape.tsx';
import { CompareTabs, PANEL_ID } from '#explorer/pages/compare/compare-tabs.tsx';
import { FiguresTable } from '#explorer/pages/compare/figures-table.tsx';
import { commonIntervals } from '#explorer/pages/compare/hours/shared-intervals.ts';
import { ComparePanels } from '#explorer/pages/compare/panels/compare-panels.tsx';
import { useCompareZooming } from '#explorer/pages/compare/use-compare-zooming.ts';
import type { ComparisonState } from '#explorer/pages/compare/use-comparison.ts';
import { tabIdOf } from '#explorer/parts/choices.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import type { CompareView } from '#view/address/address';
import { chartSeriesOf, type ShownLine } from '#view/compare/shown-line';

interface CompareDrawingProps {
  readonly view: CompareView;
  readonly comparison: ComparisonState;
  /** Seconds. */
  readonly now: number;
  readonly chart: RefObject<ChartHandle | null>;
}

export function CompareDrawing({ view, comparison, now, chart }: CompareDrawingProps) {
  const { shown, isLoading, isCurrent } = comparison;
  const about = useAbout();
  const [zone, market] = [shownZone(about, view.zone), marketZoneOf(about)];
  const [cursor, setCursor] = useState<number>();
  const series = useMemo(() => shown.map(chartSeriesOf), [shown]);
  const hidden = useMemo(() => idsOf(view.hidden ?? [], shown), [view.hidden, shown]);
  const common = useMemo(
    () => (shown.length > 0 ? commonIntervals(shown, market) : undefined),
    [shown, market],
  );
  const onHide = (ids: readonly string[]): void =>
    show({ ...view, hidden: namesOf(ids, shown) }, { replace: true });
  const zooming = useCompareZooming(view, shown, series, now, isCurrent);
  const tab = view.tab ?? 'chart';
  const timing = { zone, now, cursor: { time: cursor, onPoint: setCursor }, zooming };
  return (
    <section
      className={isLoading ? 'card compare-drawing is-stale' : 'card compare-drawing'}
      aria-label="Chart and figures"
      aria-busy={isLoading}
    >
      <CompareTabs view={view} />
      {shown.length === 0 && !isLoading && (
        <p className="notice">None of the series has a value in this span.</p>
      )}
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabIdOf(PANEL_ID, tab)}>
        {tab === 'chart' ? (
          <ComparePanels series={series} hiding={{ hidden, onHide }} chart={chart} {...timing} />
        ) : (
          <Suspense fallback={<Loading />}>
            {common && (
              <CompareShape
                tab={tab}
                view={view}
                lines={shown}
                common={common}
                chart={chart}
                {...timing}
              />
            )}
          </Suspense>
        )}
      </div>
      {shown.length > 0 && tab !== 'season' && (
        <FiguresTable
          lines={shown}
          common={view.allHours ? undefined : common}
          onAllHours={(allHours) => show({ ...view, allHours }, { replace: true })}
          time={cursor ?? now}
          isCursor={cursor !== undefined}
          zone={zone}
        />
      )}
    </section>
  );
}

/** The ids of the lines that an address names. */
const idsOf = (names: readonly string[], shown: readonly ShownLine[]): readonly string[] =>
  shown.filter(({ name }) => names.includes(name)).map(({ style }) => String(style));

const namesOf = (ids: readonly string[], shown: readonly ShownLine[]): readonly string[] =>
  shown.filter(({ style }) => ids.includes(String(style))).map(({ name }) => name);
