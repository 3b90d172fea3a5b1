// /api/operator/plans: what the users of a plan may read, and how much.

import type { FastifyInstance } from 'fastify';
import { setPlan } from '#accounts/plan-changes';
import { PlanBody, PlanParams, PlanShape } from '#contract/operator-accounts';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addAccountWrite, addOperatorRead } from '#http/api/operator/operator-route';
import { changedBy } from '#http/api/operator/users';
import type { AccountStore, Plan } from '#store/account-store';

const PATH = '/api/operator/plans';

export function addPlanRoutes(
  app: FastifyInstance,
  accounts: AccountStore,
  writes: IdempotentWrites,
): void {
  addPlanList(app, accounts);
  addPlanSetting(app, writes);
}

function addPlanList(app: FastifyInstance, accounts: AccountStore): void {
  addOperatorRead(app, {
    url: PATH,
    summary: 'All plans',
    answer: Type.Array(PlanShape),
    refuses: [],
    handler: async () => (await accounts.listPlans()).map(describe),
  });
}

function addPlanSetting(app: FastifyInstance, writes: IdempotentWrites): void {
  addAccountWrite<{ Params: PlanParams; Body: PlanBody }>(app, {
    method: 'PUT',
    url: `${PATH}/:name`,
    summary: 'Make a plan, or change the fields that are given',
    params: PlanParams,
    body: PlanBody,
    answer: PlanShape,
    refuses: [],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => async (within) => {
        const { name } = request.params;
        const existing = await within.findPlan(name);
        const { series: patterns = existing?.patterns, ...limits } = request.body;
        if (patterns === undefined) {
          throw refuseField('field_missing', 'series', 'a new plan needs patterns of series');
        }
        const draft = {
          name,
          patterns,
          requestsPerMinute: limits.requestsPerMinute ?? existing?.requestsPerMinute,
          pointsPerAnswer: limits.pointsPerAnswer ?? existing?.pointsPerAnswer,
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
