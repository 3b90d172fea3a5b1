// Several series over one span: all of them or none, within one cap on points.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import type { ServiceContext } from '#service/context';
import { findSeriesOrRefuse, requireSubscription } from '#service/series/find-series';
import {
  readTask,
  type SeriesAnswer,
  type SeriesPlan,
  type SeriesTask,
  settleFor,
} from '#service/series/read-series';
import type { SeriesRecord } from '#store/series-store';

export async function readSeriesList(
  plans: readonly SeriesPlan[],
  caller: Caller,
  context: ServiceContext,
): Promise<{ tasks: SeriesTask[]; answers: SeriesAnswer[] }> {
  // Refusals keep the order of their kinds, not of the list: one unknown series anywhere comes before
  // one outside the plan, and that before whatever the others cannot compute.
  const found: SeriesRecord[] = [];
  for (const { seriesId, names } of plans)
    found.push(await findSeriesOrRefuse(context.store, seriesId, names.seriesId));
  for (const [i, { names }] of plans.entries())
    requireSubscription(caller, found[i]!.code, names.seriesId);
  const tasks = plans.map((plan, i) => settleFor(found[i]!, plan, caller, context));
  const cap = caller.plan.pointsPerAnswer;
  const answers: SeriesAnswer[] = [];
  let count = 0;
  for (const task of tasks) {
    const answer = await readTask(task, context);
    count += answer.points.times.length;
    if (count > cap) {
      const detail = `the answer would hold more than the ${cap} points the plan allows; ask for fewer series, a coarser resolution or a shorter span`;
      throw new Refusal('too_many_points', detail);
    }
    answers.push(answer);
  }
  return { tasks, answers };
}
