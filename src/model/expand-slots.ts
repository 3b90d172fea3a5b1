// Expands forecast hours to the slots of the table. Hourly series stay as they are; quarter-hours are their
// hour's mean plus the shape of its quarters.

import type { DayTable } from '#model/day-table';
import { HOURS, type HourSpan } from '#model/filled-days';
import { type Coverage, NORMAL_REACH } from '#model/make-bands';
import { quarterShape } from '#model/quarter-shape';

const QUARTERS = 4;

export interface SlotExpander {
  /** The slots of hours that begin with the span. */
  readonly values: (hours: Float64Array) => Float64Array;
  /** The half widths of slots from those of hours, plus the scatter of quarters. */
  readonly widths: (hourWidths: Float64Array, coverage: Coverage) => Float64Array;
}

const HOURLY: SlotExpander = {
  values: (hours) => hours.slice(),
  widths: (widths) => widths.slice(),
};

/** Expands the hours of a span; shapes are read before `knownSlots`. */
export function expandSlots(
  table: DayTable,
  { row, dayCount, leadHours }: HourSpan,
  knownSlots: number,
): SlotExpander {
  if (table.slotsPerDay === 24) return HOURLY;
  const { slotsPerDay } = table;
  const firstRow = leadHours > 0 ? row - 1 : row;
  const rowCount = row + dayCount + 1 - firstRow;
  const deviations = new Float64Array(rowCount * slotsPerDay);
  const spreads = new Float64Array(rowCount * slotsPerDay);
  for (let at = 0; at < rowCount; at++) {
    const shape = quarterShape(table, Math.min(firstRow + at, table.dayCount - 1), knownSlots);
    deviations.set(shape.deviations, at * slotsPerDay);
    spreads.set(shape.spreads, at * slotsPerDay);
  }
  const skipped = ((row - firstRow) * HOURS - leadHours) * QUARTERS;
  const perSlot = (hours: Float64Array, slotOf: (hour: number, slot: number) => number) =>
    Float64Array.from({ length: hours.length * QUARTERS }, (_, slot) =>
      slotOf(hours[Math.floor(slot / QUARTERS)]!, slot),
    );
  return {
    values: (hours) => perSlot(hours, (hour, slot) => hour + deviations[skipped + slot]!),
    widths: (hourWidths, coverage) =>
      perSlot(hourWidths, (width, slot) =>
        Math.hypot(width, NORMAL_REACH[coverage] * spreads[skipped + slot]!),
      ),
  };
}
