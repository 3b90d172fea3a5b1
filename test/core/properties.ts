// What the property tests share: how often they run, and the zones, instants and days they draw.

import fc from 'fast-check';
import { DAY_MS, END_INSTANT, FIRST_INSTANT, type Instant } from '#core/time/instant';
import { findZone, type Zone } from '#core/time/zone';
import { rounds } from '../../harness/rounds.ts';

/** All examples: for a test that tells how many it tries, or what they reached. */
export const allRuns = (count: number): { numRuns: number } => ({
  numRuns: Math.min(count, Number(process.env.PROPERTY_RUNS ?? count)),
});

/** PROPERTY_RUNS caps the runs of every property, for repeating a suite cheaply. */
export const runs = (count: number): { numRuns: number } => allRuns(rounds(count));

/** Zones with an awkward history: half-hour shifts, changes at midnight, a day that never was. */
export const ZONE_NAMES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'UTC',
] as const;

/** The zones among these that can be a market's: whole hours, and no skipped day. */
export const MARKET_ZONE_NAMES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'UTC',
] as const;

export const zoneNamed = (name: string): Zone => findZone(name)!;

/** Any instant of the years 1–9999 in whole milliseconds. */
export const anyInstant: fc.Arbitrary<Instant> = fc.integer({
  min: FIRST_INSTANT + DAY_MS,
  max: END_INSTANT - 1 - DAY_MS,
});

/** Every clock change of a zone from one year up to another, with Temporal. */
export function clockChanges(name: string, fromYear: number, toYear: number): Instant[] {
  const found: Instant[] = [];
  let at = Temporal.PlainDate.from({ year: fromYear, month: 1, day: 1 }).toZonedDateTime(name);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.year > toYear) return found;
    if (next.offsetNanoseconds !== at.offsetNanoseconds) found.push(next.epochMilliseconds);
    at = next;
  }
}

const changesOfZones = new Map<string, Instant[]>();

/** An instant of 1970–2037, mostly within `reachMs` of one of the zone's clock changes. */
export function instantNearChange(name: string, reachMs: number): fc.Arbitrary<Instant> {
  const changes = changesOfZones.get(name) ?? clockChanges(name, 1970, 2037);
  changesOfZones.set(name, changes);
  const anyTime = fc.integer({ min: 0, max: Date.UTC(2037, 11, 31) });
  if (changes.length === 0) return anyTime;
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -reachMs, max: reachMs }))
    .map(([change, offset]) => change + offset);
  return fc.oneof({ arbitrary: near, weight: 3 }, { arbitrary: anyTime, weight: 1 });
}
