// Writes time stamps of ascending points. Offset and date are computed once for each offset and day.

import { ByteWriter, STAMP_BYTES } from '#bytes/byte-writer';
import { writePair } from '#bytes/digits';
import { giveBackSlice } from '#bytes/memory-pools';
import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import { formatOffset, UTC, type Zone } from '#core/time/zone';

const HOUR_LENGTH = 'HH:mm:ss'.length;

export class TimeWriter {
  readonly #zone: Zone;
  readonly #carriesOffset: boolean;
  readonly #opening: string;
  readonly #closing: string;
  #steadyFrom: Instant = Number.POSITIVE_INFINITY;
  #steadyUntil: Instant = Number.NEGATIVE_INFINITY;
  #offsetMs = 0;
  /** The part of a day with one offset for which `#text` is right, apart from hour, minute and second. */
  #from: Instant = Number.POSITIVE_INFINITY;
  #until: Instant = Number.NEGATIVE_INFINITY;
  #midnight: Instant = 0;
  #dayOfMonth = 0;
  #daysInMonth = 0;
  #text: DataView = new DataView(new ArrayBuffer(0));
  #length = 0;
  /** Bytes from the hour's beginning to the end of the text. */
  #hourBack = 0;

  /**
   * Writes wall time of a zone, with or without its offset. `opening` and `closing` (ASCII) are written
   * around each time stamp: one copy is cheaper than three.
   */
  constructor(zone: Zone, carriesOffset: boolean, opening = '', closing = '') {
    this.#zone = zone;
    this.#carriesOffset = carriesOffset;
    this.#opening = opening;
    this.#closing = closing;
  }

  /** Writes `yyyy-MM-ddTHH:mm:ss`, and the offset if it is carried. */
  write(instant: Instant, out: ByteWriter): void {
    if (instant < this.#from || instant >= this.#until) this.#enterDay(instant);
    out.stamp(this.#text, this.#length);
    // Milliseconds of a day, and all that is computed from them, are 32-bit integers.
    const ms = (instant - this.#midnight) | 0;
    const hour = (ms / HOUR_MS) | 0;
    const back = this.#hourBack;
    // Written into the copy, not into the text: a word that was just changed in part is slow to read.
    out.setPair(back + 3, this.#dayOfMonth);
    out.setPair(back, hour);
    const second = ((ms - hour * HOUR_MS) / SECOND_MS) | 0;
    if (second === 0) return;
    const minute = (second / 60) | 0;
    out.setPair(back - 3, minute);
    out.setPair(back - 6, second - minute * 60);
  }

  #enterDay(instant: Instant): void {
    // From one day to the next, mostly only the day of the month changes.
    if (
      instant === this.#until &&
      instant < this.#steadyUntil &&
      this.#dayOfMonth < this.#daysInMonth
    ) {
      this.#dayOfMonth++;
      this.#midnight = instant;
    } else {
      if (instant < this.#steadyFrom || instant >= this.#steadyUntil) this.#enter(instant);
      this.#setDate(Math.floor((instant + this.#offsetMs) / DAY_MS));
    }
    this.#from = Math.max(this.#midnight, this.#steadyFrom);
    this.#until = Math.min(this.#midnight + DAY_MS, this.#steadyUntil);
  }

  #setDate(day: number): void {
    const date = civilOfDay(day);
    const at = this.#opening.length;
    const century = (date.year / 100) | 0;
    writePair(this.#text, at, century);
    writePair(this.#text, at + 2, date.year - century * 100);
    writePair(this.#text, at + 5, date.month);
    this.#dayOfMonth = date.day;
    this.#daysInMonth = dayOfCivil(date.year, date.month + 1, 1) - day + date.day - 1;
    this.#midnight = day * DAY_MS - this.#offsetMs;
  }

  #enter(instant: Instant): void {
    this.#offsetMs = this.#zone.offsetAt(instant);
    this.#steadyFrom = instant;
    this.#steadyUntil = this.#zone.steadyUntil(instant);
    const suffix = this.#carriesOffset ? formatOffset(this.#offsetMs, this.#zone) : '';
    const text = `${this.#opening}0000-00-00T00:00:00${suffix}${this.#closing}`;
    const bytes = new Uint8Array(STAMP_BYTES);
    Buffer.from(text, 'latin1').copy(bytes);
    this.#text = new DataView(bytes.buffer);
    this.#length = text.length;
    this.#hourBack = HOUR_LENGTH + suffix.length + this.#closing.length;
  }
}

/** Writes `yyyy-MM-ddTHH:mm:ssZ` between `opening` and `closing`. */
export const utcTimeWriter = (opening = '', closing = ''): TimeWriter =>
  new TimeWriter(UTC, true, opening, closing);

// The keys of days and longer intervals as bytes, made once for the times that answers share
// (core/time/grid.ts). Making those of ten years of days took 130 µs, an eighth of the answer.

const KEY_LENGTH = '"yyyy-MM-ddTHH:mm:ss":'.length;
/** Bytes from one key to the next: a multiple of eight, as `ByteWriter.stamp` copies them. */
const STRIDE = 24;
/** A century of days: a megabyte. */
const MOST_KEYS = 40_000;

interface Strip {
  readonly zone: Zone;
  readonly keys: DataView;
}

/** The strips by the memory of their times, which is never written to. */
const strips = new WeakMap<ArrayBufferLike, Strip>();

/** Writes the keys of one answer's points. */
export class DayKeys {
  readonly #keys: DataView;
  readonly #from: number;

  /** Returns undefined if there are too many keys to keep. */
  static of(times: Float64Array, zone: Zone): DayKeys | undefined {
    const all = new Float64Array(times.buffer);
    if (all.length > MOST_KEYS) return undefined;
    let strip = strips.get(times.buffer);
    if (strip?.zone !== zone) {
      strip = { zone, keys: makeKeys(all, zone) };
      strips.set(times.buffer, strip);
    }
    return new DayKeys(strip.keys, (times.byteOffset / times.BYTES_PER_ELEMENT) * STRIDE);
  }

  private constructor(keys: DataView, from: number) {
    this.#keys = keys;
    this.#from = from;
  }

  /** Writes the key of the i-th point. */
  write(i: number, out: ByteWriter): void {
    out.stamp(this.#keys, KEY_LENGTH, this.#from + i * STRIDE);
  }
}

function makeKeys(times: Float64Array, zone: Zone): DataView {
  const writer = new TimeWriter(zone, false, '"', '":');
  const out = new ByteWriter();
  for (const time of times) writer.write(time, out);
  const dense = out.take();
  const keys = Buffer.alloc(times.length * STRIDE);
  for (let i = 0; i < times.length; i++)
    dense.copy(keys, i * STRIDE, i * KEY_LENGTH, (i + 1) * KEY_LENGTH);
  giveBackSlice(dense);
  return new DataView(keys.buffer, keys.byteOffset, keys.length);
}
