// Several series over one span: all of them or none, within one cap on points.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import type { ServiceContext } from '#service/context';
import {
  readTask,
  type SeriesAnswer,
  type SeriesPlan,
  type SeriesTask,
  settleSeries,
} from '#service/read-series';

export async function readSeriesList(
  plans: readonly SeriesPlan[],
  caller: Caller,
  context: ServiceContext,
): Promise<{ tasks: SeriesTask[]; answers: SeriesAnswer[] }> {
  const tasks: SeriesTask[] = [];
  // Settled one after the other and before any value is read, so that the first refusal is the
  // first in the list's order.
  for (const plan of plans) tasks.push(await settleSeries(plan, caller, context));
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
