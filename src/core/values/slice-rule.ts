// Which runs a slice takes: by how far ahead they look, by when they were issued, and by when they were known.

import type { Grid } from '#core/time/grid';
import { firstIndexFrom } from '#core/time/grid';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { type IndexSpan, intersect, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';

/** The market days, or the hours, from a run to the intervals that it is taken for. */
export type Lead = { readonly daysAhead: number } | { readonly hoursAhead: number };

export const MOST_DAYS_AHEAD = 14;
export const MOST_HOURS_AHEAD = 336;

export type Preference = 'latest' | 'earliest';

/** Which runs are offered. Times of day are in minutes after midnight of `zone`. */
export interface RunSelectors {
  readonly zone: Zone;
  /** The minute in which a run was issued. */
  readonly issuedAt?: number | undefined;
  /** Only runs issued before this time of day. */
  readonly issuedBefore?: number | undefined;
  /** Only runs issued at this time of day or later. */
  readonly issuedAfter?: number | undefined;
  readonly source?: string | undefined;
  /** Only what was recorded here by this time of the run's issue day. */
  readonly knownBy?: number | undefined;
}

/** Whether a run's time of day fits. */
export function isIssuedInTime(selectors: RunSelectors, analyzedAt: Instant): boolean {
  const { zone, issuedAt, issuedBefore, issuedAfter } = selectors;
  const wallMs = analyzedAt + zone.offsetAt(analyzedAt);
  const minute =
    Math.floor(wallMs / MINUTE_MS) - Math.floor(wallMs / DAY_MS) * (DAY_MS / MINUTE_MS);
  if (issuedAt !== undefined && minute !== issuedAt) return false;
  if (issuedBefore !== undefined && minute >= issuedBefore) return false;
  return issuedAfter === undefined || minute >= issuedAfter;
}

/** The last instant at which a run may have been recorded. */
export function knownUntil({ zone, knownBy }: RunSelectors, analyzedAt: Instant): Instant {
  if (knownBy === undefined) return Number.POSITIVE_INFINITY;
  return zone.instantOf(zone.dayOf(analyzedAt) * DAY_MS + knownBy * MINUTE_MS, 'first');
}

/** The time for which one form of a run was current. `recordedAt` null: always; `replacedAt` null: still. */
export interface FormLife {
  readonly analyzedAt: Instant;
  readonly source: string;
  readonly recordedAt: Instant | null;
  readonly replacedAt: Instant | null;
}

/** Whether a form of a run fits: it stood at the instant by which its run must have been known. */
export function isOffered(selectors: RunSelectors, form: FormLife): boolean {
  if (selectors.source !== undefined && form.source !== selectors.source) return false;
  if (!isIssuedInTime(selectors, form.analyzedAt)) return false;
  const until = knownUntil(selectors, form.analyzedAt);
  const isRecorded = form.recordedAt === null || form.recordedAt <= until;
  return isRecorded && (form.replacedAt === null || form.replacedAt > until);
}

/** The intervals that a run is taken for, inside its horizon: always one stretch. */
export function intervalsAhead(
  lead: Lead,
  { analyzedAt, horizon }: { readonly analyzedAt: Instant; readonly horizon: IndexSpan },
  grid: Grid,
  market: Zone,
): IndexSpan {
  if ('hoursAhead' in lead) {
    const start = firstIndexFrom(grid, analyzedAt + lead.hoursAhead * HOUR_MS);
    return { start: Math.max(start, horizon.start), end: horizon.end };
  }
  const day = market.dayOf(analyzedAt) + lead.daysAhead;
  const intervals = {
    start: firstIndexFrom(grid, market.startOfDay(day)),
    end: firstIndexFrom(grid, market.startOfDay(day + 1)),
  };
  return intersect(intervals, horizon);
}

/** The issue times between which every run lies that can be taken for a stretch of intervals. */
export function issueTimesFor(lead: Lead, intervals: IndexSpan, grid: Grid, market: Zone): Span {
  const last = grid.startOf(intervals.end - 1);
  if ('hoursAhead' in lead)
    return { start: Number.NEGATIVE_INFINITY, end: last - lead.hoursAhead * HOUR_MS + 1 };
  const first = grid.startOf(intervals.start);
  return {
    start: market.startOfDay(market.dayOf(first) - lead.daysAhead),
    end: market.startOfDay(market.dayOf(last) - lead.daysAhead + 1),
  };
}
