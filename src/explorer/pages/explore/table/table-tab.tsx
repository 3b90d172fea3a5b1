// Every value in a row, sorted and found by words. Only the rows in sight are in the page, whatever the number
// of values.

import { useDeferredValue, useMemo, useState } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { shownTableOf } from '#explorer/pages/explore/table/shown-table.ts';
import { TableHead } from '#explorer/pages/explore/table/table-head.tsx';
import { BY_TIME, orderAfter, rowsInOrder } from '#explorer/pages/explore/table/table-order.ts';
import { rowText, TableRow } from '#explorer/pages/explore/table/table-row.tsx';
import { excelText } from '#explorer/pages/explore/taking/shown-columns.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { findRows } from '#explorer/parts/table/find-rows.ts';
import { TableTools } from '#explorer/parts/table/table-tools.tsx';
import { ValueTable } from '#explorer/parts/table/value-table.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import type { Slice } from '#view/values/slice';
import '#explorer/pages/explore/table/table-tab.css';

interface TableTabProps {
  readonly answer: SeriesColumns;
  /** The forecasts over the values; undefined if none are wanted or loaded. */
  readonly slice: Slice | undefined;
  readonly zone: Zone;
}

export function TableTab({ answer, slice, zone }: TableTabProps) {
  const market = marketZoneOf(useAbout());
  const [order, setOrder] = useState(BY_TIME);
  const [words, setWords] = useState('');
  const sought = useDeferredValue(words);
  const table = useMemo(
    () => shownTableOf(answer, slice, zone, market),
    [answer, slice, zone, market],
  );
  const sorted = useMemo(() => rowsInOrder(order, table), [order, table]);
  const found = useMemo(
    () => findRows(sought, sorted, table.times.length, (row) => rowText(table, row)),
    [sought, sorted, table],
  );
  const rowCount = found ? found.length : table.times.length;
  return (
    <div className="table-part">
      <TableTools words={words} onWords={setWords} shown={rowCount} all={table.times.length}>
        <CopyButton
          title="Copy all rows"
          hint="As text for a spreadsheet, also the rows out of sight"
          text={() => excelText({ answer, slice, zone })}
        />
      </TableTools>
      <ValueTable
        label={`Values of ${answer.description}`}
        className="explore-table"
        rowCount={rowCount}
        head={
          <TableHead table={table} order={order} onSort={(by) => setOrder(orderAfter(order, by))} />
        }
        rowAt={(place) => {
          const row = found ? found[place]! : place;
          return <TableRow key={table.times[row]} table={table} row={row} place={place} />;
        }}
      />
    </div>
  );
}
