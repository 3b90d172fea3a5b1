// Runs of the days before a first run, made in memory: weights and bands need errors of the same members, and a new
// definition has none. They use what the first run knows, and each the history before its own day.

import { DAY_MS, type Instant } from '#core/time/instant';
import type { PastRun } from '#model/days/past-runs';
import { forecastDays } from '#model/forecast-days';
import { KeptFits } from '#model/members/kept-fits';
import type { SeriesKind } from '#model/members/members';
import type { KnownDays } from '#service/model-runs/model-days';
import { recallRuns, rememberRun } from '#service/model-runs/model-memory';

/** With fewer remembered runs, those of this many days before are made. */
const WARM_UP_DAYS = 28;

/** The most series of one task that are warmed up: each takes as long as 28 runs. */
const MOST_WARMED = 12;

/** Whether the runs of a task of `count` series are preceded by those of the days before. */
export const mayWarmUp = (count: number): boolean => count <= MOST_WARMED;

export interface ReplayedRun {
  /** When the run would have been made. */
  readonly at: Instant;
  readonly run: PastRun;
}

/** Makes the runs of earlier days that are not remembered; none if enough are. */
export function replayBefore(
  { table, targetRow, leadHours, knownSlots }: KnownDays,
  memory: string | undefined,
  kind: SeriesKind,
  analyzedAt: Instant,
): ReplayedRun[] {
  const remembered = recallRuns(memory, analyzedAt);
  const days = new Set(remembered.map(({ day }) => day));
  if (days.size >= WARM_UP_DAYS) return [];
  const replayed: ReplayedRun[] = [];
  const kept = new KeptFits();
  for (let back = Math.min(WARM_UP_DAYS, targetRow); back > 0; back--) {
    const row = targetRow - back;
    if (days.has(table.firstDay + row)) continue;
    const outcome = forecastDays(table, {
      ...{ kind, row, leadHours, kept },
      // The day before was known as far as the newest day is now.
      knownSlots: Math.max(0, knownSlots - back * table.slotsPerDay),
      pastRuns: [...remembered, ...replayed.map(({ run }) => run)],
    });
    if ('refused' in outcome) continue;
    replayed.push({ at: analyzedAt - back * DAY_MS, run: outcome.firstDay });
  }
  return replayed;
}

/** Adds replayed runs to the text of the model's memory. */
export const rememberReplayed = (
  memory: string | undefined,
  replayed: readonly ReplayedRun[],
): string | undefined =>
  replayed.reduce<string | undefined>((text, { at, run }) => rememberRun(text, at, run), memory);
