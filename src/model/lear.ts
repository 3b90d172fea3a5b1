// LEAR: for each hour a lasso on the prices of one, two, three and seven days before, the drivers of
// the day, the day before and the week before, and the kind of day; on robust scales.

import { type FilledDays, HOURS } from '#model/filled-days';
import { fitLassoModel, predictOutput } from '#model/lasso-model';
import type { DayForecaster } from '#model/member';
import { rescale, type ScaledDays, scaledOutput, scaleDays, unscaleHour } from '#model/scaled-days';

const TARGET_LAGS = [1, 2, 3, 7];
const DRIVER_LAGS = [0, 1, 7];
const LONGEST_LAG = 7;
const WEEKDAYS = 7;
/** Seven weekdays, holiday, bridge day. */
const CALENDAR_COLUMNS = WEEKDAYS + 2;
const OUTPUTS = HOURS + 1;
/** Fewer rows than this say nothing about 250 columns. */
const FEWEST_ROWS = 28;

const columnsOf = (scaled: ScaledDays): number =>
  HOURS * (TARGET_LAGS.length + DRIVER_LAGS.length * scaled.drivers.length) + CALENDAR_COLUMNS;

/** Writes the columns of a row into `out`; false if some value is not there. */
function writeRow(scaled: ScaledDays, row: number, out: Float64Array): boolean {
  const { firstRow, target, drivers, days } = scaled;
  if (row - LONGEST_LAG < firstRow) return false;
  let at = 0;
  const copy = (values: Float64Array, lag: number): void => {
    const start = (row - lag - firstRow) * HOURS;
    for (let hour = 0; hour < HOURS; hour++) out[at++] = values[start + hour]!;
  };
  for (const lag of TARGET_LAGS) copy(target.scaled, lag);
  for (const driver of drivers) for (const lag of DRIVER_LAGS) copy(driver.scaled, lag);
  out.fill(0, at);
  out[at + days.calendar.weekday[row]!] = 1;
  out[at + WEEKDAYS] = days.calendar.isHoliday[row]!;
  out[at + WEEKDAYS + 1] = days.calendar.isBridge[row]!;
  for (let i = 0; i < at; i++) if (!Number.isFinite(out[i])) return false;
  return true;
}

/** Learns from the `window` days before `day`, of which the first seven only serve as lags. */
export function fitLear(days: FilledDays, day: number, window: number): DayForecaster | undefined {
  const scaled = scaleDays(days, day, window);
  const columns = columnsOf(scaled);
  const values = new Float64Array(columns);
  const rows: number[] = [];
  for (let row = scaled.firstRow + LONGEST_LAG; row < day; row++) {
    if (days.isObserved[row] === 1 && writeRow(scaled, row, values)) rows.push(row);
  }
  if (rows.length < FEWEST_ROWS) return undefined;
  const data = new Float64Array(columns * rows.length);
  const targets = new Float64Array(OUTPUTS * rows.length);
  rows.forEach((row, i) => {
    writeRow(scaled, row, values);
    for (let j = 0; j < columns; j++) data[j * rows.length + i] = values[j]!;
    for (let output = 0; output < OUTPUTS; output++) {
      targets[output * rows.length + i] = scaledOutput(scaled, row, output);
    }
  });
  const model = fitLassoModel(data, targets, rows.length);
  return (row) => {
    rescale(scaled, row - LONGEST_LAG, row + 1);
    if (!writeRow(scaled, row, values)) return undefined;
    return Float64Array.from({ length: OUTPUTS }, (_, output) =>
      unscaleHour(scaled, output, predictOutput(model, values, output)),
    );
  };
}
