// A row of the table: a value, what it is, and what was forecast of it.

import { formatUtc, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ShownTable } from '#explorer/pages/explore/table/shown-table.ts';
import { rowIndexOf } from '#explorer/parts/table/value-table.tsx';
import { intervalText, momentText } from '#view/axes/time-text';
import { countText, isPartial, originAt } from '#view/values/periods';
import { signedText } from '#view/values/signed-text';
import { formatValue } from '#view/values/value-text';

interface TableRowProps {
  readonly table: ShownTable;
  readonly row: number;
  /** The row's place in the order shown. */
  readonly place: number;
}

export function TableRow({ table, row, place }: TableRowProps) {
  const { answer, zone, value, change, decimals, hasCounts, slice } = table;
  return (
    <tr
      aria-rowindex={rowIndexOf(place)}
      data-kind={originAt(answer, row).kind}
      data-partial={hasCounts && isPartial(answer, row)}
    >
      <td>{timeTextAt(table, row)}</td>
      {!zone.isUtc && (
        <td className="explore-table-utc mono">{formatUtc(answer.times[row]! * SECOND_MS)}</td>
      )}
      <td>{formatValue(value[row], decimals)}</td>
      <td className="explore-table-change">{signedText(change[row], decimals)}</td>
      {hasCounts && <td className="explore-table-count">{countText(answer, row)}</td>}
      <td>{kindTextAt(table, row)}</td>
      {slice && (
        <>
          <td>{formatValue(slice.values[row], decimals)}</td>
          <td>{signedText(slice.errors[row], decimals)}</td>
          <td className="explore-table-utc">
            {runText(slice.sources[row], slice.analyzedTimes[row], zone)}
          </td>
        </>
      )}
    </tr>
  );
}

/** What a row can be found by: its time, value and kind. */
export const rowText = (table: ShownTable, row: number): string =>
  `${timeTextAt(table, row)} ${formatValue(table.value[row], table.decimals)} ${kindTextAt(table, row)}`;

const timeTextAt = ({ times, endTime, zone }: ShownTable, row: number): string =>
  intervalText(times[row]!, times[row + 1] ?? endTime, zone);

const KIND_TEXTS = { observed: 'observed', forecast: 'forecast', mixed: 'partly forecast' };

const kindTextAt = ({ answer, value }: ShownTable, row: number): string =>
  value[row] === null ? 'gap' : KIND_TEXTS[originAt(answer, row).kind];

/** Writes `vendor, Thu 12 Nov 2026, 06:00`; a dash if no run fits, or several do. */
const runText = (
  source: string | null | undefined,
  analyzedTime: number | null | undefined,
  zone: Zone,
): string =>
  source && analyzedTime != null ? `${source}, ${momentText(analyzedTime, zone)}` : '–';
