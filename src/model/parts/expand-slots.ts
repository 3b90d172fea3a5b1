// Expands forecast hours to the slots of the table. Hourly series stay as they are; the parts of an hour are
// its mean plus what was learnt of the parts: on their own grid with enough history, by shape without.

import { type Coverage, NORMAL_REACH } from '#model/bands/make-bands';
import type { DayTable } from '#model/days/day-table';
import { HOURS, type HourSpan } from '#model/days/filled-days';
import { fitPartRamps, type PartRamps } from '#model/parts/part-ramps';
import { partShape } from '#model/parts/part-shape';

export interface SlotExpander {
  /** The slots of hours that begin with the span. */
  readonly values: (hours: Float64Array) => Float64Array;
  /** The half widths of slots from those of hours, plus the scatter of the parts. */
  readonly widths: (hourWidths: Float64Array, coverage: Coverage) => Float64Array;
}

const HOURLY: SlotExpander = {
  values: (hours) => hours.slice(),
  widths: (widths) => widths.slice(),
};

/** Learns from the slots before `knownSlots`, and returns what expands the hours of spans that begin with `row`. */
export function learnSlots(
  table: DayTable,
  row: number,
  knownSlots: number,
): (span: Omit<HourSpan, 'row'>) => SlotExpander {
  if (table.slotsPerDay === HOURS) return () => HOURLY;
  const ramps = fitPartRamps(table, row, knownSlots);
  return (span) =>
    ramps
      ? expandByRamps(ramps, span, table.slotsPerDay / HOURS)
      : expandByShape(table, { ...span, row }, knownSlots);
}

function expandByRamps(
  { parts, spreads }: PartRamps,
  { leadHours }: Pick<HourSpan, 'leadHours'>,
  partCount: number,
): SlotExpander {
  const firstHour = (HOURS - leadHours) % HOURS;
  return {
    values: (hours) => parts(hours, firstHour),
    widths: (widths, coverage) =>
      perPart(widths, partCount, (width, slot) =>
        reachOf(width, spreads[(firstHour * partCount + slot) % spreads.length]!, coverage),
      ),
  };
}

function expandByShape(table: DayTable, span: HourSpan, knownSlots: number): SlotExpander {
  const partCount = table.slotsPerDay / HOURS;
  const { deviations, spreads, skipped } = shapesOf(table, span, knownSlots);
  return {
    values: (hours) =>
      perPart(hours, partCount, (hour, slot) => hour + deviations[skipped + slot]!),
    widths: (widths, coverage) =>
      perPart(widths, partCount, (width, slot) =>
        reachOf(width, spreads[skipped + slot]!, coverage),
      ),
  };
}

const perPart = (
  hours: Float64Array,
  partCount: number,
  slotOf: (hour: number, slot: number) => number,
): Float64Array =>
  Float64Array.from({ length: hours.length * partCount }, (_, slot) =>
    slotOf(hours[Math.floor(slot / partCount)]!, slot),
  );

const reachOf = (width: number, spread: number, coverage: Coverage): number =>
  Math.hypot(width, NORMAL_REACH[coverage] * spread);

/** The shapes of all rows of a span, one after the other; the span begins at slot `skipped`. */
function shapesOf(
  table: DayTable,
  { row, dayCount, leadHours }: HourSpan,
  knownSlots: number,
): { deviations: Float64Array; spreads: Float64Array; skipped: number } {
  const { slotsPerDay } = table;
  const firstRow = leadHours > 0 ? row - 1 : row;
  const rowCount = row + dayCount + 1 - firstRow;
  const deviations = new Float64Array(rowCount * slotsPerDay);
  const spreads = new Float64Array(rowCount * slotsPerDay);
  for (let at = 0; at < rowCount; at++) {
    const shape = partShape(table, Math.min(firstRow + at, table.dayCount - 1), knownSlots);
    deviations.set(shape.deviations, at * slotsPerDay);
    spreads.set(shape.spreads, at * slotsPerDay);
  }
  const skipped = ((row - firstRow) * HOURS - leadHours) * (slotsPerDay / HOURS);
  return { deviations, spreads, skipped };
}
