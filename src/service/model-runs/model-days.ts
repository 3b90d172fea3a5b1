// Everything the model may know about a series at a time, as one table of UTC days: values, drivers and
// the calendar. This is the only way by which stored values reach the model.

import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { buildDayTable, type DayTable, type SlotsPerDay } from '#model/day-table';
import type { IsHoliday } from '#service/holidays';
import { type DaySpan, findDrivers, isCovered, slotsOf } from '#service/model-runs/model-drivers';
import type { SeriesReader, SeriesRecord } from '#store/series-store';

/** The days of a run: from 00:00Z of the day after it to 00:00Z a week later, both included. */
export const HORIZON_DAYS = 7;
/** The most days that any member of the model looks back. */
const MOST_HISTORY_DAYS = 1_480;

export interface KnownDays {
  /**
   * The history, the horizon, and one day more for the horizon's last value. Rows are UTC days; the
   * facts of the calendar are those of the market date that the day mostly covers.
   */
  readonly table: DayTable;
  /** The row of the first forecast day. */
  readonly targetRow: number;
  /** The number of known slots from the table's first on; they end before the target's row. */
  readonly knownSlots: number;
  /** The number of days before the target's row with (nearly) all their values. */
  readonly historyDays: number;
  /** The grid index at the start of the target's row. */
  readonly firstIndex: number;
  readonly notes: readonly string[];
}

/** The area and zone of the days: what the calendar needs besides the series. */
export interface DayPlace {
  /** The code of the area whose drivers are looked for. */
  readonly area: string;
  /** The market's zone. */
  readonly zone: Zone;
  /** Undefined if the area's holidays are not known. */
  readonly isHoliday: IsHoliday | undefined;
}

/** Builds the table as of `asOf`; returns a text if the series cannot be forecast. */
export async function gatherDays(
  reader: SeriesReader,
  series: SeriesRecord,
  asOf: Instant,
  place: DayPlace,
): Promise<KnownDays | string> {
  const slotsPerDay = slotsOf(series);
  if (slotsPerDay === undefined) {
    return `it has one value per ${series.resolution}; hours and quarter hours are forecast`;
  }
  const target = Math.floor(asOf / DAY_MS) + 1;
  const known = await readTarget(reader, series, target, slotsPerDay, asOf);
  const firstSlot = known.findIndex((value) => !Number.isNaN(value));
  if (firstSlot < 0) return 'nothing was known of it';
  const firstRow = Math.floor(firstSlot / slotsPerDay);
  const first = target - MOST_HISTORY_DAYS + firstRow;
  const days: DaySpan = { first, target, end: target + HORIZON_DAYS + 1, slotsPerDay };
  const values = new Float64Array((days.end - first) * slotsPerDay).fill(Number.NaN);
  values.set(known.subarray(firstRow * slotsPerDay));
  const targetDays = coveredDays(values, days);
  const search = { reader, asOf, days, targetDays };
  const { drivers, notes } = await findDrivers(place.area, search);
  const table = buildDayTable({
    firstDay: place.zone.dayOf(first * DAY_MS + 12 * HOUR_MS),
    slotsPerDay,
    target: values,
    drivers,
    ...(place.isHoliday ? { isHoliday: place.isHoliday } : {}),
  });
  return {
    table,
    targetRow: target - first,
    knownSlots: values.findLastIndex((value) => !Number.isNaN(value)) + 1,
    historyDays: targetDays.reduce((count, isCovered) => count + isCovered, 0),
    firstIndex: target * slotsPerDay,
    notes: place.isHoliday ? notes : [...notes, 'no holidays are known for this area'],
  };
}

/**
 * Reads values up to the forecast day. Known values of that day (prices after the auction) are left
 * out: a run is a forecast of a day, and is scored as one.
 */
const readTarget = (
  reader: SeriesReader,
  series: SeriesRecord,
  target: number,
  slotsPerDay: SlotsPerDay,
  asOf: Instant,
): Promise<Float64Array> =>
  reader.readValuesAsOf(
    series.key,
    { start: (target - MOST_HISTORY_DAYS) * slotsPerDay, end: target * slotsPerDay },
    asOf,
  );

function coveredDays(values: Float64Array, days: DaySpan): Uint8Array {
  return Uint8Array.from({ length: days.target - days.first }, (_, row) =>
    isCovered(values, days, days.first + row) ? 1 : 0,
  );
}
