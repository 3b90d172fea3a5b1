// All runs at one time: their means of a delivery day, and their values of one delivery hour.

import { seriesIdOf } from '#core/market/categories';
import { formatUtc } from '#core/time/instant';
import type { Span } from '#core/time/span';
import {
  LONGEST_LEAD_MS,
  queryOf,
  type RunIndex,
  type Subject,
} from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { forecasts } from '#explorer/state/forecasts.ts';
import { client } from '#explorer/state/session.ts';
import { type Run, runOf, secondsOf } from '#view/runs/run-difference';
import { lastObservedOf } from '#view/values/series-facts';

/** Loads issue time → mean over a delivery day. Runs that do not reach the day are left out. */
export async function loadDayMeans(
  index: RunIndex,
  oldest: string,
  { start, end }: Span,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const answers = await forecasts.shortTermRuns(
    {
      ...queryOf(index),
      fromIssueTime: oldest,
      startDate: formatUtc(start),
      endDate: formatUtc(end - 1),
      resolution: 'Daily',
    },
    { signal },
  );
  return new Map(
    answers.flatMap(({ analyzedTime, data }): [string, number][] => {
      const value = data[0]?.value ?? null;
      return value === null ? [] : [[analyzedTime, value]];
    }),
  );
}

export interface HourAcrossRuns extends Subject {
  /** The delivery hour, seconds. */
  readonly hour: number;
  readonly unit: string;
  readonly source: string;
  readonly runs: readonly Run[];
  /** The runs of other sources. */
  readonly beside: readonly { readonly source: string; readonly runs: readonly Run[] }[];
  /** The actual value; null if it is a gap or not known yet. */
  readonly actual: number | null;
}

export async function loadHour(
  index: RunIndex,
  hour: string,
  beside: readonly string[],
  signal: AbortSignal,
): Promise<HourAcrossRuns> {
  const { area, category, source } = index;
  const loadRuns = async (of: string): Promise<Run[]> => {
    const query = {
      ...queryOf(index),
      source: of,
      fromIssueTime: formatUtc(Date.parse(hour) - LONGEST_LEAD_MS),
      startDate: hour,
      endDate: hour,
    };
    const answers = await forecasts.shortTermRuns(query, { signal });
    return answers.flatMap((one) => runOf(one) ?? []);
  };
  const [runs, others, answer] = await Promise.all([
    loadRuns(source),
    Promise.all(beside.map(async (other) => ({ source: other, runs: await loadRuns(other) }))),
    client.columns(
      seriesIdOf(area, category),
      { from: hour, to: hour, resolution: 'hour' },
      { signal },
    ),
  ]);
  const isKnown = secondsOf(hour) <= (lastObservedOf(answer) ?? Number.NEGATIVE_INFINITY);
  return {
    area,
    category,
    hour: secondsOf(hour),
    unit: answer.unit,
    source,
    runs,
    beside: others,
    actual: isKnown ? (answer.values[0] ?? null) : null,
  };
}
