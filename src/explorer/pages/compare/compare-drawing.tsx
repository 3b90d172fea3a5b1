// The chart of the compared series, and their figures at the cursor beneath it.

import { type RefObject, useMemo, useState } from 'react';
import { Chart } from '#explorer/chart/chart.tsx';
import type { ChartHandle, ChartSeries } from '#explorer/chart/scene/chart-data.ts';
import { FiguresTable, type ShownLine } from '#explorer/pages/compare/figures-table.tsx';
import { labelOf } from '#explorer/pages/compare/shift-choices.ts';
import { useCompareZooming } from '#explorer/pages/compare/use-compare-zooming.ts';
import { columnDecimals } from '#explorer/series/column-decimals.ts';
import { shownZone, useAbout } from '#explorer/state/about.ts';
import { type CompareView, comparedText } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

interface CompareDrawingProps {
  readonly view: CompareView;
  readonly shown: readonly ShownLine[];
  /** Seconds. */
  readonly now: number;
  readonly isLoading: boolean;
  /** Whether the lines are those of the view. */
  readonly isCurrent: boolean;
  readonly chart: RefObject<ChartHandle | null>;
}

export function CompareDrawing(props: CompareDrawingProps) {
  const { view, shown, now, isLoading, isCurrent, chart } = props;
  const zone = shownZone(useAbout(), view.zone);
  const [cursor, setCursor] = useState<number>();
  const series = useMemo(() => shown.map(chartSeriesOf), [shown]);
  const hidden = useMemo(() => idsOf(view.hidden ?? [], shown), [view.hidden, shown]);
  const onHide = (ids: readonly string[]): void =>
    show({ ...view, hidden: namesOf(ids, shown) }, { replace: true });
  const zooming = useCompareZooming(view, shown, series, now, isCurrent);
  const names = series.map(({ label }) => label).join('; ');
  return (
    <section
      className={isLoading ? 'card compare-drawing is-stale' : 'card compare-drawing'}
      aria-label="Chart and figures"
      aria-busy={isLoading}
    >
      {shown.length === 0 && !isLoading && (
        <p className="notice">None of the series has a value in this span.</p>
      )}
      <Chart
        ref={chart}
        title={`Comparison of ${names}`}
        series={series}
        zone={zone}
        now={now}
        height={420}
        onCursor={setCursor}
        zooming={zooming}
        hiding={{ hidden, onHide }}
      />
      {shown.length > 0 && (
        <FiguresTable
          lines={shown}
          time={cursor ?? now}
          isCursor={cursor !== undefined}
          zone={zone}
        />
      )}
    </section>
  );
}

const nameOf = ({ line }: ShownLine): string =>
  comparedText({ seriesId: line.answer.seriesId, shiftDays: line.shiftDays });

/** The ids of the lines that an address names. */
const idsOf = (names: readonly string[], shown: readonly ShownLine[]): readonly string[] =>
  shown.filter((line) => names.includes(nameOf(line))).map(({ style }) => String(style));

const namesOf = (ids: readonly string[], shown: readonly ShownLine[]): readonly string[] =>
  shown.filter(({ style }) => ids.includes(String(style))).map(nameOf);

const chartSeriesOf = ({ style, line }: ShownLine): ChartSeries => ({
  id: String(style),
  label: labelOf(line.answer.seriesId, line.shiftDays),
  unit: line.answer.unit,
  times: line.times,
  values: line.values,
  endTime: line.endTime,
  lastObserved: line.lastObserved ?? Number.NEGATIVE_INFINITY,
  partial: line.partial,
  notes: line.notes,
  decimals: columnDecimals(line.answer),
  style,
});
