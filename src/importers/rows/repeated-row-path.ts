// The quick way through a long file: a row that differs from the one before only in day, hour, minute
// and value is known by comparing bytes. Any other row is left to the general way (long-rows.ts).

import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import type { CsvReader } from '#importers/bytes/csv-reader';
import { MAX_SIZE, parseNumber } from '#importers/bytes/parse-number';
import { type TimeReader, twoDigits } from '#importers/bytes/parse-time';
import type { PointBuffer } from '#importers/points/point-buffer';
import type { MarketClock } from '#importers/rows/market-clock';

const LF = 10;
const CR = 13;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
/** `yyyy-MM-` */
const MONTH_BYTES = 8;
/** `ddTHH:mm` */
const MINUTE_BYTES = 8;
const MINUTES_A_DAY = DAY_MS / MINUTE_MS;
const LONGEST_MONTH = 31;
/** Every month has so many days; the others of a month come the general way first. */
const SURE_DAYS = 28;

/** So many digits fit a 32-bit integer, which grows quicker than a double does. */
const SHORT_DIGITS = 9;
const POWERS_OF_TEN = Float64Array.from({ length: SHORT_DIGITS + 1 }, (_, power) => 10 ** power);

/** What the row that the reader stands on was taken for. */
export interface TakenRow {
  readonly series: number;
  readonly index: number;
  readonly time: TimeReader;
  /** Of the series' grid; undefined for days and longer. */
  readonly stepMs: number | undefined;
}

/**
 * Takes the rows, `most` at most, that follow the one just taken and are alike to it; returns how
 * many. The columns are series, time, value. Of 5 million rows sorted by series all but 1 in 200
 * came this way, and a row took 45 ns of CPU instead of 240.
 */
export function takeSimilarRows(
  reader: CsvReader,
  buffer: PointBuffer,
  row: TakenRow,
  clock: MarketClock,
  takesComma: boolean,
  most: number,
): number {
  const { bytes, view, restEnd, restLine } = reader;
  const head = reader.starts[0]!;
  const time = reader.starts[1]!;
  const value = reader.starts[2]!;
  // Blanks and quotes would stand between a field and its delimiter.
  const isPlain = reader.ends[0] === time - 1 && reader.ends[1] === value - 1;
  // Of a series below a day, the time was written with its clock.
  if (!isPlain || row.stepMs === undefined) return 0;
  const minutes = time + MONTH_BYTES;
  const headBytes = minutes - head;
  const tail = minutes + MINUTE_BYTES;
  const lastStart = restEnd - (value - head);
  let start = reader.restStart;
  // Of a file sorted by time no two rows are alike: the clock need not be asked each time.
  if (start >= lastStart || !isAlike(view, start, head, headBytes)) return 0;
  if (!clock.isSteadyDay(row.time)) return 0;
  const lastDay = clock.isSteadyMonth(row.time) ? SURE_DAYS : 0;
  const day = twoDigits(bytes, minutes);
  const minute = minuteOfMonth(bytes, minutes);
  const stepMinutes = row.stepMs / MINUTE_MS;

  // Mostly a row is of the step after: its bytes are known, and compared at once.
  const steppedBytes = bytesOfSteps(stepMinutes, bytes[minutes + 2]!);
  const firstStep = minute / stepMinutes;
  const lastStep = (Math.max(day, lastDay) + 1) * (MINUTES_A_DAY / stepMinutes);
  const atMost = Math.min(most, Math.ceil((restEnd - start) / (value - head)));
  const { indices, values, lines } = buffer.columnsFor(atMost);
  const held = buffer.count;
  let steps = 0;
  let count = 0;
  while (count < atMost && start < lastStart && isAlike(view, start, head, headBytes)) {
    let at = start + headBytes;
    const step = firstStep + ++steps;
    if (step >= lastStep || view.getFloat64(at, true) !== steppedBytes[step]) {
      const dayHere = twoDigits(bytes, at);
      if (dayHere !== day && (dayHere < 1 || dayHere > lastDay)) break;
      if (bytes[at + 2] !== bytes[minutes + 2]) break;
      steps = (minuteOfMonth(bytes, at) - minute) / stepMinutes;
      if (steps !== Math.floor(steps)) break;
    }
    at += MINUTE_BYTES;
    let same = tail;
    while (same < value && bytes[at] === bytes[same]) {
      at++;
      same++;
    }
    if (same < value) break;
    at = readDecimal(bytes, at, takesComma, values, held + count);
    if (at < 0) break;
    if (bytes[at] === CR) at++;
    // The line break at the very end is not the file's: the row may go on in the next piece.
    if (bytes[at] !== LF || at >= restEnd) break;
    indices[held + count] = row.index + steps;
    lines[held + count] = restLine + count;
    count++;
    start = at + 1;
  }
  reader.skip(count, start);
  buffer.took(row.series, count);
  return count;
}

const stepTables = new Map<number, Float64Array>();

/**
 * What `ddTHH:mm` looks like for every step of a month, counted from its day 0, as doubles of eight bytes.
 */
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

/**
 * Whether 8 bytes or more are the same as those of the row taken. Compared as doubles, eight at a
 * time: that is exact, as doubles are equal just where their bytes are but for zeros and NaN, and a
 * code and a date have neither eight zero bytes nor those of NaN.
 */
function isAlike(view: DataView, text: number, taken: number, length: number): boolean {
  const last = length - 8;
  if (view.getFloat64(text + last, true) !== view.getFloat64(taken + last, true)) return false;
  for (let at = 0; at < last; at += 8) {
    if (view.getFloat64(text + at, true) !== view.getFloat64(taken + at, true)) return false;
  }
  return true;
}

/** Minutes since the month's day 0 of a `ddTHH:mm`; NaN where hour and minute are none. */
function minuteOfMonth(bytes: Uint8Array, at: number): number {
  const hour = twoDigits(bytes, at + 3);
  const minute = twoDigits(bytes, at + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || bytes[at + 5] !== COLON) {
    return Number.NaN;
  }
  return (twoDigits(bytes, at) * 24 + hour) * 60 + minute;
}

/**
 * Reads the number at a place (digits with or without a minus and a mark) into `values[to]` and returns where
 * it ends, or -1 where there is none or one that is too large. As a result a double would be made an object,
 * five million of them for a file of as many rows.
 */
function readDecimal(
  bytes: Uint8Array,
  start: number,
  takesComma: boolean,
  values: Float64Array,
  to: number,
): number {
  const isNegative = bytes[start] === MINUS;
  let at = isNegative ? start + 1 : start;
  let digits = -at;
  let decimals = 0;
  let mantissa = 0;
  let digit = bytes[at]! - ZERO;
  while (digit >= 0 && digit <= 9) {
    mantissa = (Math.imul(mantissa, 10) + digit) | 0;
    digit = bytes[++at]! - ZERO;
  }
  digits += at;
  if (bytes[at] === DOT || (takesComma && bytes[at] === COMMA)) {
    decimals = -++at;
    digit = bytes[at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      mantissa = (Math.imul(mantissa, 10) + digit) | 0;
      digit = bytes[++at]! - ZERO;
    }
    decimals += at;
    digits += decimals;
  }
  if (digits === 0) return -1;
  if (digits <= SHORT_DIGITS) {
    const size = mantissa / POWERS_OF_TEN[decimals]!;
    values[to] = isNegative ? -size : size;
    return at;
  }
  const value = parseNumber(bytes, start, at, takesComma);
  values[to] = value;
  return value < MAX_SIZE && value > -MAX_SIZE ? at : -1;
}
