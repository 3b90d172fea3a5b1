// Every value of all lines side by side, found by words. Only the rows in sight are in the page.

import { useDeferredValue, useMemo, useState } from 'react';
import { LineSample } from '#explorer/pages/compare/lines/line-sample.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import {
  lineRowText,
  linesTable,
  linesText,
  timeTextAt,
} from '#explorer/pages/compare/table/lines-table.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { findRows } from '#explorer/parts/table/find-rows.ts';
import { TableTools } from '#explorer/parts/table/table-tools.tsx';
import { rowIndexOf, ValueTable } from '#explorer/parts/table/value-table.tsx';
import { zoneLabel } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';
import '#explorer/pages/compare/table/compare-table.css';

export function CompareTable({ lines, zone }: Pick<ShapeProps, 'lines' | 'zone'>) {
  const [words, setWords] = useState('');
  const sought = useDeferredValue(words);
  const table = useMemo(() => linesTable(lines, zone), [lines, zone]);
  const { times, values, kinds } = table;
  const found = useMemo(
    () => findRows(sought, undefined, times.length, (row) => lineRowText(table, row)),
    [sought, table, times],
  );
  const rowCount = found?.length ?? times.length;
  const rowAt = (place: number) => {
    const row = found ? found[place]! : place;
    return (
      <tr key={times[row]} aria-rowindex={rowIndexOf(place)}>
        <th scope="row">{timeTextAt(table, row)}</th>
        {lines.map((line, i) => (
          <Cell
            key={line.style}
            value={values[i]![row]}
            kind={kinds[i]![row]}
            decimals={line.decimals}
          />
        ))}
      </tr>
    );
  };
  return (
    <div className="table-part">
      <TableTools words={words} onWords={setWords} shown={rowCount} all={times.length}>
        <CopyButton
          title="Copy all rows"
          hint="As text for a spreadsheet, also the rows out of sight"
          text={() => linesText(lines, zone)}
        />
      </TableTools>
      <ValueTable
        label="Values of all lines"
        className="compare-table"
        rowCount={rowCount}
        head={
          <>
            <th scope="col">
              Time, {zoneLabel(zone)} · {formatCount(times.length)} rows
            </th>
            {lines.map(({ style, label, unit }) => (
              <th key={style} scope="col">
                <LineSample style={style} /> {label} <span className="dim small">{unit}</span>
              </th>
            ))}
          </>
        }
        rowAt={rowAt}
      />
      {table.hasForecast && <p className="small dim">f: forecast</p>}
    </div>
  );
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
