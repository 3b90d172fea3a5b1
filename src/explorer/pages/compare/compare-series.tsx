// The card of the compared series: a row each, and a field to add another.

import { useRef } from 'react';
import { SeriesRows } from '#explorer/pages/compare/series-rows.tsx';
import type { Slot } from '#explorer/pages/compare/slots.ts';
import type { LineState } from '#explorer/pages/compare/use-lines.ts';
import { SeriesPicker } from '#explorer/parts/picker/series-picker.tsx';
import { type ComparedSeries, type CompareView, MAX_COMPARED } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

interface CompareSeriesProps {
  readonly view: CompareView;
  readonly slots: readonly Slot[];
  readonly lines: readonly LineState[];
  readonly onRetry: (slotId: string) => void;
}

export function CompareSeries({ view, slots, lines, onRetry }: CompareSeriesProps) {
  const card = useRef<HTMLElement>(null);
  const change = (series: readonly ComparedSeries[]): void => show({ ...view, series });
  return (
    <section className="card compare-series" aria-labelledby="compare-series-title" ref={card}>
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
          requestAnimationFrame(() => focusAfterRemoval(card.current, at));
        }}
        onRetry={onRetry}
      />
      {view.series.length < MAX_COMPARED ? (
        <SeriesPicker
          label="Add a series"
          onPick={({ seriesId }) => change([...view.series, { seriesId, shiftDays: 0 }])}
        />
      ) : (
        <p className="small dim">At most five series: remove one to add another.</p>
      )}
    </section>
  );
}

/** The button that had the focus is gone: focuses the next one, or the field below. */
function focusAfterRemoval(card: HTMLElement | null, at: number): void {
  const buttons = card?.querySelectorAll<HTMLElement>('.compare-remove');
  const next = buttons?.[Math.min(at, buttons.length - 1)];
  (next ?? card?.querySelector('input'))?.focus();
}
