// Expands forecast hours to the slots of the table. Hourly series stay as they are; quarter-hours are their
// hour's mean plus the shape of its quarters.

import type { DayTable } from '#model/day-table';
import { type Coverage, NORMAL_REACH } from '#model/make-bands';
import { quarterShape } from '#model/quarter-shape';

const QUARTERS = 4;

export interface SlotExpander {
  /** The slots of hours that begin with the first forecast day. */
  readonly values: (hours: Float64Array) => Float64Array;
  /** The half widths of slots from those of hours, plus the scatter of quarters. */
  readonly widths: (hourWidths: Float64Array, coverage: Coverage) => Float64Array;
}

const HOURLY: SlotExpander = {
  values: (hours) => hours.slice(),
  widths: (widths) => widths.slice(),
};

/** Expands `dayCount` days from `row` on and the hour after; shapes are read before `knownSlots`. */
export function expandSlots(
  table: DayTable,
  row: number,
  dayCount: number,
  knownSlots: number,
): SlotExpander {
  if (table.slotsPerDay === 24) return HOURLY;
  const { slotsPerDay } = table;
  const deviations = new Float64Array((dayCount + 1) * slotsPerDay);
  const spreads = new Float64Array((dayCount + 1) * slotsPerDay);
  for (let day = 0; day <= dayCount; day++) {
    const shape = quarterShape(table, Math.min(row + day, table.dayCount - 1), knownSlots);
    deviations.set(shape.deviations, day * slotsPerDay);
    spreads.set(shape.spreads, day * slotsPerDay);
  }
  const perSlot = (hours: Float64Array, slotOf: (hour: number, slot: number) => number) =>
    Float64Array.from({ length: hours.length * QUARTERS }, (_, slot) =>
      slotOf(hours[Math.floor(slot / QUARTERS)]!, slot),
    );
  return {
    values: (hours) => perSlot(hours, (hour, slot) => hour + deviations[slot]!),
    widths: (hourWidths, coverage) =>
      perSlot(hourWidths, (width, slot) =>
        Math.hypot(width, NORMAL_REACH[coverage] * spreads[slot]!),
      ),
  };
}
