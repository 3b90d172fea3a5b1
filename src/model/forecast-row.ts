// One day of a run: every member's forecast and their blend, and how a forecast becomes the history of the
// next day.

import { blendHours, type ChosenBlend } from '#model/choose-blend';
import { type FilledDays, HOURS, isWhole } from '#model/days/filled-days';
import { BLEND, PLAIN_BLEND } from '#model/days/past-runs';
import type { FitMemo } from '#model/members/fit-memo';
import type { KeptFits } from '#model/members/kept-fits';
import type { DayForecaster } from '#model/members/member';
import { fitMembers } from '#model/members/members';
import { LEVEL_AND_SHAPE, NAIVES, naiveForecast, SEASONAL_NAIVE } from '#model/members/naives';
import { keepWithin, type OutputBounds } from '#model/output-bounds';

/** The shared state of the days of one run. */
export interface RunWork {
  readonly days: FilledDays;
  /** The first row that is not fully known: members learn from the rows before it. */
  readonly fitRow: number;
  /** The number of known hours of the day before the first forecast day. */
  readonly knownHours: number;
  readonly names: readonly string[];
  readonly chosen: ChosenBlend;
  readonly bounds: OutputBounds;
  /** The fitted members by the names of their drivers. */
  readonly fits: Map<string, ReadonlyMap<string, DayForecaster>>;
  readonly kept: KeptFits;
  readonly memo?: FitMemo | undefined;
}

/** How the error of the last known hours fades in the hours after, and the number of those hours. */
const FADE = 0.85;
const LAST_HOURS = 3;

/** The drivers that are known for all days from the first unknown one to `row`. */
export function driversAt({ days, fitRow }: RunWork, row: number): FilledDays['drivers'] {
  return days.drivers.filter(({ values }) => {
    for (let r = fitRow; r <= row; r++) if (!isWhole(values, r)) return false;
    return true;
  });
}

/** Fits members with the drivers of `row`; the later days of a run often lack some. */
function fitFor(work: RunWork, row: number): ReadonlyMap<string, DayForecaster> {
  const drivers = driversAt(work, row);
  const driverNames = drivers.map((driver) => driver.name).join('\n');
  const fitted = work.fits.get(driverNames);
  if (fitted !== undefined) return fitted;
  const { days, fitRow, knownHours, names, kept, memo } = work;
  const netLoad =
    days.netLoad !== undefined && isWhole(days.netLoad, row) ? days.netLoad : undefined;
  const seen = { ...days, drivers, netLoad };
  const fresh = fitMembers(names, { days: seen, day: fitRow, knownHours, kept, memo });
  work.fits.set(driverNames, fresh);
  return fresh;
}

/** Forecasts hours 0–24 of a row by every member, naive, plain blend and blend; all values are finite. */
export function forecastRow(work: RunWork, row: number): Map<string, Float64Array> {
  const { days, chosen, bounds } = work;
  const forecasts = new Map<string, Float64Array>();
  for (const name of NAIVES) {
    const values = naiveForecast(name, days, row);
    if (values !== undefined) forecasts.set(name, values);
  }
  for (const [name, forecaster] of fitFor(work, row)) {
    const values = forecaster(row);
    if (values?.every(Number.isFinite)) forecasts.set(name, values);
  }
  const plain = blendHours(chosen, forecasts);
  const fallback = forecasts.get(LEVEL_AND_SHAPE) ?? forecasts.get(SEASONAL_NAIVE);
  for (let i = 0; i < plain.length; i++) {
    if (Number.isFinite(plain[i])) continue;
    plain[i] = fallback?.[i] ?? days.target[(row - 1) * HOURS + (i % HOURS)]!;
  }
  keepWithin(bounds, row, plain);
  forecasts.set(PLAIN_BLEND, plain);
  const blend = plain.map((value, i) => value - chosen.bias[i % HOURS]!);
  keepWithin(bounds, row, blend);
  forecasts.set(BLEND, blend);
  return forecasts;
}

/**
 * Writes a forecast into the unknown hours of a row. If part of the day is known, the rest starts from
 * the error of the last known hours.
 */
export function feedBack({ target }: FilledDays, row: number, forecast: Float64Array): void {
  const start = row * HOURS;
  let known = 0;
  while (known < HOURS && Number.isFinite(target[start + known])) known++;
  let error = 0;
  const asked = Math.min(known, LAST_HOURS);
  for (let hour = known - asked; hour < known; hour++) {
    error += (target[start + hour]! - forecast[hour]!) / asked;
  }
  for (let hour = known; hour < HOURS; hour++) {
    error *= FADE;
    target[start + hour] = forecast[hour]! + error;
  }
}
