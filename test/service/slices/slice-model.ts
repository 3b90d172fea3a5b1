// Slices the slow, obvious way: for each interval every form of every run is looked at, with Temporal for all
// times of day.

import { HOUR_MS } from '#core/time/instant';
import type { Lead, Preference } from '#core/values/slice-rule';
import { instantOfWall } from '../../core/time/temporal.ts';

export const ZONE = 'Europe/Berlin';

/** One write of a run; a later one of the same time and source replaces it. */
export interface WrittenRun {
  readonly analyzedAt: number;
  readonly source: string;
  readonly firstIndex: number;
  readonly values: readonly number[];
  readonly at: number;
}

export interface Question {
  readonly start: number;
  readonly length: number;
  readonly lead: Lead;
  readonly zone: string;
  readonly issuedAt: number | undefined;
  readonly issuedBefore: number | undefined;
  readonly issuedAfter: number | undefined;
  readonly source: string | undefined;
  readonly knownBy: number | undefined;
  readonly asOf: number | undefined;
  readonly pick: Preference;
}

/** What an interval takes; undefined if no run fits. */
export interface Taken {
  readonly value: number;
  readonly analyzedAt: number;
  readonly source: string;
  readonly recordedAt: number;
}

const wall = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

const dayBetween = (from: number, to: number): number =>
  wall(from, ZONE).toPlainDate().until(wall(to, ZONE).toPlainDate()).days;

/** The instant by which a run must have been recorded. */
function knownUntil(analyzedAt: number, { knownBy, asOf, zone }: Question): number {
  const now = asOf ?? Number.POSITIVE_INFINITY;
  if (knownBy === undefined) return now;
  const time = new Temporal.PlainTime(Math.floor(knownBy / 60), knownBy % 60);
  const day = wall(analyzedAt, zone).toPlainDate();
  return Math.min(now, instantOfWall(day.toPlainDateTime(time), zone, 'first'));
}

function isIssuedInTime(analyzedAt: number, question: Question): boolean {
  const { hour, minute } = wall(analyzedAt, question.zone);
  const issued = hour * 60 + minute;
  return (
    (question.issuedAt === undefined || issued === question.issuedAt) &&
    (question.issuedBefore === undefined || issued < question.issuedBefore) &&
    (question.issuedAfter === undefined || issued >= question.issuedAfter)
  );
}

/** The form of a run that stood at an instant. */
const formAt = (forms: readonly WrittenRun[], until: number): WrittenRun | undefined =>
  forms.filter(({ at }) => at <= until).sort((a, b) => b.at - a.at)[0];

/** The rank of a source in an order that lists some of them. */
function rankOf(source: string, order: readonly string[]): string {
  const listed = order.indexOf(source);
  if (listed >= 0) return `0 ${listed}`;
  return source === 'gridtide' ? '2' : `1 ${source}`;
}

export function sliceSlowly(
  written: readonly WrittenRun[],
  question: Question,
  order: readonly string[],
): (Taken | undefined)[] {
  const names = [...new Set(written.map((run) => `${run.analyzedAt} ${run.source}`))];
  const offered = names
    .map((name) => written.filter((run) => `${run.analyzedAt} ${run.source}` === name))
    .filter(([run]) => question.source === undefined || run!.source === question.source)
    .filter(([run]) => isIssuedInTime(run!.analyzedAt, question))
    .map((forms) => formAt(forms, knownUntil(forms[0]!.analyzedAt, question)))
    .filter((form) => form !== undefined)
    .sort((a, b) => {
      const byTime = a.analyzedAt - b.analyzedAt;
      if (byTime !== 0) return question.pick === 'latest' ? -byTime : byTime;
      return rankOf(a.source, order) < rankOf(b.source, order) ? -1 : 1;
    });
  return Array.from({ length: question.length }, (_, i) => {
    const index = question.start + i;
    const begins = index * HOUR_MS;
    const winner = offered.find(({ analyzedAt, firstIndex, values }) => {
      if (index < firstIndex || index >= firstIndex + values.length) return false;
      return 'daysAhead' in question.lead
        ? dayBetween(analyzedAt, begins) === question.lead.daysAhead
        : analyzedAt <= begins - question.lead.hoursAhead * HOUR_MS;
    });
    if (!winner) return undefined;
    const { analyzedAt, source, firstIndex, values, at } = winner;
    return { value: values[index - firstIndex]!, analyzedAt, source, recordedAt: at };
  });
}
