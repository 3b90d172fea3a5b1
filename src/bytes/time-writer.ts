// Writes time stamps of ascending points. Offset and date are computed once for each offset and day.

import { type ByteWriter, STAMP_BYTES } from '#bytes/byte-writer';
import { writePair } from '#bytes/digits';
import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import { formatOffset } from '#core/time/market-text';
import { UTC, type Zone } from '#core/time/zone';

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
