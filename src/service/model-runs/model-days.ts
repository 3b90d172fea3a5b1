// Everything the model may know about a series at a time, as one table of UTC days: values, drivers and
// the calendar. This is the only way by which stored values reach the model.

import type { IsHoliday } from '#core/market/holidays';
import { DAY_MS, formatUtc, HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { ownHorizon } from '#core/values/forecast-run';
import { buildDayTable, type DayTable, hourlyMeans, type SlotsPerDay } from '#model/days/day-table';
import { gridOfSeries } from '#service/context';
import type { DriverWish } from '#service/model-runs/driver-candidates';
import { type DaySpan, isCovered } from '#service/model-runs/driver-values';
import { fillHourlyPast } from '#service/model-runs/hourly-past';
import { findDrivers, slotsOf } from '#service/model-runs/model-drivers';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

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
  /** The hours before the target's row that are forecast too: the market day begins in them. */
  readonly leadHours: number;
  /** The number of forecast slots, those of `leadHours` included. */
  readonly slotCount: number;
  /** The number of known slots from the table's first on; they end before the first forecast one. */
  readonly knownSlots: number;
  /** The number of days before the target's row with (nearly) all their values. */
  readonly historyDays: number;
  /** The grid index of the first forecast slot. */
  readonly firstIndex: number;
  readonly notes: readonly string[];
  /** The codes of drivers that the scheme of codes allows and that are not stored. */
  readonly missing: readonly string[];
}

/** The area and zone of the days: what the calendar needs besides the series. */
export interface DayMarket {
  /** The code of the area whose drivers are looked for; empty if the series belongs to none. */
  readonly area: string;
  /** Which drivers are wanted. Left out: those of the area, by the scheme of codes. */
  readonly drivers?: DriverWish;
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
  market: DayMarket,
): Promise<KnownDays | string> {
  const slotsPerDay = slotsOf(series);
  if (slotsPerDay === undefined) {
    return `it has one value per ${series.resolution}; hours, half hours and quarter hours are forecast`;
  }
  const horizon = ownHorizon(asOf, market.zone);
  const slotMs = DAY_MS / slotsPerDay;
  const target = Math.floor(asOf / DAY_MS) + 1;
  const known = await readTarget(reader, series, target, horizon.start / slotMs, slotsPerDay, asOf);
  const oldest = target - MOST_HISTORY_DAYS;
  const past = await fillHourlyPast(reader, series, known, oldest, slotsPerDay, asOf);
  const firstSlot = known.findIndex((value) => !Number.isNaN(value));
  if (firstSlot < 0) return whyNothing(series, horizon.start / slotMs, asOf, market.zone);
  const firstRow = Math.floor(firstSlot / slotsPerDay);
  const first = oldest + firstRow;
  // One day more: the run's last hour is in it.
  const days: DaySpan = { first, target, end: Math.ceil(horizon.end / DAY_MS), slotsPerDay };
  const values = new Float64Array((days.end - first) * slotsPerDay).fill(Number.NaN);
  values.set(known.subarray(firstRow * slotsPerDay));
  const targetDays = past.isFilled
    ? coveredDays(hourlyMeans(values, slotsPerDay), { ...days, slotsPerDay: 24 })
    : coveredDays(values, days);
  const search = { reader, asOf, days, targetDays };
  const wish = market.drivers ?? { target: series, prefixes: [market.area.toLowerCase()] };
  const { drivers, notes: found, missing } = await findDrivers(wish, search);
  const notes = [...past.notes, ...found];
  const table = buildDayTable({
    firstDay: market.zone.dayOf(first * DAY_MS + 12 * HOUR_MS),
    slotsPerDay,
    target: values,
    drivers,
    ...(market.isHoliday ? { isHoliday: market.isHoliday } : {}),
  });
  return {
    table,
    targetRow: target - first,
    leadHours: (target * DAY_MS - horizon.start) / HOUR_MS,
    slotCount: (horizon.end - horizon.start) / slotMs,
    knownSlots: values.findLastIndex((value) => !Number.isNaN(value)) + 1,
    historyDays: targetDays.reduce((count, isCovered) => count + isCovered, 0),
    firstIndex: horizon.start / slotMs,
    notes: market.isHoliday ? notes : [...notes, 'no holidays are known for this area'],
    missing,
  };
}

/** Says why no value was known: there is none in reach, or it was stored after `asOf`. */
function whyNothing(series: SeriesRecord, end: number, asOf: Instant, zone: Zone): string {
  const { firstIndex, lastIndex, updatedAt } = series;
  if (firstIndex === null || lastIndex === null) return 'it has no values';
  const grid = gridOfSeries(series, zone);
  const timeOf = (index: number): string => formatUtc(grid.startOf(index));
  if (firstIndex >= end) return `its first value is of ${timeOf(firstIndex)}`;
  if (grid.startOf(lastIndex) < asOf - MOST_HISTORY_DAYS * DAY_MS) {
    return `its last value is of ${timeOf(lastIndex)}`;
  }
  const known = formatUtc(Math.ceil((updatedAt ?? asOf) / SECOND_MS) * SECOND_MS);
  return `its values were stored after ${formatUtc(asOf)}; a run can be made from ${known} on`;
}

/**
 * Reads values up to the first forecast slot. Known values of the forecast day (prices after the
 * auction) are left out: a run is a forecast of a day, and is scored as one.
 */
const readTarget = (
  reader: SeriesReader,
  series: SeriesRecord,
  target: number,
  end: number,
  slotsPerDay: SlotsPerDay,
  asOf: Instant,
): Promise<Float64Array> =>
  reader.readValuesAsOf(
    series.key,
    { start: (target - MOST_HISTORY_DAYS) * slotsPerDay, end },
    asOf,
  );

function coveredDays(values: Float64Array, days: DaySpan): Uint8Array {
  return Uint8Array.from({ length: days.target - days.first }, (_, row) =>
    isCovered(values, days, days.first + row) ? 1 : 0,
  );
}
