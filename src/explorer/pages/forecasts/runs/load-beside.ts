// Runs of other sources, to lay beside the chosen one.

import { DAY_MS, formatUtc } from '#core/time/instant';
import { queryOf, type RunIndex } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { forecasts } from '#explorer/state/forecasts.ts';
import type { OfferedRuns } from '#view/runs/offered-runs';
import { type Run, runOf } from '#view/runs/run-difference';

export interface BesideRun {
  readonly source: string;
  /** Undefined if the source has no run at or before the chosen one. */
  readonly run: Run | undefined;
}

/** Loads each source's newest run at or before `until`; its newest of all if `until` is empty. */
export function loadBeside(
  index: RunIndex,
  { chosen }: OfferedRuns,
  sources: readonly string[],
  until: string,
  signal: AbortSignal,
): Promise<BesideRun[]> {
  const startDate = formatUtc(Date.parse(chosen) - DAY_MS);
  return Promise.all(
    sources.map(async (source) => {
      const facts = index.sources.find((one) => one.source === source);
      if (!facts || (until !== '' && facts.firstAnalyzedTime > until))
        return { source, run: undefined };
      const query = { ...queryOf(index), source, startDate, ...(until && { issueTime: until }) };
      return { source, run: runOf(await forecasts.shortTerm(query, { signal })) };
    }),
  );
}
