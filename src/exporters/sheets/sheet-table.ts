// A table on the wall clock of a zone. A spreadsheet's date has no zone, so both hours of a clock change look alike:
// the column `offset` tells them apart.

import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { formatOffset } from '#core/time/zone';
import { type ColumnKind, type ExportTable, tableOfColumns } from '#exporters/export-table';

export interface SheetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly values: Float64Array;
}

/** What a sheet is made of: instants, and columns with one entry a row. */
export interface SheetContent {
  /** The code of the series. */
  readonly title: string;
  readonly times: Float64Array;
  readonly columns: readonly SheetColumn[];
  /** What the numbers of a column of names stand for. */
  readonly names: readonly string[];
  /** Whether times are days: they are then written without a time of day. */
  readonly isDated: boolean;
}

/** A table whose times are milliseconds on a wall clock, as if that were UTC. */
export interface SheetTable extends Pick<SheetContent, 'title' | 'isDated'> {
  readonly table: ExportTable;
}

export function sheetTable(content: SheetContent, zone: Zone): SheetTable {
  const { title, isDated } = content;
  const names = [...content.names];
  const { wall, offsets } = wallTimes(content.times, zone);
  const columns = content.columns.map((column) =>
    column.kind === 'time' ? { ...column, values: wallTimes(column.values, zone).wall } : column,
  );
  if (!isDated) {
    columns.push({ name: 'offset', kind: 'name', values: placesOf(offsets, zone, names) });
  }
  return { title, isDated, table: tableOfColumns(wall, columns, names) };
}

/** Turns instants into wall times. The offset is looked up once for each stretch in which it is the same. */
function wallTimes(
  instants: Float64Array,
  zone: Zone,
): { readonly wall: Float64Array; readonly offsets: Float64Array } {
  const wall = new Float64Array(instants.length);
  const offsets = new Float64Array(instants.length);
  let [from, until]: [Instant, Instant] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let offset = 0;
  for (let i = 0; i < instants.length; i++) {
    const instant = instants[i]!;
    if (instant < from || instant >= until) {
      offset = zone.offsetAt(instant);
      [from, until] = [instant, zone.steadyUntil(instant)];
    }
    wall[i] = instant + offset;
    offsets[i] = offset;
  }
  return { wall, offsets };
}

/** The place of each offset among the names, which get those that they lack: `UTC+02:00`. */
function placesOf(offsets: Float64Array, zone: Zone, names: string[]): Float64Array {
  const places = new Map<number, number>();
  return offsets.map((offset) => {
    const known = places.get(offset);
    if (known !== undefined) return known;
    // Not `+02:00` alone, which a spreadsheet takes for a formula.
    names.push(zone.isUtc ? 'UTC' : `UTC${formatOffset(offset, zone)}`);
    places.set(offset, names.length - 1);
    return names.length - 1;
  });
}
