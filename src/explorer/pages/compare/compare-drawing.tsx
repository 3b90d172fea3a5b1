// The chart of the compared series, and their figures at the cursor beneath it.

import { type RefObject, useMemo, useState } from 'react';
import { Chart } from '#explorer/chart/chart.tsx';
import type { ChartHandle, ChartSeries } from '#explorer/chart/scene/chart-data.ts';
import { FiguresTable, type ShownLine } from '#explorer/pages/compare/figures-table.tsx';
import { labelOf } from '#explorer/pages/compare/shift-choices.ts';
import { columnDecimals } from '#explorer/series/column-decimals.ts';
import { shownZone, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#explorer/state/address.ts';

interface CompareDrawingProps {
  readonly view: CompareView;
  readonly shown: readonly ShownLine[];
  /** Seconds. */
  readonly now: number;
  readonly isLoading: boolean;
  readonly chart: RefObject<ChartHandle | null>;
}

export function CompareDrawing({ view, shown, now, isLoading, chart }: CompareDrawingProps) {
  const zone = shownZone(useAbout(), view.zone);
  const [cursor, setCursor] = useState<number>();
  const series = useMemo(() => shown.map(chartSeriesOf), [shown]);
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
