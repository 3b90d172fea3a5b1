// Making and changing plans.

import { type ChangedBy, recordChange } from '#accounts/account-journal';
import {
  checkPattern,
  DEFAULT_POINTS_PER_ANSWER,
  DEFAULT_REQUESTS_PER_MINUTE,
} from '#accounts/plans';
import { refuseField } from '#core/errors';
import type { AccountStore, Plan } from '#store/account-store';

const NAME_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const MAX_PATTERNS = 1_000;
/** Fits a 32-bit column of any engine. */
const MAX_LIMIT = 1_000_000_000;

/** A plan as an operator gives it. Limits that are left out are the defaults. */
export interface PlanDraft {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly requestsPerMinute?: number;
  readonly pointsPerAnswer?: number;
}

function checkLimit(field: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT) return value;
  throw refuseField('field_invalid', field, `must be a whole number from 1 to ${MAX_LIMIT}`);
}

function checkPlan(draft: PlanDraft): Plan {
  if (!NAME_FORM.test(draft.name)) {
    const rule = '1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit';
    throw refuseField('field_invalid', 'name', `a plan’s name is ${rule}`);
  }
  const patterns = [...new Set(draft.patterns.map(checkPattern))];
  if (patterns.length < 1 || patterns.length > MAX_PATTERNS) {
    throw refuseField('field_invalid', 'series', `give 1 to ${MAX_PATTERNS} patterns`);
  }
  return {
    name: draft.name,
    patterns,
    requestsPerMinute: checkLimit(
      'requestsPerMinute',
      draft.requestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
    ),
    pointsPerAnswer: checkLimit(
      'pointsPerAnswer',
      draft.pointsPerAnswer ?? DEFAULT_POINTS_PER_ANSWER,
    ),
  };
}

/** Makes the plan, or replaces the plan of that name for all its users. */
export async function setPlan(
  accounts: AccountStore,
  draft: PlanDraft,
  by?: ChangedBy,
): Promise<Plan> {
  const plan = checkPlan(draft);
  await accounts.transact(async (within) => {
    await within.putPlan(plan);
    await recordChange(within, by, 'plan-set', plan.name, describe(plan));
  });
  return plan;
}

const describe = ({ patterns, requestsPerMinute, pointsPerAnswer }: Plan): string =>
  `Series ${shorten(patterns.join(', '))}; ${requestsPerMinute} requests a minute, ${pointsPerAnswer} points an answer.`;

/** Shortens the list of patterns, of which a plan may have a thousand. */
const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** Makes the plan if there is none of that name; an operator's own stays as it is. */
export async function ensurePlan(accounts: AccountStore, draft: PlanDraft): Promise<Plan> {
  return (await accounts.findPlan(draft.name)) ?? (await setPlan(accounts, draft));
}

/** Returns the plan of a name, or refuses and names the existing plans. */
export async function findPlanOrRefuse(accounts: AccountStore, name: string): Promise<Plan> {
  const plan = await accounts.findPlan(name);
  if (plan) return plan;
  const names = (await accounts.listPlans()).map((each) => each.name).sort();
  const known =
    names.length > 0
      ? `the plans are ${names.join(', ')}`
      : "there is no plan yet: make one with gridtide plan set NAME --series '*'";
  throw refuseField('field_invalid', 'plan', `no plan "${name.slice(0, 64)}": ${known}`, names);
}
