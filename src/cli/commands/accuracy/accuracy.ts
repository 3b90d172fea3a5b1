// gridtide accuracy: how good the forecasts in a store were, as a table or as the interface's JSON.

import {
  type Arguments,
  type Command,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { OPERATOR } from '#cli/command/operator';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printScores, type ScoreRow, sparkOf } from '#cli/commands/accuracy/accuracy-table';
import { countOf } from '#cli/terminal/table';
import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import { didYouMean, quoteGiven } from '#core/nearest';
import { describeAccuracy } from '#http/writers/write-accuracy';
import {
  DEFAULT_DAYS,
  MOST_DAYS,
  parseAccuracyRequest,
} from '#service/accuracy/parse-accuracy-request';
import { scoreRuns, settleAccuracy } from '#service/accuracy/score-runs';

interface Breakdown {
  readonly title: string;
  /** The groups of a source, each with its name and its figures. */
  groupsOf(source: SourceAccuracy): { readonly name: string; readonly figures: AccuracyFigures }[];
}

const BREAKDOWNS: Readonly<Record<string, Breakdown>> = {
  lead: {
    title: 'DAYS AHEAD',
    groupsOf: ({ byLeadDay }) =>
      byLeadDay.map((figures) => ({ name: String(figures.leadDays), figures })),
  },
  block: {
    title: 'BLOCK',
    groupsOf: ({ byBlock }) =>
      byBlock.map((figures) => ({ name: `${figures.block} ${figures.hours}`, figures })),
  },
  month: {
    title: 'MONTH',
    groupsOf: ({ byMonth }) => byMonth.map((figures) => ({ name: figures.month, figures })),
  },
  'day-type': {
    title: 'DAY TYPE',
    groupsOf: ({ byDayType }) =>
      byDayType.map((figures) => ({ name: figures.dayType.replaceAll('-', ' '), figures })),
  },
};

const breakdownNames = Object.keys(BREAKDOWNS);

export const accuracyCommand: Command = {
  name: 'accuracy',
  summary: 'Show how good forecasts were, source by source.',
  usage: `--area AREA --category NAME [--from DATE] [--to DATE] [--by ${breakdownNames.join('|')}]`,
  options: {
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
    by: { type: 'string', value: 'WHAT', summary: `Break down by ${breakdownNames.join(', ')}.` },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Day-ahead figures take each value from the newest run made the day before it; by lead, every
run counts. rMAE is the mean absolute error over that of a naive forecast. WEEK: the value a week
before. STD: the same on Mondays, Saturdays and Sundays, else the value a day before. Below 1 is
better than naive. IN 80 % is how often the actual value lay in the 80 % band.

For example: gridtide accuracy --area DE --category hrprice --by block`,
  async run(args, io) {
    takePositionals(args);
    for (const name of ['area', 'category'])
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
  return withStore(args, io, async (store) => {
    const market = await marketOf(store, io);
    const asked = {
      area: args.text('area'),
      category: args.text('category'),
      from: args.text('from'),
      to: args.text('to'),
      source: args.text('source'),
    };
    const request = parseAccuracyRequest(asked, io.now());
    return store.snapshot(async (reader) => {
      const context = { store: reader, ...market };
      const task = await settleAccuracy(request, OPERATOR, context);
      return describeAccuracy(await scoreRuns(task, context), market.blocks);
    });
  });
}

function printAnswer(
  answer: AccuracyAnswer,
  breakdown: Breakdown | undefined,
  asked: string | undefined,
  io: Io,
): void {
  const { stdout } = io;
  const { seriesId, area, category, unit, resolution, from, to, sources } = answer;
  stdout.write(`${seriesId}  ${category} of ${area}, ${unit}, ${resolution.toLowerCase()}\n`);
  stdout.write(`from ${from} to ${to}\n\n`);
  const scored = sources.filter((source) => source.byLeadDay.some((group) => group.scored > 0));
  const idle = sources.filter((source) => !scored.includes(source));
  if (sources.length === 0) stdout.write(`${whyNone(answer, asked)}\n`);
  else if (scored.length > 0 && breakdown) printBreakdown(scored, breakdown, io);
  else if (scored.length > 0) printSources(answer, scored, io);
  for (const source of idle) stdout.write(`${explainUnscored(source, answer)}\n`);
}

/** Prints the sources best first, and again on the hours that all of them have if these are fewer. */
function printSources(answer: AccuracyAnswer, sources: readonly SourceAccuracy[], io: Io): void {
  const sorted = sources.toSorted(
    (a, b) =>
      (a.dayAhead.mae ?? Number.POSITIVE_INFINITY) - (b.dayAhead.mae ?? Number.POSITIVE_INFINITY),
  );
  const rows = (figuresOf: (source: SourceAccuracy) => AccuracyFigures): ScoreRow[] =>
    sorted.map((source) => ({ names: [source.source], figures: figuresOf(source) }));
  io.stdout.write('Day-ahead\n');
  printScores(
    ['SOURCE'],
    rows(({ dayAhead }) => dayAhead),
    io,
  );
  const isSame = sources.every(({ dayAhead }) => dayAhead.scored === answer.sameHours);
  if (answer.sourceNames.length < 2 || isSame) return;
  if (answer.sameHours === 0) {
    io.stdout.write('\nNo value has a day-ahead forecast of every source.\n');
    return;
  }
  const shared = countOf(answer.sameHours, 'value');
  io.stdout.write(`\nDay-ahead on the ${shared} that every source has a forecast for\n`);
  printScores(
    ['SOURCE'],
    rows(({ sameHours }) => sameHours),
    io,
  );
}

function printBreakdown(sources: readonly SourceAccuracy[], breakdown: Breakdown, io: Io): void {
  const rows = sources.flatMap((source) =>
    breakdown
      .groupsOf(source)
      .map(({ name, figures }) => ({ names: [source.source, name], figures })),
  );
  printScores(['SOURCE', breakdown.title], rows, io);
  if (breakdown !== BREAKDOWNS.lead) return;
  for (const { source, byLeadHour } of sources) {
    const [first, last] = [byLeadHour[0], byLeadHour.at(-1)];
    if (!first || !last) continue;
    const spark = sparkOf(byLeadHour.map(({ mae }) => mae));
    io.stdout.write(
      `\n${source}: MAE of the next day, ${first.leadHours} to ${last.leadHours} hours ahead\n${spark}\n`,
    );
  }
}

function whyNone({ seriesId, sourceNames }: AccuracyAnswer, asked: string | undefined): string {
  if (asked === undefined || sourceNames.length === 0)
    return `Nothing to score: no forecast of ${seriesId} reaches into this span.`;
  const near = didYouMean(asked, sourceNames);
  return `No forecast of source ${quoteGiven(asked)}${near}; there are ${sourceNames.join(', ')}.`;
}

function explainUnscored(
  { source, kind, runs }: SourceAccuracy,
  { lastObserved }: AccuracyAnswer,
): string {
  const what = kind === 'runs' ? `${source}: ${countOf(runs, 'run')}` : source;
  const why =
    lastObserved === null
      ? 'there is no actual value'
      : `no value 1 to 7 days ahead has an actual one, the last of which is of ${lastObserved}`;
  return `${what}, nothing scored yet: ${why}.`;
}
