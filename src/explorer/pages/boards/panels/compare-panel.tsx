// A comparison in the way that its address names, or its figures.

import { useRef } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import type { PanelProps } from '#explorer/pages/boards/panels/panel-props.ts';
import { useReport } from '#explorer/pages/boards/panels/panel-report.ts';
import {
  ComparedFigures,
  DrawnLines,
  useComparedLines,
} from '#explorer/pages/compare/compared-lines.tsx';
import { type ComparisonState, useComparison } from '#explorer/pages/compare/use-comparison.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { CompareView } from '#view/address/address';
import { comparedText } from '#view/address/comparison';
import '#explorer/pages/compare/compare.css';

export function ComparePanel({ view, part }: PanelProps<CompareView>) {
  const now = useServerNow(useAbout());
  const comparison = useComparison(view, now);
  const lines = useComparedLines(view, comparison, now / SECOND_MS);
  const chart = useRef<ChartHandle>(null);
  const { shown, states, isLoading } = comparison;
  useReport(isLoading, states.find(({ error }) => error)?.error);
  const faults = faultsOf(comparison);
  return (
    <>
      {shown.length > 0 ? (
        <div className={isLoading ? 'is-stale' : undefined} aria-busy={isLoading}>
          {part === 'figures' ? (
            <ComparedFigures lines={lines} />
          ) : (
            <DrawnLines lines={lines} chart={chart} />
          )}
        </div>
      ) : isLoading ? (
        <Loading />
      ) : (
        faults.length === 0 && (
          <p className="notice">None of the series has a value in this span.</p>
        )
      )}
      {faults.length > 0 && !isLoading && (
        <ul className="notice bad" aria-label="Lines that are not shown">
          {faults.map(({ name, message }) => (
            <li key={name}>
              <strong>{name}</strong>: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The lines that could not be made. A line that is only not up to date is still drawn. */
const faultsOf = ({ slots, states, formulas }: ComparisonState) => [
  ...states.flatMap(({ error, line }, i) =>
    error && !line ? [{ name: comparedText(slots[i]!), message: error.message }] : [],
  ),
  ...formulas.flatMap(({ text, fault }) =>
    fault === undefined ? [] : [{ name: text, message: fault }],
  ),
];
