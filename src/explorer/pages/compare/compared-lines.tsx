// The compared lines in one of several ways, and their figures. Both share a cursor.

import { type RefObject, Suspense, useMemo, useState } from 'react';
import type { Zone } from '#core/time/zone';
import type { ChartHandle, ChartZooming, SharedCursor } from '#explorer/chart/scene/chart-data.ts';
import { CompareShape } from '#explorer/pages/compare/compare-shape.tsx';
import { FiguresTable } from '#explorer/pages/compare/figures-table.tsx';
import {
  type CommonIntervals,
  commonIntervals,
} from '#explorer/pages/compare/hours/shared-intervals.ts';
import { ComparePanels } from '#explorer/pages/compare/panels/compare-panels.tsx';
import { useCompareZooming } from '#explorer/pages/compare/use-compare-zooming.ts';
import type { ComparisonState } from '#explorer/pages/compare/use-comparison.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { StraightSwitch } from '#explorer/parts/switches/straight-switch.tsx';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { CompareView } from '#view/address/address';
import type { ChartSeries } from '#view/chart/chart-series';
import { chartSeriesOf, type ShownLine } from '#view/compare/shown-line';

/** What the drawing and the figures share. */
export interface ComparedLines {
  readonly view: CompareView;
  readonly shown: readonly ShownLine[];
  readonly series: readonly ChartSeries[];
  /** The intervals that all lines have; undefined without lines. */
  readonly common: CommonIntervals | undefined;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly cursor: SharedCursor;
  readonly zooming: ChartZooming;
}

/** `now` is in seconds. */
export function useComparedLines(
  view: CompareView,
  { shown, isCurrent }: ComparisonState,
  now: number,
): ComparedLines {
  const about = useAbout();
  const [zone, market] = [shownZone(about, view.zone), marketZoneOf(about)];
  const [time, setTime] = useState<number>();
  const series = useMemo(() => shown.map(chartSeriesOf), [shown]);
  const common = useMemo(
    () => (shown.length > 0 ? commonIntervals(shown, market) : undefined),
    [shown, market],
  );
  const zooming = useCompareZooming(view, shown, series, now, isCurrent);
  return { view, shown, series, common, zone, now, cursor: { time, onPoint: setTime }, zooming };
}

interface DrawnLinesProps {
  readonly lines: ComparedLines;
  readonly chart: RefObject<ChartHandle | null>;
}

export function DrawnLines({ lines, chart }: DrawnLinesProps) {
  const { view, shown, series, common, ...timing } = lines;
  const { show } = useViewScope();
  const hidden = useMemo(() => idsOf(view.hidden ?? [], shown), [view.hidden, shown]);
  const onHide = (ids: readonly string[]): void =>
    show({ ...view, hidden: namesOf(ids, shown) }, { replace: true });
  const tab = view.tab ?? 'chart';
  if (tab === 'chart')
    return (
      <>
        <ComparePanels
          series={series}
          isStraight={view.line !== undefined}
          hiding={{ hidden, onHide }}
          chart={chart}
          {...timing}
        />
        <div className="chart-switches">
          <StraightSwitch view={view} />
        </div>
      </>
    );
  return (
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
  );
}

export function ComparedFigures({ lines }: { readonly lines: ComparedLines }) {
  const { view, shown, common, zone, now, cursor } = lines;
  const { show } = useViewScope();
  return (
    <FiguresTable
      lines={shown}
      common={view.allHours ? undefined : common}
      onAllHours={(allHours) => show({ ...view, allHours }, { replace: true })}
      time={cursor.time ?? now}
      isCursor={cursor.time !== undefined}
      zone={zone}
    />
  );
}

/** The ids of the lines that an address names. */
const idsOf = (names: readonly string[], shown: readonly ShownLine[]): readonly string[] =>
  shown.filter(({ name }) => names.includes(name)).map(({ style }) => String(style));

const namesOf = (ids: readonly string[], shown: readonly ShownLine[]): readonly string[] =>
  shown.filter(({ style }) => ids.includes(String(style))).map(({ name }) => name);
