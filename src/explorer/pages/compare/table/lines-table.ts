// The rows of the table of all lines, as the page shows them and as a spreadsheet takes them.

import type { Zone } from '#core/time/zone';
import { alignTable } from '#explorer/pages/compare/lines/align-table.ts';
import { fileColumns } from '#explorer/pages/compare/lines/file-columns.ts';
import { spreadsheetSign } from '#explorer/parts/table/spreadsheet-sign.ts';
import { tabText } from '#explorer/series/tab-text.ts';
import { intervalText } from '#view/axes/time-text';
import type { ShownLine } from '#view/compare/shown-line';
import { formatValue } from '#view/values/value-text';

export interface LinesTable {
  readonly lines: readonly ShownLine[];
  readonly zone: Zone;
  /** Seconds. */
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  readonly kinds: readonly (readonly (number | string | null)[])[];
  readonly endTime: number;
  readonly hasForecast: boolean;
}

export function linesTable(lines: readonly ShownLine[], zone: Zone): LinesTable {
  const { times, columns } = alignTable([
    ...lines,
    ...lines.map((line) => ({ times: line.times, values: line.kinds })),
  ]);
  return {
    lines,
    zone,
    times,
    values: columns.slice(0, lines.length) as (readonly (number | null)[])[],
    kinds: columns.slice(lines.length),
    endTime: Math.max(...lines.map((line) => line.endTime)),
    hasForecast: lines.some(({ kinds }) => kinds.some((kind) => kind !== 'observed')),
  };
}

export const timeTextAt = ({ times, endTime, zone }: LinesTable, row: number): string =>
  intervalText(times[row]!, times[row + 1] ?? endTime, zone);

/** What a row can be found by: its time and its values. */
export const lineRowText = (table: LinesTable, row: number): string =>
  [
    timeTextAt(table, row),
    ...table.lines.map(({ decimals }, i) => formatValue(table.values[i]![row], decimals)),
  ].join(' ');

/** Every row as text for a spreadsheet, in local time. */
export function linesText(lines: readonly ShownLine[], zone: Zone): string {
  const parts = lines.flatMap(fileColumns);
  const { times, columns } = alignTable(parts);
  return tabText(
    times,
    zone,
    parts.map(({ name }, i) => ({ name, cells: columns[i]! })),
    spreadsheetSign(),
  );
}
