// The compared lines in figures: at the cursor, over the hours that all have, and against the first.

import { useMemo } from 'react';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type LineFigures, lineFigures } from '#explorer/pages/compare/hours/line-figures.ts';
import { type CommonIntervals, nounOf } from '#explorer/pages/compare/hours/shared-intervals.ts';
import { stampAt, valueAt } from '#explorer/pages/compare/lines/align-table.ts';
import { LineSample } from '#explorer/pages/compare/lines/line-sample.tsx';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ShownLine } from '#view/compare/shown-line';
import { meanDecimals } from '#view/values/column-decimals';
import type { Statistics } from '#view/values/stats';
import { formatMoment } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';
import '#explorer/pages/compare/figures-table.css';

interface FiguresTableProps {
  readonly lines: readonly ShownLine[];
  /** The intervals that all lines have; undefined if figures are of all values of each line. */
  readonly common: CommonIntervals | undefined;
  readonly onAllHours: (allHours: boolean) => void;
  /** The time of the cursor, or now. Seconds. */
  readonly time: number;
  readonly isCursor: boolean;
  readonly zone: Zone;
}

export function FiguresTable(props: FiguresTableProps) {
  const { lines, common, onAllHours, time, isCursor, zone } = props;
  const { tableRole } = useViewScope();
  // The cursor is somewhere in an interval, which is named by its start.
  const shownTime = (isCursor ? stampAt(lines, time) : undefined) ?? time;
  const figures = useMemo(() => lineFigures(lines, common), [lines, common]);
  return (
    // On a phone the table scrolls, also by keyboard.
    <section className="compare-figures" role={tableRole} aria-label="Figures" tabIndex={0}>
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
            {lines.length > 1 && (
              <th scope="col" title="Pearson’s r over the time stamps at which both have a value">
                Correlation with {lines[0]!.label}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <FiguresRow
              key={line.style}
              line={line}
              figures={figures[i]!}
              isCommon={common !== undefined && lines.length > 1}
              time={time}
              zone={zone}
            />
          ))}
        </tbody>
      </table>
      <FiguresNote lines={lines} common={common} onAllHours={onAllHours} />
    </section>
  );
}

function FiguresNote({
  lines,
  common,
  onAllHours,
}: Pick<FiguresTableProps, 'lines' | 'common' | 'onAllHours'>) {
  const hasSwitch = lines.length > 1;
  return (
    <p className="small dim compare-note">
      Figures are of observed values
      {lines.some(({ isReduced }) => isReduced) && ' of complete periods'}
      {hasSwitch && (common ? `, in ${countText(common)}` : ', each line over all of its own')}
      {'; forecasts have a row of their own. '}
      {hasSwitch && (
        <button
          type="button"
          className="button compare-hours"
          aria-pressed={common !== undefined}
          onClick={() => onAllHours(common !== undefined)}
        >
          Common hours only
        </button>
      )}
    </p>
  );
}

/** Writes `360 of 528 hours that all lines have`. */
function countText(common: CommonIntervals): string {
  const [count, all] = [common.observedRows.length, common.anyCount].map(formatCount);
  return `the ${count} of ${all} ${nounOf(common)} that all lines have`;
}

interface FiguresRowProps {
  readonly line: ShownLine;
  readonly figures: LineFigures;
  readonly isCommon: boolean;
  readonly time: number;
  readonly zone: Zone;
}

function FiguresRow({ line, figures, isCommon, time, zone }: FiguresRowProps) {
  const { observed, forecast, correlation } = figures;
  const { decimals, label, unit } = line;
  return (
    <>
      <tr>
        <th scope="row">
          <LineSample style={line.style} /> {label} <span className="dim small">{unit}</span>
        </th>
        <td className="compare-at">{formatValue(valueAt(line, time), decimals)}</td>
        <FigureCells {...{ statistics: observed, decimals, zone }} />
        {correlation && (
          <td title={`over ${formatCount(correlation.count)} common time stamps`}>
            {formatValue(correlation.coefficient, 2)}
          </td>
        )}
      </tr>
      {forecast && (
        <tr>
          <th scope="row" className="dim">
            {label}, {isCommon ? 'forecast hours' : 'forecast'}
          </th>
          <td />
          <FigureCells {...{ statistics: forecast, decimals, zone }} />
          {correlation && <td />}
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
