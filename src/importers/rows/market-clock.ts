// From a written time to its instant: by the zone that is written, or else by the market's clock, on which
// an autumn hour comes twice (told apart by the file's order) and a spring hour does not exist.

import { dayOfCivil, FIRST_YEAR, LAST_YEAR } from '#core/time/civil';
import { DAY_MS, formatWall, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { CLOCK, type TimeReader } from '#importers/bytes/parse-time';
import { ImportFault } from '#importers/files/import-fault';

/** How often each repeated wall time was met, in one series, one run or one wide file. */
export type RepeatedTimes = Map<number, number>;

/** Longer than any month, so that this much on both sides of an instant covers its month. */
const MONTH_MS = 32 * DAY_MS;
const MAX_CACHED_DAYS = 1 << 17;
const FIRST_DAY = dayOfCivil(FIRST_YEAR, 1, 1);
const END_DAY = dayOfCivil(LAST_YEAR + 1, 1, 1);

export class MarketClock {
  readonly zone: Zone;
  /** How many times were met that the clock skips. */
  skipped = 0;
  readonly #skipsMissing: boolean;
  /** The offset of each day met; NaN for a day on which the clock changes. */
  readonly #offsets = new Map<number, number>();
  #lastDay = Number.NaN;
  #lastOffset = Number.NaN;
  readonly #first: Instant;
  readonly #end: Instant;

  /** Makes a clock. A time that it skips is NaN with `skipsMissing`, and refused without. */
  constructor(zone: Zone, skipsMissing = false) {
    this.zone = zone;
    this.#skipsMissing = skipsMissing;
    this.#first = zone.startOfDay(FIRST_DAY);
    this.#end = zone.startOfDay(END_DAY);
  }

  /**
   * The instant of a written time. With `repeated` the first meeting of a repeated wall time is its
   * first occurrence and the second its second; without, a repeated wall time is refused.
   */
  instantOf(time: TimeReader, repeated?: RepeatedTimes): Instant {
    if (time.hasZone) {
      const instant = time.wallMs - time.offsetMs;
      if (instant >= this.#first && instant < this.#end) return instant;
      throw new ImportFault(
        `${formatWall(time.wallMs)} lies outside the years ${FIRST_YEAR} to ${LAST_YEAR}`,
      );
    }
    // The offset is NaN on a day of change.
    const instant = time.wallMs - this.#offsetOn(time.dayNumber);
    if (!Number.isNaN(instant)) return instant;
    // A date alone is the day's first instant, also if midnight is skipped or repeated.
    if (time.form !== CLOCK) return this.zone.startOfDay(time.dayNumber);
    return this.#instantOnChange(time.wallMs, repeated);
  }

  /** Whether all times of the same day, written alike, have the same offset from UTC. */
  isSteadyDay(time: TimeReader): boolean {
    return time.hasZone
      ? this.#isWithin(time.wallMs - time.offsetMs, DAY_MS)
      : !Number.isNaN(this.#offsetOn(time.dayNumber));
  }

  /** Like `isSteadyDay` for a month. Also false if a change, or the first or last year, is near. */
  isSteadyMonth(time: TimeReader): boolean {
    if (!this.#isWithin(time.wallMs - time.offsetMs, 2 * MONTH_MS)) return false;
    if (time.hasZone) return true;
    const offset = this.#offsetOn(time.dayNumber);
    const { zone } = this;
    const end = time.wallMs - offset + MONTH_MS;
    let at = time.wallMs - offset - MONTH_MS;
    while (at < end && zone.offsetAt(at) === offset) at = zone.steadyUntil(at);
    // False if the offset is NaN, on a day of change.
    return at >= end;
  }

  #isWithin(instant: Instant, marginMs: number): boolean {
    return instant - marginMs >= this.#first && instant + marginMs < this.#end;
  }

  /** The offset of a plain day, NaN for a day on which the clock changes. */
  #offsetOn(dayNumber: number): number {
    if (dayNumber !== this.#lastDay) {
      this.#lastDay = dayNumber;
      this.#lastOffset = this.#plainOffset(dayNumber);
    }
    return this.#lastOffset;
  }

  #plainOffset(dayNumber: number): number {
    const cached = this.#offsets.get(dayNumber);
    if (cached !== undefined) return cached;
    if (this.#offsets.size >= MAX_CACHED_DAYS) this.#offsets.clear();
    const { zone } = this;
    const start = zone.startOfDay(dayNumber);
    const end = zone.startOfDay(dayNumber + 1);
    const offset = zone.offsetAt(start);
    let isPlain = start + offset === dayNumber * DAY_MS;
    for (let at = zone.steadyUntil(start); isPlain && at < end; at = zone.steadyUntil(at)) {
      isPlain = zone.offsetAt(at) === offset;
    }
    this.#offsets.set(dayNumber, isPlain ? offset : Number.NaN);
    return isPlain ? offset : Number.NaN;
  }

  #instantOnChange(wallMs: number, repeated: RepeatedTimes | undefined): Instant {
    const { zone } = this;
    const first = zone.instantOf(wallMs, 'first');
    if (first + zone.offsetAt(first) !== wallMs) {
      if (this.#skipsMissing) {
        this.skipped++;
        return Number.NaN;
      }
      const jump = formatWall(first + zone.offsetAt(first));
      const reason = `${formatWall(wallMs)} does not exist in ${zone.name}: the clock jumps to ${jump}`;
      throw new ImportFault(reason, undefined, undefined, undefined, 'missing-hour');
    }
    const second = zone.instantOf(wallMs, 'second');
    if (first === second) return first;
    if (!repeated) {
      throw new ImportFault(
        `${formatWall(wallMs)} comes twice in ${zone.name}: write it with its zone, such as +02:00`,
      );
    }
    const met = repeated.get(wallMs) ?? 0;
    if (met >= 2) {
      throw new ImportFault(
        `${formatWall(wallMs)} comes only twice in ${zone.name}, but here a third time`,
      );
    }
    repeated.set(wallMs, met + 1);
    return met === 0 ? first : second;
  }
}
