// The past of a young series of quarter or half hours: the hours of the same quantity, which began years earlier.

import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import { hourlyMeans, type SlotsPerDay } from '#model/days/day-table';
import { nativeOf } from '#service/context';
import { INFIX, prefixOf, quantityOf } from '#service/model-runs/guess-target';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

const HOURS = 24;
/** The hours that both series must have, so that they can be compared. */
const FEWEST_HOURS = 7 * HOURS;
/** The most that hours and means may differ, as a share of how far hours are from their mean. */
const MOST_DIFFERENCE = 0.1;

export interface HourlyPast {
  /** Whether hours were written before the first value. */
  readonly isFilled: boolean;
  readonly notes: readonly string[];
}

const NOTHING: HourlyPast = { isFilled: false, notes: [] };

/**
 * Writes the hours before the first value of `values`, whose first slot begins the UTC day `firstDay`. Each hour becomes its
 * first part alone: so it has its mean, and the model learns nothing from it of how parts differ.
 */
export async function fillHourlyPast(
  reader: SeriesReader,
  series: SeriesRecord,
  values: Float64Array,
  firstDay: number,
  slotsPerDay: SlotsPerDay,
  asOf: Instant,
): Promise<HourlyPast> {
  const firstSlot = values.findIndex((value) => !Number.isNaN(value));
  if (slotsPerDay === HOURS || firstSlot < 0) return NOTHING;
  const sibling = await findHours(reader, series);
  if (!sibling) return NOTHING;
  const parts = slotsPerDay / HOURS;
  const start = firstDay * HOURS;
  const span = { start, end: start + Math.floor(values.length / parts) };
  const hours = await reader.readValuesAsOf(sibling.key, span, asOf);
  const until = Math.floor(firstSlot / parts);
  if (hours.subarray(0, until).every(Number.isNaN)) return NOTHING;
  if (!isMeanOf(hours, values, slotsPerDay)) {
    const reason = `its hours are not the means of ${series.code}, or both have too few hours`;
    return { isFilled: false, notes: [`${sibling.code} was not used: ${reason}`] };
  }
  for (let hour = 0; hour < until; hour++) values[hour * parts] = hours[hour]!;
  const begins = formatUtc(firstDay * DAY_MS + (firstSlot * DAY_MS) / slotsPerDay);
  return { isFilled: true, notes: [`the past before ${begins} is that of ${sibling.code}`] };
}

/** The series of hours beside one of parts of hours, such as `dehrprice` for `deqhprice`. */
async function findHours(
  reader: SeriesReader,
  series: SeriesRecord,
): Promise<SeriesRecord | undefined> {
  const [prefix, quantity] = [prefixOf(series), quantityOf(series)];
  if (prefix === undefined || quantity === undefined) return undefined;
  if (!INFIX.test(series.code.slice(prefix.length))) return undefined;
  const sibling = await reader.findSeries(`${prefix}hr${quantity}`);
  if (!sibling || sibling.unit !== series.unit) return undefined;
  const { stepMs } = nativeOf(sibling);
  return stepMs === DAY_MS / HOURS ? sibling : undefined;
}

/** Whether known hours are the means of known parts. Energy by quarter hours adds up to its hours instead. */
function isMeanOf(hours: Float64Array, values: Float64Array, slotsPerDay: SlotsPerDay): boolean {
  const whole = values.subarray(0, hours.length * (slotsPerDay / HOURS));
  const means = hourlyMeans(whole, slotsPerDay);
  const both = [...hours.keys()].filter((i) => Number.isFinite(hours[i]! + means[i]!));
  if (both.length < FEWEST_HOURS) return false;
  const center = both.reduce((sum, i) => sum + hours[i]!, 0) / both.length;
  const reach = both.reduce((sum, i) => sum + Math.abs(hours[i]! - center), 0);
  const apart = both.reduce((sum, i) => sum + Math.abs(hours[i]! - means[i]!), 0);
  return apart <= MOST_DIFFERENCE * reach;
}
