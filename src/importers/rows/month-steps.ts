// How the `ddTHH:mm` of a row moves on within its month: the steps of a series' grid, told by bytes.

import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import { type TimeReader, twoDigits } from '#importers/bytes/parse-time';
import type { MarketClock } from '#importers/rows/market-clock';

const COLON = 58;
/** `ddTHH:mm` */
export const MINUTE_BYTES = 8;
const MINUTES_A_DAY = DAY_MS / MINUTE_MS;
const LONGEST_MONTH = 31;
/** Every month has these days. The general path checks the others first. */
const SURE_DAYS = 28;

/** The steps that rows may move on from one row, counted from day 0 of its month. */
export interface MonthSteps {
  /** The step of that row. */
  readonly first: number;
  /** The step behind the last that may be taken. */
  readonly end: number;
  /** The bytes of every step, each as a double. */
  readonly table: Float64Array;
  readonly stepMinutes: number;
  /** The day and the minute of the month of that row, and the byte between its date and its clock. */
  readonly day: number;
  readonly minute: number;
  readonly separator: number;
  /** The last day besides `day` that may be taken; 0 for none. */
  readonly lastDay: number;
}

/** The steps from a row whose `ddTHH:mm` is at `at`; undefined if the clock changes on its day. */
export function stepsFrom(
  bytes: Uint8Array,
  at: number,
  time: TimeReader,
  stepMs: number,
  clock: MarketClock,
): MonthSteps | undefined {
  if (!clock.isSteadyDay(time)) return undefined;
  const lastDay = clock.isSteadyMonth(time) ? SURE_DAYS : 0;
  const stepMinutes = stepMs / MINUTE_MS;
  const day = twoDigits(bytes, at);
  const minute = minuteOfMonth(bytes, at);
  const separator = bytes[at + 2]!;
  return {
    first: minute / stepMinutes,
    end: (Math.max(day, lastDay) + 1) * (MINUTES_A_DAY / stepMinutes),
    table: bytesOfSteps(stepMinutes, separator),
    stepMinutes,
    day,
    minute,
    separator,
    lastDay,
  };
}

/** How many steps the `ddTHH:mm` at `at` is after the row of `from`; NaN if it is none of its steps. */
export function countSteps(bytes: Uint8Array, at: number, from: MonthSteps): number {
  const day = twoDigits(bytes, at);
  if (day !== from.day && (day < 1 || day > from.lastDay)) return Number.NaN;
  if (bytes[at + 2] !== from.separator) return Number.NaN;
  const steps = (minuteOfMonth(bytes, at) - from.minute) / from.stepMinutes;
  return steps === Math.floor(steps) ? steps : Number.NaN;
}

const stepTables = new Map<number, Float64Array>();

/** The bytes of `ddTHH:mm` for every step of a month, counted from its day 0, as doubles of eight bytes. */
function bytesOfSteps(stepMinutes: number, separator: number): Float64Array {
  const name = stepMinutes * 256 + separator;
  let table = stepTables.get(name);
  if (!table) stepTables.set(name, (table = makeSteps(stepMinutes, separator)));
  return table;
}

function makeSteps(stepMinutes: number, separator: number): Float64Array {
  const table = new Float64Array(((LONGEST_MONTH + 1) * MINUTES_A_DAY) / stepMinutes);
  const bytes = new Uint8Array(table.buffer);
  const two = (number: number): string => String(number).padStart(2, '0');
  for (let step = 0; step < table.length; step++) {
    const minute = step * stepMinutes;
    const [day, hour] = [Math.floor(minute / MINUTES_A_DAY), Math.floor(minute / 60) % 24];
    const text = `${two(day)}${String.fromCharCode(separator)}${two(hour)}:${two(minute % 60)}`;
    bytes.set(Buffer.from(text, 'latin1'), step * MINUTE_BYTES);
  }
  return table;
}

/** Minutes since the month's day 0 of a `ddTHH:mm`; NaN if its hour or minute does not exist. */
function minuteOfMonth(bytes: Uint8Array, at: number): number {
  const hour = twoDigits(bytes, at + 3);
  const minute = twoDigits(bytes, at + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || bytes[at + 5] !== COLON) {
    return Number.NaN;
  }
  return (twoDigits(bytes, at) * 24 + hour) * 60 + minute;
}
