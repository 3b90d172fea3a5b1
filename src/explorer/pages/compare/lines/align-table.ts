// Series side by side: one row per time stamp that any of them has, and their values at a moment.

import { formatUtc, formatWall, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { formatOffset } from '#core/time/zone';
import { upperBound } from '#core/values/lower-bound';
import type { StampedValues } from '#view/values/shift-span';

export interface AlignedTable {
  /** Seconds since 1970 UTC, ascending, each once. */
  readonly times: readonly number[];
  /** One column per series, as long as `times`; null if the series has no value at the stamp. */
  readonly columns: readonly (readonly (number | string | null)[])[];
}

/** Values, or what they are, at their times. */
export interface StampedCells {
  readonly times: readonly number[];
  readonly values: readonly (number | string | null)[];
}

export function alignTable(series: readonly StampedCells[]): AlignedTable {
  const times: number[] = [];
  const columns = series.map((): (number | string | null)[] => []);
  const positions = series.map(() => 0);
  for (;;) {
    let next = Number.POSITIVE_INFINITY;
    series.forEach((one, s) => {
      next = Math.min(next, one.times[positions[s]!] ?? Number.POSITIVE_INFINITY);
    });
    if (next === Number.POSITIVE_INFINITY) return { times, columns };
    times.push(next);
    series.forEach((one, s) => {
      const hasStamp = one.times[positions[s]!] === next;
      columns[s]!.push(hasStamp ? (one.values[positions[s]!++] ?? null) : null);
    });
  }
}

/**
 * Writes `time_utc,time_local,NAME,NAME…`: one header row, a gap is an empty cell. Local times carry
 * their offset. Cells are names, times, numbers and kinds only: none can be a formula of a spreadsheet.
 */
export function writeAlignedCsv(
  { times, columns }: AlignedTable,
  names: readonly string[],
  zone: Zone,
): string {
  const lines = [['time_utc', 'time_local', ...names.map(headCell)].join(',')];
  times.forEach((time, row) => {
    const instant = time * SECOND_MS;
    const offset = zone.offsetAt(instant);
    const local = `${formatWall(instant + offset)}${formatOffset(offset, zone)}`;
    const cells = columns.map((column) => column[row] ?? '');
    lines.push([formatUtc(instant), local, ...cells].join(','));
  });
  return `${lines.join('\n')}\n`;
}

/** The head of a column. The name of a line may begin with a sign or contain commas and quotes. */
function headCell(name: string): string {
  const plain = name.replace(/\s+/g, ' ').trim();
  const text = /^[-+=@−–]/.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Stamped values, and the end of the last one's interval (seconds). */
export interface EndedValues extends StampedValues {
  readonly endTime: number;
}

/** The value whose interval contains a moment; null in a gap and outside the series. */
export function valueAt(series: EndedValues, time: number): number | null {
  return series.values[indexAt(series, time)] ?? null;
}

/** The newest time stamp whose interval contains a moment; undefined outside every series. */
export function stampAt(series: readonly EndedValues[], time: number): number | undefined {
  const stamps = series.flatMap((one) => one.times[indexAt(one, time)] ?? []);
  return stamps.length === 0 ? undefined : Math.max(...stamps);
}

/** The index of the interval that contains a moment; -1 outside the series. */
const indexAt = ({ times, endTime }: EndedValues, time: number): number =>
  time < endTime ? upperBound(times, time) - 1 : -1;
