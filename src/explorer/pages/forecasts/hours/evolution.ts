// One delivery hour across all runs: what each run, in the order of issue, said of it.

import type { Run } from '#explorer/pages/forecasts/runs/run-difference.ts';
import { secondsOf } from '#explorer/pages/forecasts/runs/run-difference.ts';

export interface Evolution {
  /** Issue times, seconds since 1970 UTC, ascending, each once. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Where the last forecast stops to be the word on the hour: its delivery, or now before that. */
  readonly endTime: number;
}

/** Undefined where no run speaks of the hour. `hour` and `now` are seconds since 1970 UTC. */
export function evolutionOf(
  runs: readonly Run[],
  hour: number,
  now: number,
): Evolution | undefined {
  const spoken = runs
    .map((run) => ({ issued: secondsOf(run.issueTime), at: run.times.indexOf(hour), run }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.issued - b.issued);
  const last = spoken[spoken.length - 1];
  if (!last) return undefined;
  return {
    times: spoken.map(({ issued }) => issued),
    values: spoken.map(({ at, run }) => run.values[at] ?? null),
    endTime: Math.max(last.issued + 3600, Math.min(hour, now)),
  };
}

export interface Spread {
  readonly first: number;
  readonly newest: number;
  readonly low: number;
  readonly high: number;
}

/** Undefined where every run has a gap at the hour. */
export function spreadOf({ values }: Evolution): Spread | undefined {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return undefined;
  return {
    first: present[0]!,
    newest: present[present.length - 1]!,
    low: Math.min(...present),
    high: Math.max(...present),
  };
}
