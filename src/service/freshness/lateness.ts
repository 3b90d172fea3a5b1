// Whether a series is late: one pure function for status, figures and alerts. An expectation says when the value
// after the last one is due; the series is late from that millisecond on.

import { weekdayOf } from '#core/time/civil';
import { gridOf } from '#core/time/grid';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { findDayKeyword } from '#core/time/keywords';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ByTime, CollectedTime, Expectation } from '#service/freshness/expectation';
import { lateAfterMs } from '#service/job-pauses';
import { ruleOf } from '#sources/registry/publication-times';

export interface ExpectationRule {
  readonly expectation: Expectation;
  /** The time from which values are expected; it counts only for a series without a value. */
  readonly since: Instant;
}

/** What lateness depends on: a SeriesRecord has it. */
export interface SeriesFacts {
  readonly resolution: ResolutionName;
  /** The last observed index; null without a value. */
  readonly lastIndex: number | null;
}

/** `ended`: a collected series is late for longer than a month and ten intervals, as its source gave it up. */
export type FreshState = 'fresh' | 'late' | 'ended' | 'not-expected';

export interface Lateness {
  readonly state: FreshState;
  /** End of the last interval with a value; null without a value. */
  readonly knownUntil: Instant | null;
  /** When the value after the last is due, or was due; null if none is expected. */
  readonly expectedBy: Instant | null;
  /** `expectedBy` if the series is late; else null. */
  readonly lateSince: Instant | null;
  /** How long it is late; 0 if it is not. */
  readonly lateMs: number;
}

const ENDED_MS = 30 * DAY_MS;
const ENDED_INTERVALS = 10;
/** No source publishes longer than this before or after the time of a value. */
const PUBLISHED_AROUND_MS = 40 * DAY_MS;
/** No keyword leads farther: shifts have four digits, of years at most. */
const FARTHEST_DAYS = 10_001 * 366;

/** How a series stands at an instant. Without a rule nothing is expected, and it is never late. */
export function lateness(
  rule: ExpectationRule | undefined,
  { resolution, lastIndex }: SeriesFacts,
  now: Instant,
  zone: Zone,
): Lateness {
  const grid = gridOf(resolutionOf(resolution), zone);
  const knownUntil = lastIndex === null ? null : grid.startOf(lastIndex + 1);
  const expectedBy = rule ? dueAfter(rule, knownUntil, zone) : null;
  if (expectedBy === null) return standing('not-expected', knownUntil, null, now);
  if (now < expectedBy) return standing('fresh', knownUntil, expectedBy, now);
  const endedMs = Math.max(ENDED_MS, ENDED_INTERVALS * resolutionOf(resolution).typicalMs);
  const isEnded = rule!.expectation.kind === 'collected' && now - expectedBy >= endedMs;
  return standing(isEnded ? 'ended' : 'late', knownUntil, expectedBy, now);
}

function standing(
  state: FreshState,
  knownUntil: Instant | null,
  expectedBy: Instant | null,
  now: Instant,
): Lateness {
  const lateSince = state === 'late' ? expectedBy : null;
  const lateMs = lateSince === null ? 0 : now - lateSince;
  return { state, knownUntil, expectedBy, lateSince, lateMs };
}

/** When the values after `knownUntil` are due; null if nothing is expected. */
function dueAfter(
  { expectation, since }: ExpectationRule,
  knownUntil: Instant | null,
  zone: Zone,
): Instant | null {
  switch (expectation.kind) {
    case 'none':
      return null;
    case 'within': {
      const from = knownUntil ?? since;
      const wallMs = from + zone.offsetAt(from) + expectation.days * DAY_MS;
      // Exact time is added to the instant itself: the clock must not change it.
      const byDays = expectation.days === 0 ? from : zone.instantOf(wallMs, 'second');
      return byDays + expectation.ms;
    }
    case 'by':
      return knownUntil === null
        ? firstDeadlineFrom(expectation, since, zone)
        : deadlineFor(expectation, knownUntil, zone);
    case 'collected':
      return collectedBy(expectation, knownUntil ?? since, zone);
  }
}

/** A time that a day shows twice means the second, so that nothing is late too early. */
const deadlineOf = ({ minute }: ByTime, day: number, zone: Zone): Instant =>
  zone.instantOf(day * DAY_MS + minute * MINUTE_MS, 'second');

function nextDeadlineDay({ weekdays }: ByTime, day: number): number {
  let next = day;
  while (weekdays.length > 0 && !weekdays.includes(weekdayOf(next))) next++;
  return next;
}

function firstDeadlineFrom(by: ByTime, since: Instant, zone: Zone): Instant {
  const day = nextDeadlineDay(by, zone.dayOf(since));
  const deadline = deadlineOf(by, day, zone);
  return deadline >= since ? deadline : deadlineOf(by, nextDeadlineDay(by, day + 1), zone);
}

/** The deadline on the first day that demands more than is known. Later days never demand less. */
function deadlineFor(by: ByTime, knownUntil: Instant, zone: Zone): Instant {
  const { name, shift } = by.through;
  const keyword = findDayKeyword(name)!;
  // The end of what is demanded is a market midnight: the day that is not wholly known is demanded.
  const firstUnknownDay = zone.dayOf(knownUntil);
  const isDemanded = (day: number): boolean => keyword.days(day, shift).end > firstUnknownDay;
  const around = firstUnknownDay - shift;
  const isNear = isDemanded(around + 8) && !isDemanded(around - 8);
  const reach = isNear ? 8 : FARTHEST_DAYS;
  const day = firstTrue(around - reach, around + reach, isDemanded);
  return deadlineOf(by, nextDeadlineDay(by, day), zone);
}

/** When the collector should have brought what lies after `knownUntil`. */
function collectedBy(
  { source, dataset, everyMs }: CollectedTime,
  knownUntil: Instant,
  zone: Zone,
): Instant {
  const { publishedUntil, hasDay } = ruleOf(source, dataset);
  let start = knownUntil;
  if (hasDay) {
    let day = zone.dayOf(knownUntil);
    while (!hasDay(day)) day++;
    start = Math.max(start, zone.startOfDay(day));
  }
  const minute = Math.floor(start / MINUTE_MS);
  const around = PUBLISHED_AROUND_MS / MINUTE_MS;
  const publishedAt = firstTrue(
    minute - around,
    minute + around,
    (at) => publishedUntil(at * MINUTE_MS, zone) > start,
  );
  return publishedAt * MINUTE_MS + lateAfterMs(everyMs);
}

/** The first whole number in (no, yes] for which a condition is true that stays true from there on. */
function firstTrue(no: number, yes: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [no, yes];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle)) high = middle;
    else low = middle;
  }
  return high;
}
