// /api/operator/plans: what the users of a plan may read, and how much of it.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { setPlan } from '#accounts/plan-changes';
import { PlanBody, PlanParams, PlanShape } from '#contract/operator-accounts';
import { refuseField } from '#core/errors';
import type { IdempotentWrites } from '#http/api/operator/answer-once';
import { documentRead, documentWrite, OPERATOR } from '#http/api/operator/operator-route';
import { changedBy } from '#http/api/operator/users';
import type { ServerParts } from '#http/request/server-parts';
import type { Plan } from '#store/account-store';

const PATH = '/api/operator/plans';

export function addPlanRoutes(
  app: FastifyInstance,
  parts: ServerParts,
  desk: IdempotentWrites,
): void {
  const { accounts } = parts.signIn;

  app.get(PATH, {
    config: OPERATOR,
    schema: documentRead({
      summary: 'All plans',
      answer: Type.Array(PlanShape),
      refuses: [],
    }),
    handler: async () => (await accounts.listPlans()).map(describe),
  });

  app.put<{ Params: PlanParams; Body: PlanBody }>(`${PATH}/:name`, {
    config: OPERATOR,
    schema: documentWrite({
      summary: 'Make a plan, or change what is given of one',
      params: PlanParams,
      body: PlanBody,
      answer: PlanShape,
      refuses: [],
    }),
    handler: (request, reply) =>
      desk.changeAccounts(request, reply, async () => async (within) => {
        const { name } = request.params;
        const held = await within.findPlan(name);
        const { series: patterns = held?.patterns, ...limits } = request.body;
        if (patterns === undefined) {
          throw refuseField('field_missing', 'series', 'a new plan needs patterns of series');
        }
        const draft = {
          name,
          patterns,
          requestsPerMinute: limits.requestsPerMinute ?? held?.requestsPerMinute,
          pointsPerAnswer: limits.pointsPerAnswer ?? held?.pointsPerAnswer,
        };
        return describe(await setPlan(within, draft, changedBy(request)));
      }),
  });
}

const describe = (plan: Plan): PlanShape => ({
  name: plan.name,
  series: [...plan.patterns],
  requestsPerMinute: plan.requestsPerMinute,
  pointsPerAnswer: plan.pointsPerAnswer,
});
