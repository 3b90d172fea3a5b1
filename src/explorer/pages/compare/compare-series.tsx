// The card of the compared series and formulas: a row each, and fields to add another.

import { useRef } from 'react';
import { CompareFormulas } from '#explorer/pages/compare/formula/compare-formulas.tsx';
import { SeriesRows } from '#explorer/pages/compare/series-rows.tsx';
import type { ComparisonState } from '#explorer/pages/compare/use-comparison.ts';
import { SeriesPicker } from '#explorer/parts/picker/series-picker.tsx';
import { show } from '#explorer/state/navigation.ts';
import type { CompareView } from '#view/address/address';
import { type ComparedSeries, comparedText, MAX_COMPARED } from '#view/address/comparison';
import '#explorer/pages/compare/series-rows.css';

interface CompareSeriesProps {
  readonly view: CompareView;
  readonly comparison: ComparisonState;
}

export function CompareSeries({ view, comparison }: CompareSeriesProps) {
  const { slots, states, formulas, retry } = comparison;
  const card = useRef<HTMLElement>(null);
  const change = (series: readonly ComparedSeries[]): void => show({ ...view, series });
  const changeOne = (at: number, part: Partial<ComparedSeries>): void =>
    change(view.series.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const remove = (at: number): void => change(view.series.filter((_, i) => i !== at));
  return (
    <section className="card compare-series" aria-labelledby="compare-series-title" ref={card}>
      <h2 id="compare-series-title">Series</h2>
      <SeriesRows
        view={view}
        slots={slots}
        lines={states}
        onShift={(at, shiftDays) => changeOne(at, { shiftDays })}
        onReplace={(at, seriesId) => changeOne(at, { seriesId })}
        onRemove={(at) => {
          remove(at);
          requestAnimationFrame(() => focusAfterRemoval(card.current, at));
        }}
        onRetry={retry}
      />
      {view.series.length > MAX_COMPARED && <TooMany series={view.series} onRemove={remove} />}
      {view.series.length < MAX_COMPARED ? (
        <SeriesPicker
          label="Add a series"
          onPick={({ code }) => change([...view.series, { seriesId: code, shiftDays: 0 }])}
        />
      ) : (
        <p className="small dim">At most five series: remove one to add another.</p>
      )}
      <CompareFormulas view={view} formulas={formulas} states={states} />
    </section>
  );
}

interface TooManyProps {
  readonly series: readonly ComparedSeries[];
  readonly onRemove: (index: number) => void;
}

/** The series beyond the fifth: they stay in the address, and are drawn when others are removed. */
function TooMany({ series, onRemove }: TooManyProps) {
  return (
    <div className="notice warn" role="alert">
      <p>The address has {series.length} series, and at most five are drawn. Not drawn:</p>
      <ul className="compare-too-many" aria-label="Series that are not drawn">
        {series.slice(MAX_COMPARED).map((one, i) => {
          const name = comparedText(one);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a series may be named twice
            <li key={`${name} ${i}`}>
              <span className="mono">{name}</span>{' '}
              <button
                type="button"
                className="button quiet compare-remove"
                aria-label={`Remove ${name}`}
                title="Remove"
                onClick={() => onRemove(MAX_COMPARED + i)}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The button that had the focus is gone: focuses the next one, or the field below. */
function focusAfterRemoval(card: HTMLElement | null, at: number): void {
  const buttons = card?.querySelectorAll<HTMLElement>('.compare-remove');
  const next = buttons?.[Math.min(at, buttons.length - 1)];
  (next ?? card?.querySelector('input'))?.focus();
}
