// The head of the table: a click on a column sorts by it.

import type { ReactNode } from 'react';
import type { ShownTable } from '#explorer/pages/explore/table/shown-table.ts';
import type { TableOrder } from '#explorer/pages/explore/table/table-order.ts';
import { zoneLabel } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

interface TableHeadProps {
  readonly table: ShownTable;
  readonly order: TableOrder;
  readonly onSort: (by: TableOrder['by']) => void;
}

export function TableHead({ table, order, onSort }: TableHeadProps) {
  const { answer, times, zone, hasCounts, slice } = table;
  const sorting = { order, onSort };
  return (
    <>
      <SortHead by="time" {...sorting}>
        Time, {zoneLabel(zone)} · {formatCount(times.length)} {times.length === 1 ? 'row' : 'rows'}
      </SortHead>
      {!zone.isUtc && (
        <th scope="col" className="explore-table-utc">
          UTC
        </th>
      )}
      <SortHead by="value" {...sorting}>
        {answer.unit}
      </SortHead>
      <SortHead by="change" {...sorting}>
        Change
      </SortHead>
      {hasCounts && <th scope="col">Made of</th>}
      <th scope="col">Kind</th>
      {slice && (
        <>
          <th scope="col" className="explore-table-slice">
            {slice.label}
          </th>
          <th scope="col">Error</th>
          <th scope="col" className="explore-table-utc">
            Run
          </th>
        </>
      )}
    </>
  );
}

interface SortHeadProps extends Pick<TableHeadProps, 'order' | 'onSort'> {
  readonly by: TableOrder['by'];
  readonly children: ReactNode;
}

function SortHead({ by, order, onSort, children }: SortHeadProps) {
  const isSorted = order.by === by;
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" className="explore-table-sort" onClick={() => onSort(by)}>
        {children}
        <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}
