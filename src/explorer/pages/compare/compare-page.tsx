// Compare: up to five series on one chart, each on its own dates or shifted by days, weeks or 52 weeks.

import { useMemo, useRef } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { CompareActions } from '#explorer/pages/compare/compare-actions.tsx';
import { CompareDrawing } from '#explorer/pages/compare/compare-drawing.tsx';
import { CompareSeries } from '#explorer/pages/compare/compare-series.tsx';
import { CompareStart } from '#explorer/pages/compare/compare-start.tsx';
import type { ShownLine } from '#explorer/pages/compare/figures-table.tsx';
import { RangeControls } from '#explorer/pages/compare/range-controls.tsx';
import { slotsOf } from '#explorer/pages/compare/slots.ts';
import { useLines } from '#explorer/pages/compare/use-lines.ts';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#explorer/state/address.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import '#explorer/pages/compare/compare.css';

export function ComparePage({ view }: { view: CompareView }) {
  usePageTitle('Compare');
  const about = useAbout();
  const now = useServerNow(about);
  const slots = useMemo(() => slotsOf(view.series), [view.series]);
  const { lines, isCurrent, retry } = useLines(view, slots, now);
  const chart = useRef<ChartHandle>(null);
  const shown = useMemo(
    () =>
      lines.flatMap(({ line }, style): ShownLine[] =>
        line && line.times.length > 0 ? [{ style, line }] : [],
      ),
    [lines],
  );
  return (
    <div className="compare">
      <section className="card compare-head">
        <h1>Compare</h1>
        <CompareActions view={view} shown={shown} now={now} chart={chart} />
        <RangeControls view={view} now={now} />
      </section>
      <CompareSeries view={view} slots={slots} lines={lines} onRetry={retry} />
      {view.series.length === 0 ? (
        <CompareStart view={view} />
      ) : (
        <CompareDrawing
          view={view}
          shown={shown}
          now={now / SECOND_MS}
          isLoading={lines.some(({ isLoading }) => isLoading)}
          isCurrent={isCurrent}
          chart={chart}
        />
      )}
    </div>
  );
}
