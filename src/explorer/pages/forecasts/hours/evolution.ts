// One delivery hour across all runs: what each run forecast for it, in the order of issue.

import type { Run } from '#view/runs/run-difference';
import { secondsOf } from '#view/runs/run-difference';

export interface Evolution {
  /** Issue times, seconds since 1970 UTC, ascending, each once. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** The end of the last forecast: the delivery of the hour, or now if that is earlier. */
  readonly endTime: number;
}

/** Follows an hour across runs; undefined if no run covers it. Both times are seconds since 1970 UTC. */
export function evolutionOf(
  runs: readonly Run[],
  hour: number,
  now: number,
): Evolution | undefined {
  const covering = runs
    .map((run) => ({ issued: secondsOf(run.issueTime), at: run.times.indexOf(hour), run }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.issued - b.issued);
  const last = covering[covering.length - 1];
  if (!last) return undefined;
  return {
    times: covering.map(({ issued }) => issued),
    values: covering.map(({ at, run }) => run.values[at] ?? null),
    endTime: Math.max(last.issued + 3600, Math.min(hour, now)),
  };
}

export interface Spread {
  readonly first: number;
  readonly newest: number;
  readonly low: number;
  readonly high: number;
}

/** The first, newest, lowest and highest forecast; undefined if every run has a gap at the hour. */
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
