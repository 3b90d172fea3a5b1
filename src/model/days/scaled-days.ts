// The target and its drivers on scales: every hour of the day on its own robust scale over the days that a
// model learns from.

import { type FilledDays, HOURS, isWhole } from '#model/days/filled-days';
import { bendAll } from '#model/numbers/bend';
import {
  fitRobustScale,
  fromScaled,
  type RobustScale,
  type ScaleCurve,
  toScaled,
} from '#model/numbers/robust-scale';

/** The least share of the learnt days that a driver must cover. */
const LEAST_COVER = 0.9;

export interface ScaledSource {
  readonly raw: Float64Array;
  /** The scaled values, days × 24 from `firstRow` on. */
  readonly scaled: Float64Array;
  readonly scales: readonly RobustScale[];
}

export interface ScaledDays {
  /** The row of the table at which the scaled values begin. */
  readonly firstRow: number;
  /** The first forecast day. */
  readonly day: number;
  /** The scales are those of the days before this row. */
  readonly settledRow: number;
  readonly days: FilledDays;
  readonly curve: ScaleCurve;
  readonly target: ScaledSource;
  readonly drivers: readonly ScaledSource[];
  readonly netLoad: ScaledSource | undefined;
}

/** The days for which scales stay as they are, so that a fit can keep what it made of the days before. */
const SETTLED_DAYS = 28;

/** The row from which on days do not change the scales yet; it moves every 28 days. */
export const settledRowOf = ({ firstDay }: FilledDays, day: number): number =>
  day - ((firstDay + day) % SETTLED_DAYS);

/** Whether `day` and nearly all days from `firstRow` on have values. */
function isUsable(values: Float64Array, firstRow: number, day: number): boolean {
  if (!isWhole(values, day)) return false;
  let count = 0;
  for (let row = firstRow; row < day; row++) if (isWhole(values, row)) count++;
  return count >= LEAST_COVER * (day - firstRow);
}

/** Fits scales on the `window` days before `settledRow` and scales the values up to `day`. */
export function scaleDays(
  days: FilledDays,
  day: number,
  window: number,
  curve: ScaleCurve,
  settledRow = day,
): ScaledDays {
  const firstRow = Math.max(days.startRow, settledRow - window);
  const toSource = (raw: Float64Array): ScaledSource => {
    const learnt = raw.subarray(firstRow * HOURS, settledRow * HOURS);
    const scales = Array.from({ length: HOURS }, (_, hour) => fitRobustScale(learnt, hour, HOURS));
    return { raw, scaled: new Float64Array((days.dayCount - firstRow) * HOURS), scales };
  };
  const drivers = days.drivers
    .map((driver) => driver.values)
    .filter((values) => isUsable(values, firstRow, day))
    .map(toSource);
  const net = days.netLoad;
  const netLoad = net !== undefined && isUsable(net, firstRow, day) ? toSource(net) : undefined;
  const target = toSource(days.target);
  const scaled = { firstRow, day, settledRow, days, curve, target, drivers, netLoad };
  rescale(scaled, firstRow, day + 1);
  return scaled;
}

/** Scales the rows from `from` up to `to` again, after forecasts were written back to them. */
export function rescale(days: ScaledDays, from: number, to: number): void {
  const { firstRow, curve, target, drivers, netLoad } = days;
  const start = (Math.max(from, firstRow) - firstRow) * HOURS;
  for (const { raw, scaled, scales } of [target, ...drivers, ...(netLoad ? [netLoad] : [])]) {
    const end = Math.min((to - firstRow) * HOURS, scaled.length);
    const values = raw.subarray(firstRow * HOURS + start, firstRow * HOURS + end);
    scaled.set(scaleHours(scales, curve, values), start);
  }
}

/** Scales hours that begin with the first one of a day: the same as `toScaled` for each. */
function scaleHours(
  scales: readonly RobustScale[],
  curve: ScaleCurve,
  values: Float64Array,
): Float64Array {
  const { length } = values;
  if (curve === 'straight') {
    const scaled = new Float64Array(length);
    for (let hour = 0; hour < HOURS; hour++) {
      const scale = scales[hour]!;
      for (let i = hour; i < length; i += HOURS) scaled[i] = toScaled(scale, curve, values[i]!);
    }
    return scaled;
  }
  const bent = bendAll(length, (memory) => {
    for (let hour = 0; hour < HOURS; hour++) {
      const { center, spread } = scales[hour]!;
      for (let i = hour; i < length; i += HOURS) {
        memory[i] = spread === 0 ? 0 : (values[i]! - center) / spread;
      }
    }
  });
  return bent.subarray(0, length);
}

/** Converts a scaled forecast of an hour back to the target's unit. */
export const unscaleHour = (days: ScaledDays, hour: number, scaled: number): number =>
  fromScaled(days.target.scales[hour % HOURS]!, days.curve, scaled);

/**
 * The scaled value of output 0–24 of a learnt row: its 24 hours and hour 0 of the next day. The newest
 * row takes the hour before for hour 0 of the next day, which is not known yet.
 */
export function scaledOutput(scaled: ScaledDays, row: number, output: number): number {
  const { firstRow, day, curve, target } = scaled;
  if (output === HOURS && row + 1 >= day) {
    return toScaled(target.scales[0]!, curve, target.raw[row * HOURS + HOURS - 1]!);
  }
  return target.scaled[(row - firstRow) * HOURS + output]!;
}
