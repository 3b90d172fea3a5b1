// When the values of a series are due, for every series of a resolution and a kind at once.

import { findCategory } from '#core/market/categories';
import { gridOf } from '#core/time/grid';
import { DAY_MS, type Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';

/** What is measured may take a day or, if that is longer, two intervals. */
const GRACE_MS = DAY_MS;
const GRACE_INTERVALS = 2;
/** A series that is late for longer than both has ended. */
const ENDED_MS = 30 * DAY_MS;
const ENDED_INTERVALS = 10;

const MOST_KNOWN = 1_000;

export type Standing = 'fresh' | 'late' | 'ended' | 'empty';

export interface Due {
  /** End of the last interval with a value. */
  readonly knownUntil: Instant;
  readonly expectedBy: Instant;
}

/** The due times of series that share a resolution, and that are prices or are not. */
export class DueTimes {
  readonly #startOf: (index: number) => Instant;
  readonly #graceMs: number;
  /** The first last index of a series that is fresh, and of one that is late. */
  readonly #freshFrom: number;
  readonly #lateFrom: number;
  /** Most series reach equally far. */
  readonly #known = new Map<number, Due>();

  constructor(resolution: ResolutionName, isPrice: boolean, zone: Zone, now: Instant) {
    const { typicalMs } = resolutionOf(resolution);
    const grid = gridOf(resolutionOf(resolution), zone);
    this.#startOf = (index) => grid.startOf(index);
    // A price is published before its hour.
    this.#graceMs = isPrice ? 0 : Math.max(GRACE_MS, GRACE_INTERVALS * typicalMs);
    const endedMs = Math.max(ENDED_MS, ENDED_INTERVALS * typicalMs);
    // The interval after the last value begins after an instant if that instant is in the last one or before.
    this.#freshFrom = grid.indexOf(now - this.#graceMs);
    this.#lateFrom = grid.indexOf(now - this.#graceMs - endedMs);
  }

  standingOf(lastIndex: number | null): Standing {
    if (lastIndex === null) return 'empty';
    if (lastIndex >= this.#freshFrom) return 'fresh';
    return lastIndex >= this.#lateFrom ? 'late' : 'ended';
  }

  dueOf(lastIndex: number): Due {
    const known = this.#known.get(lastIndex);
    if (known) return known;
    const knownUntil = this.#startOf(lastIndex + 1);
    const due = { knownUntil, expectedBy: knownUntil + this.#graceMs };
    if (this.#known.size < MOST_KNOWN) this.#known.set(lastIndex, due);
    return due;
  }
}

/** Finds the due times of a resolution and a category, and remembers them. */
export function rememberDueTimes(
  zone: Zone,
  now: Instant,
): (resolution: ResolutionName, category: string | null) => DueTimes {
  const prices = new Map<ResolutionName, DueTimes>();
  const others = new Map<ResolutionName, DueTimes>();
  return (resolution, category) => {
    const isPrice = category !== null && (findCategory(category)?.isPrice ?? false);
    const known = isPrice ? prices : others;
    const found = known.get(resolution);
    if (found) return found;
    const times = new DueTimes(resolution, isPrice, zone, now);
    known.set(resolution, times);
    return times;
  };
}
