// Prices whose forecasts are known to the cent: two sources of runs over six weeks, one of them with
// bands and details of its model. Also consumption with one run that has no actual values yet.

import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { RunBand, RunDetail } from '#store/run-store';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

const HOURS_OF_HISTORY = 60 * 24;
const RUN_DAYS = 42;
const HORIZON_HOURS = 7 * 24 + 1;

export const DETAIL: RunDetail = {
  tier: '3 years',
  historyDays: 1120,
  members: [
    { name: 'lear56', weight: 0.15, isDropped: false },
    { name: 'lear84', weight: 0.2, isDropped: false },
    { name: 'lear1092', weight: 0.15, isDropped: false },
    { name: 'gp364', weight: 0.5, isDropped: false },
    { name: 'gp728', weight: 0, isDropped: true },
  ],
  drivers: ['dehrconsforecast', 'dehrwindforecast'],
  notes: ['dehrsolarforecast was not used: it covers 12 of 1120 days of history'],
};

/** A price with two humps a day, higher on working days and in the second week. Hours since 1970. */
export function priceAt(hour: number): number {
  const [ofDay, day] = [hour % 24, Math.floor(hour / 24)];
  const humps =
    22 * Math.exp(-(((ofDay - 7) / 2.5) ** 2)) + 38 * Math.exp(-(((ofDay - 17) / 3) ** 2));
  const level = [52, 41, 36, 55, 60, 58, 57][day % 7]! + (Math.floor(day / 7) % 2) * 9;
  return Math.round((level + humps) * 100) / 100;
}

/** The growth of errors with the days ahead. */
const growthOf = (lead: number): number => 0.7 + 0.3 * lead;

/**
 * The error of a source's runs: above more often than below for half a day at a time, or below if `size` is negative. One of ten
 * stretches of four hours misses by more than the 80 % band, and one by more than the 90 % band.
 */
function missOf(hour: number, lead: number, size: number): number {
  const stretch = Math.floor(hour / 4) % 10;
  const sign = Math.floor(hour / 12) % 3 === 0 ? -1 : 1;
  return sign * size * growthOf(lead) * (stretch === 9 ? 2.2 : stretch === 4 ? 1.4 : 0.6);
}

function bandsOf(values: Float64Array, size: number): RunBand[] {
  const shifted = (factor: number): Float64Array =>
    values.map((value, i) => value + factor * size * growthOf(Math.floor(i / 24) + 1));
  return [
    { level: 80, lower: shifted(-1.1), upper: shifted(1.1) },
    { level: 90, lower: shifted(-1.8), upper: shifted(1.8) },
  ];
}

async function writeRunAt(
  writer: SeriesWriter,
  key: number,
  analyzedAt: Instant,
  source: string,
  missSize: number,
): Promise<void> {
  const firstIndex = (Math.floor(analyzedAt / DAY_MS) + 1) * 24;
  const values = Float64Array.from({ length: HORIZON_HOURS }, (_, i) => {
    const hour = firstIndex + i;
    return priceAt(hour) + missOf(hour, Math.floor(i / 24) + 1, missSize);
  });
  const run = { analyzedAt, updatedAt: analyzedAt + 180_000, firstIndex, values, source };
  if (source === 'gridtide') {
    await writer.writeRun(key, run, analyzedAt, DETAIL, bandsOf(values, missSize));
  } else await writer.writeRun(key, run, analyzedAt);
}

const define = async (writer: SeriesWriter, code: string, category: string, unit: string) =>
  writer.defineSeries({
    code,
    description: `Germany ${category}, ${unit}`,
    unit,
    resolution: 'hour',
    area: 'DE',
    category,
  });

async function writeHours(
  writer: SeriesWriter,
  key: number,
  endHour: number,
  valueAt: (hour: number) => number,
  now: Instant,
): Promise<void> {
  const first = endHour - HOURS_OF_HISTORY;
  const indices = Int32Array.from({ length: HOURS_OF_HISTORY }, (_, i) => first + i);
  await writer.writePoints(key, indices, Float64Array.from(indices, valueAt), now);
}

/** Loads values to the end of the hour `endHour`, which is a number of hours since 1970. */
export const loadScoredRuns = (store: Store, now: Instant, endHour: number): Promise<void> =>
  store.write(async (writer) => {
    const price = await define(writer, 'dehrprice', 'hrprice', 'EUR/MWh');
    await writeHours(writer, price.key, endHour, priceAt, now);
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    for (let day = RUN_DAYS; day >= 0; day--) {
      const midnight = today - day * DAY_MS;
      await writeRunAt(writer, price.key, midnight + 5 * HOUR_MS, 'vendor', -4.5);
      await writeRunAt(writer, price.key, midnight + 6 * HOUR_MS, 'gridtide', 3);
    }
    const load = await define(writer, 'dehrcons', 'hrcons', 'MWh');
    await writeHours(writer, load.key, endHour, (hour) => 500 * priceAt(hour), now);
    await writeRunAt(writer, load.key, today + 6 * HOUR_MS, 'import', 3);
  });
