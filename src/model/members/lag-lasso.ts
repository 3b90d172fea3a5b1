// A lasso for each hour of a day on hours of earlier days, the drivers and the calendar: the common part of
// LEAR and the load member.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import {
  rescale,
  type ScaledDays,
  scaleDays,
  scaledOutput,
  unscaleHour,
} from '#model/days/scaled-days';
import { type FitMemo, recall } from '#model/members/fit-memo';
import type { DayForecaster } from '#model/members/member';
import { decodeModel, encodeModel, fitLassoModel, predictOutput } from '#model/numbers/lasso-model';
import type { ScaleCurve } from '#model/numbers/robust-scale';

export interface LagDesign {
  readonly curve: ScaleCurve;
  /** The lags in days whose hours are columns; the first is 1 if the day before is among them. */
  readonly targetLags: readonly number[];
  /** The number of hours of the day before that are columns: fewer than 24 if the day is not over. */
  readonly knownHours: number;
  /**
   * Whether hours and forecast are distances from yesterday's mean. What the lasso cannot explain then
   * stays at yesterday's level instead of going back to the mean of the years.
   */
  readonly takesLevel: boolean;
  readonly driverLags: readonly number[];
  /** Whether the day's net load is a column besides its parts. */
  readonly hasNetLoad: boolean;
  /** The lags in days whose holidays and bridge days are columns; 0 is the day itself. */
  readonly dayTypeLags: readonly number[];
  /** The number of yearly waves, each as sine and cosine. */
  readonly seasonWaves: number;
}

const WEEKDAYS = 7;
const OUTPUTS = HOURS + 1;
/** The fewest rows with which hundreds of columns can be fitted. */
const FEWEST_ROWS = 28;
const RADIANS_PER_DAY = (2 * Math.PI) / 365.25;

const longestLag = (design: LagDesign): number =>
  Math.max(...design.targetLags, ...design.driverLags);

const targetColumns = ({ targetLags, knownHours }: LagDesign): number =>
  HOURS * targetLags.length - (targetLags.includes(1) ? HOURS - knownHours : 0);

const netLoadOf = (design: LagDesign, scaled: ScaledDays) =>
  design.hasNetLoad ? scaled.netLoad : undefined;

function columnsOf(design: LagDesign, scaled: ScaledDays): number {
  const { driverLags, dayTypeLags, seasonWaves, takesLevel } = design;
  const drivers = driverLags.length * scaled.drivers.length + (netLoadOf(design, scaled) ? 1 : 0);
  const rest = WEEKDAYS + 2 * dayTypeLags.length + 2 * seasonWaves + (takesLevel ? 1 : 0);
  return targetColumns(design) + HOURS * drivers + rest;
}

/** The level is the column after the target's. */
const levelOf = (design: LagDesign, columns: Float64Array): number =>
  design.takesLevel ? columns[targetColumns(design)]! : 0;

/** Copies `count` values to `out` from `at` on, and returns the place after them. */
function copyTo(
  out: Float64Array,
  at: number,
  values: Float64Array,
  start: number,
  count: number,
): number {
  for (let i = 0; i < count; i++) out[at + i] = values[start + i]!;
  return at + count;
}

/** Writes the columns of a row into `out`; false if a value is missing. */
function writeRow(design: LagDesign, scaled: ScaledDays, row: number, out: Float64Array): boolean {
  const { firstRow, target, drivers, days } = scaled;
  if (row - longestLag(design) < firstRow) return false;
  const startOf = (lag: number): number => (row - lag - firstRow) * HOURS;
  let at = 0;
  for (const lag of design.targetLags) {
    at = copyTo(out, at, target.scaled, startOf(lag), lag === 1 ? design.knownHours : HOURS);
  }
  if (design.takesLevel) {
    let level = 0;
    for (let i = 0; i < design.knownHours; i++) level += out[i]! / design.knownHours;
    for (let i = 0; i < at; i++) out[i] = out[i]! - level;
    out[at++] = level;
  }
  const netLoad = netLoadOf(design, scaled);
  if (netLoad !== undefined) at = copyTo(out, at, netLoad.scaled, startOf(0), HOURS);
  for (const driver of drivers) {
    for (const lag of design.driverLags) at = copyTo(out, at, driver.scaled, startOf(lag), HOURS);
  }
  for (let i = 0; i < at; i++) if (!Number.isFinite(out[i])) return false;
  out.fill(0, at, at + WEEKDAYS);
  out[at + days.calendar.weekday[row]!] = 1;
  at += WEEKDAYS;
  for (const lag of design.dayTypeLags) {
    out[at++] = days.calendar.isHoliday[row - lag]!;
    out[at++] = days.calendar.isBridge[row - lag]!;
  }
  for (let wave = 1; wave <= design.seasonWaves; wave++) {
    const angle = RADIANS_PER_DAY * wave * days.calendar.dayOfYear[row]!;
    out[at++] = Math.sin(angle);
    out[at++] = Math.cos(angle);
  }
  return true;
}

/** The rows whose parts of a column are copied at once: they and the columns stay in the nearest cache. */
const TURNED_ROWS = 16;

/** Rows as columns, one after the other. */
function turned(rows: Float64Array, count: number, columns: number): Float64Array {
  const data = new Float64Array(columns * count);
  for (let first = 0; first < count; first += TURNED_ROWS) {
    const end = Math.min(count, first + TURNED_ROWS);
    for (let j = 0; j < columns; j++) {
      for (let i = first; i < end; i++) data[j * count + i] = rows[i * columns + j]!;
    }
  }
  return data;
}

/** Learns from the `window` days before `day`; the first of them only serve as lags. */
export function fitLagLasso(
  days: FilledDays,
  day: number,
  window: number,
  design: LagDesign,
  memo?: FitMemo,
): DayForecaster | undefined {
  const scaled = scaleDays(days, day, window, design.curve);
  const columns = columnsOf(design, scaled);
  const rows: number[] = [];
  const written = new Float64Array(Math.max(0, day - scaled.firstRow) * columns);
  for (let row = scaled.firstRow; row < day; row++) {
    const at = rows.length * columns;
    if (days.isObserved[row] !== 1) continue;
    if (writeRow(design, scaled, row, written.subarray(at, at + columns))) rows.push(row);
  }
  if (rows.length < FEWEST_ROWS) return undefined;
  const learnt = written.subarray(0, rows.length * columns);
  const targets = new Float64Array(OUTPUTS * rows.length);
  for (let i = 0; i < rows.length; i++) {
    const level = levelOf(design, written.subarray(i * columns));
    for (let output = 0; output < OUTPUTS; output++) {
      targets[output * rows.length + i] = scaledOutput(scaled, rows[i]!, output) - level;
    }
  }
  const shape = Float64Array.of(rows.length);
  const numbers = recall(memo, 'lasso', [shape, learnt, targets], () => {
    const data = turned(learnt, rows.length, columns);
    return encodeModel(fitLassoModel(data, targets, rows.length));
  });
  const model = decodeModel(numbers!);
  const values = new Float64Array(columns);
  return (row) => {
    rescale(scaled, row - longestLag(design), row + 1);
    if (!writeRow(design, scaled, row, values)) return undefined;
    const level = levelOf(design, values);
    return Float64Array.from({ length: OUTPUTS }, (_, output) =>
      unscaleHour(scaled, output, level + predictOutput(model, values, output)),
    );
  };
}
