// Writing time stamps of ascending points: offset and date are worked out once per stretch and day.

import { civilOfDay } from '#core/civil';
import { DAY_MS, formatOffset, type Instant, SECOND_MS } from '#core/instant';
import { UTC, type Zone } from '#core/zone';
import type { ByteWriter } from '#http/byte-writer';

export class TimeWriter {
  readonly #zone: Zone;
  readonly #carriesOffset: boolean;
  #steadyFrom: Instant = Number.POSITIVE_INFINITY;
  #steadyUntil: Instant = Number.NEGATIVE_INFINITY;
  #offsetMs = 0;
  #suffix: Uint8Array = new Uint8Array(0);
  #day = Number.NaN;
  #date: Uint8Array = new Uint8Array(0);

  /** Wall time of a zone, with or without the offset behind it. */
  constructor(zone: Zone, carriesOffset: boolean) {
    this.#zone = zone;
    this.#carriesOffset = carriesOffset;
  }

  /** `yyyy-MM-ddTHH:mm:ss`, and the offset where it is carried. */
  write(instant: Instant, out: ByteWriter): void {
    if (instant < this.#steadyFrom || instant >= this.#steadyUntil) this.#enter(instant);
    const wall = instant + this.#offsetMs;
    const day = Math.floor(wall / DAY_MS);
    if (day !== this.#day) this.#enterDay(day);
    const second = Math.floor((wall - day * DAY_MS) / SECOND_MS);
    const minute = Math.floor(second / 60);
    const hour = Math.floor(minute / 60);
    out.fragment(this.#date);
    out.twoDigits(hour);
    out.byte(58);
    out.twoDigits(minute - hour * 60);
    out.byte(58);
    out.twoDigits(second - minute * 60);
    if (this.#carriesOffset) out.fragment(this.#suffix);
  }

  #enter(instant: Instant): void {
    this.#offsetMs = this.#zone.offsetAt(instant);
    this.#steadyFrom = instant;
    this.#steadyUntil = this.#zone.steadyUntil(instant);
    this.#suffix = Buffer.from(formatOffset(this.#offsetMs, this.#zone), 'latin1');
  }

  #enterDay(day: number): void {
    const date = civilOfDay(day);
    const pad = (value: number, width: number) => String(value).padStart(width, '0');
    this.#day = day;
    this.#date = Buffer.from(
      `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}T`,
      'latin1',
    );
  }
}

/** `yyyy-MM-ddTHH:mm:ssZ`. */
export const utcTimeWriter = (): TimeWriter => new TimeWriter(UTC, true);
