// Several series over one span: all of them or none, within one cap on points.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import type { ServiceContext } from '#service/context';
import { findSeriesOrRefuse, requireSubscription } from '#service/series/find-series';
import type { SeriesRequest } from '#service/series/parse-series-request';
import { readTask, type SeriesAnswer } from '#service/series/read-series';
import { type SeriesTask, settleFor } from '#service/series/settle-series';
import type { SeriesRecord } from '#store/series-record';

/** Finds the series, checks the caller's plan, and settles each request. */
export async function settleSeriesList(
  requests: readonly SeriesRequest[],
  caller: Caller,
  context: ServiceContext,
): Promise<SeriesTask[]> {
  // Refusals come in the order of their kinds, not of the list: an unknown series before one outside the
  // plan, and that before one that cannot be computed.
  const found: SeriesRecord[] = [];
  for (const { seriesId, names } of requests)
    found.push(await findSeriesOrRefuse(context.store, seriesId, names.seriesId));
  for (const [i, { names }] of requests.entries())
    requireSubscription(caller, found[i]!.code, names.seriesId);
  return requests.map((request, i) => settleFor(found[i]!, request, caller, context));
}

/** Reads the values of all tasks. Refuses if they make more than `mostPoints`. */
export async function readTasks(
  tasks: readonly SeriesTask[],
  mostPoints: number,
  context: ServiceContext,
): Promise<SeriesAnswer[]> {
  const answers: SeriesAnswer[] = [];
  let count = 0;
  for (const task of tasks) {
    const answer = await readTask(task, context);
    count += answer.points.times.length;
    if (count > mostPoints) {
      const detail = `the answer would hold more than the ${mostPoints} points the plan allows; ask for fewer series, a coarser resolution or a shorter span`;
      throw new Refusal('too_many_points', detail);
    }
    answers.push(answer);
  }
  return answers;
}
