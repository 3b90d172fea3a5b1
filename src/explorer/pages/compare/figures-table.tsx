// The compared series in figures: at the cursor, over the span, and against the first of them.

import { useMemo } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { stampAt, valueAt } from '#explorer/pages/compare/align-table.ts';
import { correlate } from '#explorer/pages/compare/correlate.ts';
import { LineSample } from '#explorer/pages/compare/line-sample.tsx';
import type { ComparedLine } from '#explorer/pages/compare/load-line.ts';
import { labelOf } from '#explorer/pages/compare/shift-choices.ts';
import { summarize } from '#explorer/series/stats.ts';
import { formatMoment } from '#explorer/series/time-text.ts';
import { decimalsFor, formatCount, formatValue } from '#explorer/series/value-text.ts';

/** A line that has values, with its place in the list. */
export interface ShownLine {
  readonly style: number;
  readonly line: ComparedLine;
}

interface FiguresTableProps {
  readonly lines: readonly ShownLine[];
  /** The time of the cursor, or now. Seconds. */
  readonly time: number;
  readonly isCursor: boolean;
  readonly zone: Zone;
}

export function FiguresTable({ lines, time, isCursor, zone }: FiguresTableProps) {
  // The cursor is somewhere in an interval, which is named by its start.
  const stamp = isCursor
    ? stampAt(
        lines.map(({ line }) => line),
        time,
      )
    : undefined;
  const shownTime = stamp ?? time;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table scrolls, also by keyboard
    <section className="compare-figures" aria-label="Figures" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col" className="compare-at">
              {isCursor ? '' : 'Now, '}
              {formatMoment(shownTime * SECOND_MS, zone)}
            </th>
            <th scope="col">Last</th>
            <th scope="col">Mean</th>
            <th scope="col">Min</th>
            <th scope="col">Max</th>
            <th scope="col" title="Pearson’s r over the time stamps at which both have a value">
              Correlation
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((shown) => (
            <FiguresRow
              key={shown.style}
              shown={shown}
              first={lines[0]!.line}
              time={time}
              zone={zone}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FiguresRowProps {
  readonly shown: ShownLine;
  readonly first: ComparedLine;
  readonly time: number;
  readonly zone: Zone;
}

function FiguresRow({ shown: { style, line }, first, time, zone }: FiguresRowProps) {
  const figures = useMemo(() => summarize(line), [line]);
  const { answer, shiftDays } = line;
  const size = figures ? Math.max(Math.abs(figures.min.value), Math.abs(figures.max.value)) : 0;
  const text = (value: number | null | undefined): string => formatValue(value, decimalsFor(size));
  const when = (at: { time: number } | undefined): string | undefined =>
    at && formatMoment(at.time * SECOND_MS, zone);
  return (
    <tr>
      <th scope="row">
        <LineSample style={style} /> {labelOf(answer.seriesId, shiftDays)}{' '}
        <span className="dim small">{answer.unit}</span>
      </th>
      <td className="compare-at">{text(valueAt(line, time))}</td>
      <td title={when(figures?.last)}>{text(figures?.last.value)}</td>
      <td>{text(figures?.mean)}</td>
      <td title={when(figures?.min)}>{text(figures?.min.value)}</td>
      <td title={when(figures?.max)}>{text(figures?.max.value)}</td>
      <td>
        {line === first ? (
          <span className="dim">with this</span>
        ) : (
          <Correlated {...{ first, line }} />
        )}
      </td>
    </tr>
  );
}

function Correlated({ first, line }: { first: ComparedLine; line: ComparedLine }) {
  const { coefficient, count } = useMemo(() => correlate(first, line), [first, line]);
  const over = `over ${formatCount(count)} common time stamps`;
  return (
    <span title={coefficient === undefined ? `Not known ${over}` : over}>
      {formatValue(coefficient, 2)}
    </span>
  );
}
