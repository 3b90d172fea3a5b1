// Compare: up to five series and formulas of them, each on its own dates or shifted by days or weeks.

import { Suspense, useRef } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { CompareActions } from '#explorer/pages/compare/compare-actions.tsx';
import { CompareDrawing } from '#explorer/pages/compare/compare-drawing.tsx';
import { CompareSeries } from '#explorer/pages/compare/compare-series.tsx';
import { CompareStart } from '#explorer/pages/compare/compare-start.tsx';
import { RangeControls } from '#explorer/pages/compare/range-controls.tsx';
import { useComparison } from '#explorer/pages/compare/use-comparison.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { ControlSheet } from '#explorer/parts/sheet/control-sheet.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { rangeSummary } from '#explorer/series/range-summary.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { CompareView } from '#view/address/address';
import '#explorer/pages/compare/compare.css';

const CompareRequest = lazyPart(() =>
  import('#explorer/pages/compare/table/compare-request.tsx').then((part) => part.CompareRequest),
);

export function ComparePage({ view }: { view: CompareView }) {
  usePageTitle('Compare');
  const about = useAbout();
  const now = useServerNow(about);
  const comparison = useComparison(view, now);
  const chart = useRef<ChartHandle>(null);
  const isEmpty = view.series.length === 0 && !view.formulas?.length;
  return (
    <div className="compare">
      <section className="card compare-head">
        <h1>Compare</h1>
        <CompareActions view={view} shown={comparison.shown} now={now} chart={chart} />
        <ControlSheet
          title="Span and resolution"
          summary={rangeSummary(view, {
            now,
            market: marketZoneOf(about),
            shown: shownZone(about, view.zone),
          })}
        >
          <RangeControls view={view} now={now} />
        </ControlSheet>
      </section>
      <CompareSeries view={view} comparison={comparison} />
      {isEmpty ? (
        <CompareStart view={view} />
      ) : (
        <div className="compare-main">
          <CompareDrawing view={view} comparison={comparison} now={now / SECOND_MS} chart={chart} />
          <Suspense fallback={null}>
            <CompareRequest view={view} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
