// From a written time to its instant: by the zone that is written, or else by the market's clock, on which
// an autumn hour comes twice (told apart by the file's order) and a spring hour does not exist.

import { dayOfCivil, FIRST_YEAR, LAST_YEAR } from '#core/time/civil';
import type { Grid } from '#core/time/grid';
import { DAY_MS, formatUtc, formatWall, type Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import { type Resolution, type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { CLOCK, DATE, MONTH, type TimeReader, YEAR } from '#importers/bytes/parse-time';
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

// From an instant to its index on a series' grid, or the reason why it has none.

/** The shortest interval that a time without a clock can name, by the parts that are written. */
const SHORTEST_OF_FORM: Readonly<Record<number, { name: ResolutionName; noun: string }>> = {
  [YEAR]: { name: 'year', noun: 'a year' },
  [MONTH]: { name: 'month', noun: 'a month' },
  [DATE]: { name: 'day', noun: 'a date' },
};

/** Whether a time of a form can name an interval of a resolution: a date alone cannot name an hour. */
export const fitsForm = (form: number, resolution: Resolution): boolean =>
  form === CLOCK || resolution.rank >= resolutionOf(SHORTEST_OF_FORM[form]!.name).rank;

/** `an hour`, `a day`, `a quarter of an hour`: an interval of a resolution in a sentence. */
function nounOf(resolution: Resolution): string {
  if (resolution.name === 'quarterhour') return 'a quarter of an hour';
  if (resolution.name === 'halfhour') return 'half an hour';
  return `${resolution.name === 'hour' ? 'an' : 'a'} ${resolution.name}`;
}

/** The index of the interval that starts at an instant, or NaN. */
export function indexAt(grid: Grid, instant: Instant): number {
  const { stepMs } = grid.resolution;
  if (stepMs !== undefined) {
    const index = instant / stepMs;
    return index === Math.floor(index) ? index : Number.NaN;
  }
  const index = grid.indexOf(instant);
  return grid.startOf(index) === instant ? index : Number.NaN;
}

/** The index that a time names; throws if its form or its instant does not fit the grid. */
export function indexOfTime(time: TimeReader, instant: Instant, grid: Grid, zone: Zone): number {
  if (time.form !== CLOCK && !fitsForm(time.form, grid.resolution)) {
    const { noun } = SHORTEST_OF_FORM[time.form]!;
    throw new ImportFault(
      `${noun} alone cannot name ${nounOf(grid.resolution)}: write the time in full`,
    );
  }
  const index = indexAt(grid, instant);
  if (!Number.isNaN(index)) return index;
  const before = grid.startOf(grid.indexOf(instant));
  const after = grid.startOf(grid.indexOf(instant) + 1);
  const nearest = after - instant < instant - before ? after : before;
  const write = (at: Instant): string => (time.hasZone ? formatUtc(at) : formatMarket(at, zone));
  throw new ImportFault(
    `${write(instant)} is not the start of ${nounOf(grid.resolution)}; the nearest is ${write(nearest)}`,
  );
}
