// The values shown as text for a spreadsheet: cells between tabs, numbers with the comma or point that it expects. Pure.

import { formatWall, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';

export interface TabColumn {
  readonly name: string;
  readonly cells: readonly (number | string | null)[];
}

/** The sign between the whole and the decimals of a number, in the browser's language. */
export const decimalSignOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

/**
 * Writes one row a value under a row of names. Times are those of the zone's clock, without an offset: a
 * spreadsheet reads them as times. A gap is an empty cell.
 */
export function tabText(
  times: readonly number[],
  zone: Zone,
  columns: readonly TabColumn[],
  decimalSign: string,
): string {
  const rows = [[`Time (${zone.name})`, ...columns.map(({ name }) => name)]];
  for (const [i, time] of times.entries()) {
    const instant = time * SECOND_MS;
    const wall = formatWall(instant + zone.offsetAt(instant))
      .replace('T', ' ')
      .slice(0, 16);
    rows.push([wall, ...columns.map(({ cells }) => cellText(cells[i] ?? null, decimalSign))]);
  }
  return rows.map((row) => `${row.map(plainCell).join('\t')}\r\n`).join('');
}

const cellText = (cell: number | string | null, decimalSign: string): string =>
  typeof cell === 'number' ? String(cell).replace('.', decimalSign) : (cell ?? '');

/** Removes what would begin another cell or row, and what a spreadsheet would take for a formula. */
const plainCell = (text: string): string => {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+@]/.test(flat) ? `'${flat}` : flat;
};
