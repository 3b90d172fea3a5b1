// gridtide plan: which series the users of a plan may read, and how much.

import { findPlanOrRefuse, type PlanDraft, setPlan } from '#accounts/plan-changes';
import {
  type Arguments,
  type Command,
  type CommandGroup,
  DONE,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { changedBy, JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { formatCount, printJson, printTable } from '#cli/terminal/table';
import type { Plan } from '#store/account-store';
import type { Store } from '#store/store';

const set: Command = {
  name: 'plan set',
  summary: 'Make a plan, or change one; what is left out stays.',
  usage: 'NAME [--series PATTERNS] [--requests-per-minute N] [--points N]',
  options: {
    series: {
      type: 'string',
      value: 'PATTERNS',
      summary: 'Series its users may read: codes with commas between, * for any characters.',
    },
    'requests-per-minute': { type: 'string', value: 'N', summary: 'The most requests a minute.' },
    points: { type: 'string', value: 'N', summary: 'The most points in an answer.' },
    ...STORE_OPTION,
  },
  notes: "For example: gridtide plan set germany --series 'de*,*hrprice' --points 100000",
  async run(args, io) {
    const [name] = takePositionals(args, 'NAME') as [string];
    const requestsPerMinute = readCount(args, 'requests-per-minute');
    const pointsPerAnswer = readCount(args, 'points');
    const patterns = args.text('series')?.split(',');
    const work = async ({ accounts }: Store): Promise<void> => {
      const before = await accounts.findPlan(name);
      if (!before && !patterns) throw misuse(`the plan ${name} is new: --series PATTERNS missing`);
      const draft: PlanDraft = {
        name: before?.name ?? name,
        patterns: patterns ?? before!.patterns,
        requestsPerMinute: requestsPerMinute ?? before?.requestsPerMinute,
        pointsPerAnswer: pointsPerAnswer ?? before?.pointsPerAnswer,
      };
      io.stdout.write(`plan ${describe(await setPlan(accounts, draft, changedBy(io)))}\n`);
    };
    await withStore(args, io, work, { create: true });
    return DONE;
  },
};

function readCount(args: Arguments, option: string): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text))
    throw misuse(`--${option} is a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

const describe = (plan: Plan): string =>
  `${plan.name}: ${plan.patterns.join(',')}, ${formatCount(plan.requestsPerMinute)} requests a minute, ${formatCount(plan.pointsPerAnswer)} points an answer`;

const list: Command = {
  name: 'plan list',
  summary: 'List the plans, or show one.',
  usage: '[NAME] [--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    const [name] = args.positionals.length === 0 ? [] : takePositionals(args, 'NAME');
    await withStore(args, io, async ({ accounts }) => {
      const plans =
        name === undefined ? await accounts.listPlans() : [await findPlanOrRefuse(accounts, name)];
      plans.sort((a, b) => (a.name < b.name ? -1 : 1));
      if (args.flag('json')) {
        printJson(plans.map(summaryOf), io);
        return;
      }
      printTable(
        plans,
        [
          { title: 'NAME', cell: (plan) => plan.name },
          { title: 'REQUESTS/MIN', cell: (plan) => plan.requestsPerMinute },
          { title: 'POINTS', cell: (plan) => plan.pointsPerAnswer },
          { title: 'SERIES', cell: (plan) => plan.patterns.join(',') },
        ],
        io,
      );
    });
    return DONE;
  },
};

const summaryOf = (plan: Plan) => ({
  name: plan.name,
  series: plan.patterns,
  requestsPerMinute: plan.requestsPerMinute,
  pointsPerAnswer: plan.pointsPerAnswer,
});

export const planCommands: CommandGroup = {
  name: 'plan',
  summary: 'Set and list plans: which series their users may read, and how much.',
  commands: [set, list],
};
