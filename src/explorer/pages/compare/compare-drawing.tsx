// The card of the compared lines: tabs, the drawing, and the figures at the cursor beneath.

import type { RefObject } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { CompareTabs, PANEL_ID } from '#explorer/pages/compare/compare-tabs.tsx';
import {
  ComparedFigures,
  DrawnLines,
  useComparedLines,
} from '#explorer/pages/compare/compared-lines.tsx';
import type { ComparisonState } from '#explorer/pages/compare/use-comparison.ts';
import { tabIdOf } from '#explorer/parts/choices.tsx';
import type { CompareView } from '#view/address/address';

interface CompareDrawingProps {
  readonly view: CompareView;
  readonly comparison: ComparisonState;
  /** Seconds. */
  readonly now: number;
  readonly chart: RefObject<ChartHandle | null>;
}

export function CompareDrawing({ view, comparison, now, chart }: CompareDrawingProps) {
  const { shown, isLoading } = comparison;
  const lines = useComparedLines(view, comparison, now);
  const tab = view.tab ?? 'chart';
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
        <DrawnLines lines={lines} chart={chart} />
      </div>
      {shown.length > 0 && tab !== 'season' && <ComparedFigures lines={lines} />}
    </section>
  );
}
