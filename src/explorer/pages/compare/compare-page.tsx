// Compare: up to five series on one chart, each where it is or shifted by days, weeks or 52 weeks.

import { useMemo, useRef } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { CompareActions } from '#explorer/pages/compare/compare-actions.tsx';
import { CompareDrawing } from '#explorer/pages/compare/compare-drawing.tsx';
import { CompareStart } from '#explorer/pages/compare/compare-start.tsx';
import type { ShownLine } from '#explorer/pages/compare/figures-table.tsx';
import { RangeControls } from '#explorer/pages/compare/range-controls.tsx';
import { SeriesRows } from '#explorer/pages/compare/series-rows.tsx';
import { slotsOf } from '#explorer/pages/compare/slots.ts';
import { useLines } from '#explorer/pages/compare/use-lines.ts';
import { SeriesPicker } from '#explorer/parts/series-picker.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { useAbout } from '#explorer/state/about.ts';
import { type ComparedSeries, type CompareView, MAX_COMPARED } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import '#explorer/pages/compare/compare.css';

export function ComparePage({ view }: { view: CompareView }) {
  usePageTitle('Compare');
  const about = useAbout();
  const now = useServerNow(about);
  const slots = useMemo(() => slotsOf(view.series), [view.series]);
  const { lines, retry } = useLines(view, slots, now);
  const chart = useRef<ChartHandle>(null);
  const list = useRef<HTMLElement>(null);
  const shown = useMemo(
    () =>
      lines.flatMap(({ line }, style): ShownLine[] =>
        line && line.times.length > 0 ? [{ style, line }] : [],
      ),
    [lines],
  );
  const change = (series: readonly ComparedSeries[]): void => show({ ...view, series });
  return (
    <div className="compare">
      <section className="card compare-head">
        <h1>Compare</h1>
        <CompareActions view={view} shown={shown} now={now} chart={chart} />
        <RangeControls view={view} now={now} />
      </section>
      <section className="card compare-series" aria-labelledby="compare-series-title" ref={list}>
        <h2 id="compare-series-title">Series</h2>
        <SeriesRows
          view={view}
          slots={slots}
          lines={lines}
          onShift={(at, shiftDays) =>
            change(view.series.map((one, i) => (i === at ? { ...one, shiftDays } : one)))
          }
          onRemove={(at) => {
            change(view.series.filter((_, i) => i !== at));
            // The button that had the focus is gone: the next one takes it, or the field below.
            requestAnimationFrame(() => {
              const buttons = list.current?.querySelectorAll<HTMLElement>('.compare-remove');
              const next = buttons?.[Math.min(at, buttons.length - 1)];
              (next ?? list.current?.querySelector('input'))?.focus();
            });
          }}
          onRetry={retry}
        />
        {view.series.length < MAX_COMPARED ? (
          <SeriesPicker
            label="Add a series"
            onPick={({ seriesId }) => change([...view.series, { seriesId, shiftDays: 0 }])}
          />
        ) : (
          <p className="small dim">Five is the most: remove one to add another.</p>
        )}
      </section>
      {view.series.length === 0 ? (
        <CompareStart view={view} />
      ) : (
        <CompareDrawing
          view={view}
          shown={shown}
          now={now / SECOND_MS}
          isLoading={lines.some(({ isLoading }) => isLoading)}
          chart={chart}
        />
      )}
    </div>
  );
}
