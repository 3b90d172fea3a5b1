// A scorecard in words and tables: sources side by side or by groups, and why one is not scored.

import type { Io } from '#cli/command/command';
import { BREAKDOWNS, type Breakdown } from '#cli/commands/accuracy/accuracy-breakdowns';
import { printScores, type ScoreRow, sparkOf } from '#cli/commands/accuracy/accuracy-table';
import { rowsCommand } from '#cli/commands/accuracy/rows-command';
import { countOf } from '#cli/terminal/table';
import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import { didYouMean, quoteGiven } from '#core/nearest';
import { isHindcastSource } from '#core/values/source-order';

/** The closing time that no run comes after. */
const EVERY_RUN = '24:00';

const describeClosure = ({ issuedBefore, zone }: AccuracyAnswer): string =>
  issuedBefore === EVERY_RUN ? 'runs of any time of day' : `runs before ${issuedBefore} (${zone})`;

export function printAnswer(
  answer: AccuracyAnswer,
  breakdown: Breakdown | undefined,
  asked: string | undefined,
  io: Io,
): void {
  const { stdout } = io;
  const { seriesId, area, category, unit, resolution, from, to, sources } = answer;
  const what = category && area ? `${category} of ${area}, ` : '';
  stdout.write(`${seriesId}  ${what}${unit}, ${resolution.toLowerCase()}\n`);
  stdout.write(`from ${from} to ${to}, ${describeClosure(answer)}\n\n`);
  const scored = sources.filter((source) => source.byLeadDay.some((group) => group.scored > 0));
  const idle = sources.filter((source) => !scored.includes(source));
  if (sources.length === 0) stdout.write(`${whyNone(answer, asked)}\n`);
  else if (scored.length > 0 && breakdown) printBreakdown(scored, breakdown, io);
  else if (scored.length > 0) {
    printSources(answer, scored, io);
    printRows(scored, io);
  }
  for (const source of idle) stdout.write(`${explainUnscored(source, answer)}\n`);
}

/** Prints forecasts, and then hindcasts apart from them: these were made when the actual values were known. */
function printSources(answer: AccuracyAnswer, sources: readonly SourceAccuracy[], io: Io): void {
  const hindcasts = sources.filter(({ kind }) => kind === 'hindcast');
  const forecasts = sources.filter(({ kind }) => kind !== 'hindcast');
  if (forecasts.length > 0) printForecasts(answer, forecasts, io);
  if (hindcasts.length === 0) return;
  io.stdout.write(`${forecasts.length > 0 ? '\n' : ''}Hindcasts, made afterwards\n`);
  const rows = hindcasts.map(({ source, dayAhead }) => ({ names: [source], figures: dayAhead }));
  printScores(['SOURCE'], rows, io);
}

/** Prints the sources best first, and again on the hours that all of them have if these are fewer. */
function printForecasts(answer: AccuracyAnswer, sources: readonly SourceAccuracy[], io: Io): void {
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
  const compared = answer.sourceNames.filter((name) => !isHindcastSource(name));
  if (compared.length < 2 || isSame) return;
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

/** Prints the command that shows the rows of each source's figures. */
function printRows(sources: readonly SourceAccuracy[], { stdout }: Io): void {
  const commands = sources.flatMap(({ source, dayAhead }) => {
    const command = rowsCommand(dayAhead.slice);
    return command === undefined ? [] : [`Rows of ${source}: ${command}\n`];
  });
  if (commands.length > 0) stdout.write(`\n${commands.join('')}`);
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
  { source, kind, runs, runsInTime }: SourceAccuracy,
  { lastObserved, issuedBefore }: AccuracyAnswer,
): string {
  const what = kind === 'series' ? source : `${source}: ${countOf(runs, 'run')}`;
  if (kind !== 'series' && runsInTime === 0)
    return `${what}, none issued before ${issuedBefore}; --issued-before ${EVERY_RUN} counts every run.`;
  const why =
    lastObserved === null
      ? 'there is no actual value'
      : `no value 1 to 7 days ahead has an actual one, the last of which is of ${lastObserved}`;
  return `${what}, nothing scored yet: ${why}.`;
}
