// The lines over time: one panel a unit, all over the same span and with one cursor.

import { type RefObject, useMemo, useRef } from 'react';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import { endLabels } from '#explorer/chart/drawing/end-labels.ts';
import type {
  ChartHandle,
  ChartHiding,
  ChartZooming,
  SharedCursor,
} from '#explorer/chart/scene/chart-data.ts';
import { usePanelPicture } from '#explorer/pages/compare/panels/panel-picture.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import { wholeSpan } from '#view/chart/chart-span';
import { traceStraight } from '#view/chart/straight-path';

interface ComparePanelsProps {
  readonly series: readonly ChartSeries[];
  /** Whether values are joined by straight strokes instead of steps. */
  readonly isStraight: boolean;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly cursor: SharedCursor;
  readonly zooming: ChartZooming;
  readonly hiding: ChartHiding;
  readonly chart: RefObject<ChartHandle | null>;
}

/** The height of each panel by the number of panels, CSS pixels. */
const HEIGHTS = [420, 420, 280, 230, 210];
/** The width of most values' labels, so that panels above each other begin at the same pixel. */
const AXIS_WIDTH = 62;

export function ComparePanels(props: ComparePanelsProps) {
  const { series, isStraight, zone, now, cursor, zooming, hiding, chart } = props;
  const panels = useMemo(() => panelsOf(series), [series]);
  const handles = useRef(new Map<string, ChartHandle>());
  usePanelPicture(chart, handles);
  const labelled = useMemo(
    () =>
      endLabels(
        series.map(({ label }) => label),
        panels.length > 1 ? AXIS_WIDTH : 0,
      ),
    [series, panels],
  );
  // Each panel would otherwise show the span of its own lines.
  const shared =
    panels.length > 1 ? { ...zooming, part: zooming.part ?? wholeSpan(series, now) } : zooming;
  return (
    <div className="compare-panels">
      {panels.map(([unit, lines]) => (
        <Chart
          key={unit}
          ref={(handle) => {
            if (handle) handles.current.set(unit, handle);
            else handles.current.delete(unit);
          }}
          title={titleOf(unit, lines, panels.length)}
          series={lines}
          zone={zone}
          now={now}
          height={HEIGHTS[panels.length] ?? HEIGHTS.at(-1)!}
          trace={isStraight ? traceStraight : undefined}
          labelled={labelled}
          sharedCursor={cursor}
          zooming={shared}
          hiding={hidingOf(hiding, lines)}
        />
      ))}
    </div>
  );
}

const titleOf = (unit: string, lines: readonly ChartSeries[], panelCount: number): string => {
  const names = lines.map(({ label }) => label).join('; ');
  return panelCount > 1
    ? `Comparison in ${unit || 'ratios'} of ${names}`
    : `Comparison of ${names}`;
};

/** The lines of each unit, in the order of the first line of each. */
function panelsOf(series: readonly ChartSeries[]): [unit: string, lines: ChartSeries[]][] {
  if (series.length === 0) return [['', []]];
  return [...Map.groupBy(series, ({ unit }) => unit)];
}

/** A panel switches its own lines and leaves the others as they are. */
function hidingOf({ hidden, onHide }: ChartHiding, lines: readonly ChartSeries[]): ChartHiding {
  const own = new Set(lines.map(({ id }) => id));
  const others = hidden.filter((id) => !own.has(id));
  return {
    hidden: hidden.filter((id) => own.has(id)),
    onHide: (ids) => onHide([...others, ...ids]),
  };
}
