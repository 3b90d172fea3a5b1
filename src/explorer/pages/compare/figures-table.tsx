// The compared series in figures: at the cursor, over the span, and against the first of them.

import { useMemo } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { stampAt, valueAt } from '#explorer/pages/compare/align-table.ts';
import { correlate } from '#explorer/pages/compare/correlate.ts';
import type { ComparedLine } from '#explorer/pages/compare/draw-line.ts';
import { LineSample } from '#explorer/pages/compare/line-sample.tsx';
import { labelOf } from '#explorer/pages/compare/shift-choices.ts';
import { columnDecimals, meanDecimals } from '#explorer/series/column-decimals.ts';
import { isReduced } from '#explorer/series/periods.ts';
import { type Statistics, summarize } from '#explorer/series/stats.ts';
import { formatMoment } from '#explorer/series/time-text.ts';
import { formatCount, formatValue } from '#explorer/series/value-text.ts';

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
      <p className="small dim">
        Figures are of observed values
        {lines.some(({ line }) => isReduced(line.answer)) && ' of complete periods'}; forecasts have
        a row of their own.
      </p>
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
  const { observed, forecast } = useMemo(() => summarize(line), [line]);
  const { answer, shiftDays } = line;
  const decimals = columnDecimals(answer);
  const label = labelOf(answer.seriesId, shiftDays);
  return (
    <>
      <tr>
        <th scope="row">
          <LineSample style={style} /> {label} <span className="dim small">{answer.unit}</span>
        </th>
        <td className="compare-at">{formatValue(valueAt(line, time), decimals)}</td>
        <FigureCells {...{ statistics: observed, decimals, zone }} />
        <td>
          {line === first ? (
            <span className="dim">with this</span>
          ) : (
            <Correlated {...{ first, line }} />
          )}
        </td>
      </tr>
      {forecast && (
        <tr>
          <th scope="row" className="dim">
            {label}, forecast
          </th>
          <td />
          <FigureCells {...{ statistics: forecast, decimals, zone }} />
          <td />
        </tr>
      )}
    </>
  );
}

interface FigureCellsProps {
  readonly statistics: Statistics | undefined;
  readonly decimals: number;
  readonly zone: Zone;
}

function FigureCells({ statistics, decimals, zone }: FigureCellsProps) {
  const [last, min, max] = [statistics?.last, statistics?.min, statistics?.max];
  const when = (at: { time: number } | undefined): string | undefined =>
    at && formatMoment(at.time * SECOND_MS, zone);
  return (
    <>
      <td title={when(last)}>{formatValue(last?.value, decimals)}</td>
      <td>{formatValue(statistics?.mean, meanDecimals(decimals))}</td>
      <td title={when(min)}>{formatValue(min?.value, decimals)}</td>
      <td title={when(max)}>{formatValue(max?.value, decimals)}</td>
    </>
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
