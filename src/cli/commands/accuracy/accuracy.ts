// gridtide accuracy: how good the forecasts in a store were, as a table or as the interface's JSON.

import {
  type Arguments,
  type Command,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { namingOptions } from '#cli/command/naming-options';
import { OPERATOR } from '#cli/command/operator';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { BREAKDOWNS, type Breakdown } from '#cli/commands/accuracy/accuracy-breakdowns';
import { printAnswer } from '#cli/commands/accuracy/print-accuracy';
import type { AccuracyAnswer } from '#contract/accuracy';
import { didYouMean, quoteGiven } from '#core/nearest';
import { describeAccuracy } from '#http/writers/write-accuracy';
import {
  type AccuracyAsked,
  DEFAULT_DAYS,
  MOST_DAYS,
  parseAccuracyRequest,
} from '#service/accuracy/parse-accuracy-request';
import { scoreRuns, settleAccuracy } from '#service/accuracy/score-runs';
import { contextAsOf, type ServiceContext } from '#service/context';

const breakdownNames = Object.keys(BREAKDOWNS);

/** The option that gives each field of a request. */
const OPTIONS: Readonly<Record<keyof AccuracyAsked, string>> = {
  seriesId: 'series',
  area: 'area',
  category: 'category',
  from: 'from',
  to: 'to',
  source: 'source',
  issuedBefore: 'issued-before',
  asOf: 'as-of',
};

export const accuracyCommand: Command = {
  name: 'accuracy',
  summary: 'Show how good forecasts were, source by source.',
  usage: `--series SERIES | --area AREA --category NAME [--from DATE] [--to DATE] [--source NAME]\n  [--issued-before HH:MM] [--by ${breakdownNames.join('|')}]`,
  options: {
    series: { type: 'string', value: 'SERIES', summary: 'Any series with runs.' },
    area: { type: 'string', value: 'AREA', summary: 'The area: DE, FR, NO1, …' },
    category: { type: 'string', value: 'NAME', summary: 'hrprice, hrproduction or hrcons.' },
    from: {
      type: 'string',
      value: 'DATE',
      summary: `First instant, UTC. Default: ${DEFAULT_DAYS} days before the end.`,
    },
    to: {
      type: 'string',
      value: 'DATE',
      summary: `Last instant, UTC, included. Default: the end of today. At most ${MOST_DAYS} days.`,
    },
    source: { type: 'string', value: 'NAME', summary: 'Only this source.' },
    'issued-before': {
      type: 'string',
      value: 'HH:MM',
      summary: 'Only runs issued before this time count; 24:00: all. Default: GATE_CLOSURE.',
    },
    'as-of': { type: 'string', value: 'TIME', summary: 'As it would have been answered then.' },
    by: { type: 'string', value: 'WHAT', summary: `Break down by ${breakdownNames.join(', ')}.` },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Each value is scored with the last run that was issued before the gate closes (GATE_CLOSURE) on the
market day before it, or 2 to 7 days before it. gridtide slice shows the same runs. rMAE is the mean
absolute error over that of a naive forecast. WEEK: the value a week before. STD: the same on Mondays,
Saturdays and Sundays, else the value a day before. Below 1 is better than naive. CRPS scores a
forecast with its bands, in the unit of the values. IN 80 % is the hit rate of the 80 % band: how often
the actual value lay in it.

For example: gridtide accuracy --area DE --category hrprice --by block`,
  async run(args, io) {
    takePositionals(args);
    for (const name of args.text('series') === undefined ? ['area', 'category'] : [])
      if (args.text(name) === undefined) throw misuse(`--${name} missing`);
    const breakdown = readBreakdown(args.text('by'));
    const answer = await score(args, io);
    if (args.flag('json')) io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    else printAnswer(answer, breakdown, args.text('source'), io);
    return DONE;
  },
};

function readBreakdown(given: string | undefined): Breakdown | undefined {
  if (given === undefined) return undefined;
  const breakdown = Object.hasOwn(BREAKDOWNS, given) ? BREAKDOWNS[given] : undefined;
  if (breakdown) return breakdown;
  const near = didYouMean(given, breakdownNames);
  throw misuse(`--by ${quoteGiven(given)}${near}: there are ${breakdownNames.join(', ')}`);
}

function score(args: Arguments, io: Io): Promise<AccuracyAnswer> {
  const asked: AccuracyAsked = Object.fromEntries(
    Object.entries(OPTIONS).map(([field, option]) => [field, args.text(option)]),
  );
  return withStore(args, io, async (store) => {
    const market = await marketOf(store, io);
    return namingOptions(OPTIONS, async () => {
      const request = parseAccuracyRequest(asked, io.now(), market);
      const answerIn = async (context: ServiceContext) => {
        const task = await settleAccuracy(request, OPERATOR, context);
        return describeAccuracy(await scoreRuns(task, context), market);
      };
      if (request.asOf === undefined)
        return store.snapshot((reader) => answerIn({ store: reader, ...market }));
      return answerIn(await contextAsOf({ store, ...market }, request.asOf, 'asOf'));
    });
  });
}
