// Every value of all lines side by side. Only the rows in sight are in the page.

import { useMemo, useRef } from 'react';
import type { Zone } from '#core/time/zone';
import { alignTable } from '#explorer/pages/compare/lines/align-table.ts';
import { LineSample } from '#explorer/pages/compare/lines/line-sample.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import { useScrolled } from '#explorer/parts/use-scrolled.ts';
import { windowOf } from '#explorer/parts/windowed-rows.ts';
import { intervalText } from '#view/axes/time-text';
import type { ShownLine } from '#view/compare/shown-line';
import { zoneLabel } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';
import '#explorer/pages/compare/table/compare-table.css';

/** CSS pixels, as in compare-table.css. */
const ROW_HEIGHT = 30;

export function CompareTable({ lines, zone }: Pick<ShapeProps, 'lines' | 'zone'>) {
  const scroller = useRef<HTMLElement>(null);
  const { times, values, kinds, endTime } = useMemo(() => tableOf(lines), [lines]);
  const { start, end } = windowOf({
    ...useScrolled(scroller),
    rowCount: times.length,
    rowHeight: ROW_HEIGHT,
  });
  const rows = Array.from({ length: end - start }, (_, i) => start + i);
  return (
    <>
      <section
        ref={scroller}
        className="compare-table"
        aria-label="Values of all lines"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
      >
        <table aria-rowcount={times.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                Time, {zoneLabel(zone)} · {formatCount(times.length)} rows
              </th>
              {lines.map(({ style, label, unit }) => (
                <th key={style} scope="col">
                  <LineSample style={style} /> {label} <span className="dim small">{unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer rowCount={start} />
            {rows.map((row) => (
              <tr key={times[row]} aria-rowindex={row + 2}>
                <th scope="row">{timeText(times, row, endTime, zone)}</th>
                {lines.map((line, i) => (
                  <Cell
                    key={line.style}
                    value={values[i]![row]}
                    kind={kinds[i]![row]}
                    decimals={line.decimals}
                  />
                ))}
              </tr>
            ))}
            <Spacer rowCount={times.length - end} />
          </tbody>
        </table>
      </section>
      {hasForecast(lines) && <p className="small dim">f: forecast</p>}
    </>
  );
}

const hasForecast = (lines: readonly ShownLine[]): boolean =>
  lines.some(({ kinds }) => kinds.some((kind) => kind !== 'observed'));

const timeText = (times: readonly number[], row: number, endTime: number, zone: Zone): string =>
  intervalText(times[row]!, times[row + 1] ?? endTime, zone);

function tableOf(lines: readonly ShownLine[]) {
  const { times, columns } = alignTable([
    ...lines,
    ...lines.map((line) => ({ times: line.times, values: line.kinds })),
  ]);
  return {
    times,
    values: columns.slice(0, lines.length) as (readonly (number | null)[])[],
    kinds: columns.slice(lines.length),
    endTime: Math.max(...lines.map((line) => line.endTime)),
  };
}

interface CellProps {
  readonly value: number | null | undefined;
  readonly kind: number | string | null | undefined;
  readonly decimals: number;
}

/** A forecast is marked in words too, for people who do not see the shade. */
function Cell({ value, kind, decimals }: CellProps) {
  const isForecast = value !== null && value !== undefined && kind !== 'observed';
  return (
    <td data-kind={isForecast ? kind : undefined}>
      {/* A stamp that the line does not have is blank, a gap is a dash. */}
      {kind === null ? '' : formatValue(value, decimals)}
      {isForecast && (
        <span className="compare-table-kind"> {kind === 'mixed' ? 'partly f' : 'f'}</span>
      )}
    </td>
  );
}

/** Stands for rows out of sight. */
function Spacer({ rowCount }: { readonly rowCount: number }) {
  if (rowCount === 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
  return <tr aria-hidden="true" style={{ height: rowCount * ROW_HEIGHT }} />;
}
