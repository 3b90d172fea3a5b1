// Time zones: wall clock ↔ instant. The rules are read once per zone and year (zone-rules.ts) and cached
// as short lists of transitions: one Temporal object per value is a hundred times slower.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { loadZoneYear, type ZoneYear, zoneId } from '#core/time/zone-rules';

/** The instant that a wall time means if the clock shows it twice. */
export type Occurrence = 'first' | 'second';

export interface Zone {
  readonly name: string;
  readonly isUtc: boolean;
  /** Milliseconds to add to an instant to get its wall clock. */
  offsetAt(instant: Instant): number;
  /** An instant after `instant` until which the offset stays the same. */
  steadyUntil(instant: Instant): Instant;
  /** The instant of a wall time; if the clock skips it, the instant the clock jumps to. */
  instantOf(wallMs: number, occurrence?: Occurrence): Instant;
  /** The day number of the date that an instant falls on. */
  dayOf(instant: Instant): number;
  /** The first instant of a day. */
  startOfDay(dayNumber: number): Instant;
}

const MAX_YEARS_CACHED = 1_024;
const MAX_ZONES_CACHED = 64;

/** UTC has one offset, for which no rules are loaded. */
const utcYear = (year: number): ZoneYear => ({
  starts: [dayOfCivil(year, 1, 1) * DAY_MS],
  offsets: [0],
  end: dayOfCivil(year + 1, 1, 1) * DAY_MS,
});

class CachedZone implements Zone {
  readonly name: string;
  readonly isUtc: boolean;
  readonly #years = new Map<number, ZoneYear>();
  #latest: ZoneYear;
  // The stretch of one offset that the latest wall time fell into: mostly the next one does too.
  #steadyFrom: Instant = Number.POSITIVE_INFINITY;
  #steadyUntil: Instant = Number.NEGATIVE_INFINITY;
  #steadyOffset = 0;

  constructor(name: string) {
    this.name = name;
    this.isUtc = name === 'UTC';
    this.#latest = this.#loaded(1970);
  }

  #loaded(year: number): ZoneYear {
    const cached = this.#years.get(year);
    if (cached) return cached;
    const loaded = this.isUtc ? utcYear(year) : loadZoneYear(this.name, year);
    if (this.#years.size >= MAX_YEARS_CACHED) this.#years.clear();
    this.#years.set(year, loaded);
    return loaded;
  }

  #yearAt(instant: Instant): ZoneYear {
    const latest = this.#latest;
    if (instant >= latest.starts[0]! && instant < latest.end) return latest;
    this.#latest = this.#loaded(civilOfDay(Math.floor(instant / DAY_MS)).year);
    return this.#latest;
  }

  offsetAt(instant: Instant): number {
    const { starts, offsets } = this.#yearAt(instant);
    let i = starts.length - 1;
    while (i > 0 && instant < starts[i]!) i--;
    return offsets[i]!;
  }

  steadyUntil(instant: Instant): Instant {
    const { starts, end } = this.#yearAt(instant);
    for (const start of starts) if (start > instant) return start;
    return end;
  }

  instantOf(wallMs: number, occurrence: Occurrence = 'first'): Instant {
    // No zone is a day away from UTC, so a day on either side brackets the instant.
    if (wallMs - DAY_MS >= this.#steadyFrom && wallMs + DAY_MS < this.#steadyUntil)
      return wallMs - this.#steadyOffset;
    this.#steadyFrom = wallMs - DAY_MS;
    this.#steadyUntil = this.steadyUntil(this.#steadyFrom);
    this.#steadyOffset = this.offsetAt(this.#steadyFrom);
    const before = this.offsetAt(wallMs - DAY_MS);
    const after = this.offsetAt(wallMs + DAY_MS);
    const byBefore = wallMs - before;
    if (before === after && this.offsetAt(byBefore) === before) return byBefore;
    const byAfter = wallMs - after;
    const fitsBefore = this.offsetAt(byBefore) === before;
    const fitsAfter = this.offsetAt(byAfter) === after;
    if (fitsBefore && fitsAfter) {
      return occurrence === 'first' ? Math.min(byBefore, byAfter) : Math.max(byBefore, byAfter);
    }
    if (fitsBefore) return byBefore;
    if (fitsAfter) return byAfter;
    return this.#jumpBetween(Math.min(byBefore, byAfter), Math.max(byBefore, byAfter));
  }

  /** The transition in (from, to], which a skipped wall time means. */
  #jumpBetween(from: Instant, to: Instant): Instant {
    let at = from;
    while (at < to) {
      const next = this.steadyUntil(at);
      if (this.offsetAt(next) !== this.offsetAt(at)) return next;
      at = next;
    }
    return to;
  }

  dayOf(instant: Instant): number {
    return Math.floor((instant + this.offsetAt(instant)) / DAY_MS);
  }

  startOfDay(dayNumber: number): Instant {
    return this.instantOf(dayNumber * DAY_MS, 'first');
  }
}

const zones = new Map<string, Zone>();

/** The zone of an IANA name in any case ("UTC" too), or undefined. */
export function findZone(name: string): Zone | undefined {
  const cached = zones.get(name);
  if (cached) return cached;
  // Bare offsets such as "+01:00" pass Intl but are not names of a zone.
  if (!/^[a-z][a-z0-9_+/-]*$/i.test(name)) return undefined;
  let id: string;
  try {
    id = zoneId(name);
  } catch {
    return undefined;
  }
  if (zones.size >= MAX_ZONES_CACHED) zones.clear();
  const zone = zones.get(id) ?? new CachedZone(id);
  zones.set(id, zone);
  zones.set(name, zone);
  return zone;
}

export const UTC: Zone = new CachedZone('UTC');

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `Z`, `+02:00` or `-03:30`: how keys that carry their offset end. */
export function formatOffset(offsetMs: number, zone: Zone): string {
  if (zone.isUtc) return 'Z';
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The largest clock change of a market: a zone that crosses the date line skips a whole day. */
const LARGEST_CHANGE_MS = 3 * HOUR_MS;

/**
 * Whether a zone can be the market's. Its offsets in these years are whole hours and change on whole
 * hours, so that market hours are UTC hours. No change is so large that a day has no hours.
 */
export function hasWholeHours(zone: Zone, fromYear = 1970, toYear = 2100): boolean {
  const end = dayOfCivil(toYear + 1, 1, 1) * DAY_MS;
  let before = zone.offsetAt(dayOfCivil(fromYear, 1, 1) * DAY_MS);
  for (let at = dayOfCivil(fromYear, 1, 1) * DAY_MS; at < end; at = zone.steadyUntil(at)) {
    const offset = zone.offsetAt(at);
    if (offset % HOUR_MS !== 0 || at % HOUR_MS !== 0) return false;
    if (Math.abs(offset - before) > LARGEST_CHANGE_MS) return false;
    before = offset;
  }
  return true;
}

/** The market's zone: reads MARKET_TIME_ZONE. */
export function readMarketZone(name: string): Zone {
  const zone = findZone(name);
  if (!zone) throw new Error(`MARKET_TIME_ZONE: there is no time zone "${name}"`);
  if (hasWholeHours(zone)) return zone;
  throw new Error(
    `MARKET_TIME_ZONE: ${zone.name} has offsets that are not whole hours; market hours would not be UTC hours, which Gridtide needs`,
  );
}
