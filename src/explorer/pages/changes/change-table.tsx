// Areas by the size of their change. A row is chosen to see its hours.

import type { Zone } from '#core/time/zone';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ChangeOrder, ChangesView } from '#view/address/changes-address';
import { type ChangeRow, hoursText } from '#view/tables/change-rows';
import { readInstant } from '#view/values/series-facts';
import { signedText } from '#view/values/signed-text';
import { formatMoment } from '#view/values/time-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

interface ChangeTableProps {
  readonly view: ChangesView;
  readonly rows: readonly ChangeRow[];
  /** The area whose hours are drawn. */
  readonly chosen: string;
  readonly zone: Zone;
}

export function ChangeTable({ view, rows, chosen, zone }: ChangeTableProps) {
  const { show, tableRole } = useViewScope();
  const decimals = decimalsFor(Math.max(0, ...rows.map(({ meanNow = 0 }) => Math.abs(meanNow))));
  const head = { order: view.order, onOrder: (order: ChangeOrder) => show({ ...view, order }) };
  return (
    // On a phone the table scrolls, also by keyboard.
    <section className="changes-scroll" role={tableRole} aria-label="Areas" tabIndex={0}>
      <table className="changes-table">
        <thead>
          <tr>
            <SortHead name="area" title="Area" {...head} />
            <th scope="col">Then</th>
            <th scope="col">Now</th>
            <SortHead name="mean" title="Change" {...head} />
            <SortHead name="largest" title="Largest" {...head} />
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.area} data-chosen={row.area === chosen}>
              <th scope="row">
                <button
                  type="button"
                  className="changes-choose"
                  aria-pressed={row.area === chosen}
                  title={`Show the hours of ${row.description}`}
                  onClick={() => show({ ...view, area: row.area }, { replace: true })}
                >
                  {row.description}
                </button>
              </th>
              <td className="figure">{formatValue(row.meanThen, decimals)}</td>
              <td className="figure">{formatValue(row.meanNow, decimals)}</td>
              <td className="figure">
                <strong>{signedText(row.mean, decimals)}</strong>
              </td>
              <LargestCell row={row} decimals={decimals} zone={zone} />
              <td className="small">{hoursText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SortHeadProps {
  readonly name: ChangeOrder;
  readonly title: string;
  readonly order: ChangeOrder;
  readonly onOrder: (order: ChangeOrder) => void;
}

function SortHead({ name, title, order, onOrder }: SortHeadProps) {
  const isSorted = order === name;
  const direction = name === 'area' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        className="changes-sort"
        title={name === 'area' ? 'Sort by name' : 'Sort by size, up or down'}
        onClick={() => onOrder(name)}
      >
        {title}
        <span aria-hidden="true">{isSorted ? (name === 'area' ? ' ▴' : ' ▾') : ''}</span>
      </button>
    </th>
  );
}

interface LargestCellProps {
  readonly row: ChangeRow;
  readonly decimals: number;
  readonly zone: Zone;
}

/** The hour that changed most. One that did not change is not named. */
function LargestCell({ row: { largest }, decimals, zone }: LargestCellProps) {
  if (!largest) return <td className="figure">–</td>;
  return (
    <td className="figure">
      {signedText(largest.change, decimals)}
      {largest.change !== 0 && (
        <span className="changes-when">{formatMoment(readInstant(largest.time), zone)}</span>
      )}
    </td>
  );
}
