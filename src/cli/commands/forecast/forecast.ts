// gridtide forecast: runs of the short-term model, and backtests of it.

import {
  type Arguments,
  type Command,
  CommandFault,
  type CommandGroup,
  DONE,
  FAILED,
  type Io,
  misuse,
} from '#cli/command/command';
import { readSource } from '#cli/command/source-option';
import { STORE_OPTION, withStore, writtenZone } from '#cli/command/store-option';
import { backtestCommand } from '#cli/commands/forecast/forecast-backtest';
import { defineCommand } from '#cli/commands/forecast/forecast-define';
import {
  findDefined,
  listCommand,
  removeCommand,
} from '#cli/commands/forecast/forecast-definitions';
import { HINDCAST_OPTIONS, makeHindcasts, readsHindcasts } from '#cli/commands/forecast/hindcast';
import { ProgressLine } from '#cli/terminal/progress-line';
import { countOf, printTable } from '#cli/terminal/table';
import { AREAS, findArea } from '#core/market/areas';
import { CATEGORIES, findCategory, seriesIdOf } from '#core/market/categories';
import { didYouMean, quoteGiven } from '#core/nearest';
import { formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import { parseUtcMoment } from '#core/time/utc-moment';
import { HINDCAST_SOURCE, hindcastSourceOf, OWN_SOURCE } from '#core/values/source-order';
import { labelOf, listTargets, type RunOutcome, runModel } from '#service/model-runs/run-model';
import type { ModelTarget } from '#service/model-runs/settle-target';
import { mayWarmUp } from '#service/model-runs/warm-up';
import type { Store } from '#store/store';

const runCommand: Command = {
  name: 'forecast run',
  summary: 'Make forecast runs now, or as of a past time.',
  usage:
    '[NAME]… [--area AREA]… [--category NAME]… [--at TIME] [--source NAME]\n  [--replace] [--as-published --keep --from DATE --to DATE] [--store URL]',
  options: {
    area: {
      type: 'string',
      multiple: true,
      value: 'AREA',
      summary: 'An area, such as DE; may be repeated. Default: every area with values.',
    },
    category: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      summary: `${CATEGORIES.map(({ name }) => name).join(', ')}, qh and hh in place of hr for parts of hours, or another whose series are stored, such as hrwind; may be repeated. Default: the first three.`,
    },
    at: {
      type: 'string',
      value: 'TIME',
      summary:
        'Time of the run, UTC: only what was known then is used. Default: the last full hour.',
    },
    source: {
      type: 'string',
      value: 'NAME',
      summary: `What the runs are called. Default: NAME, or ${OWN_SOURCE} for areas.`,
    },
    replace: { type: 'boolean', summary: 'Replace a run of the same time and source.' },
    ...HINDCAST_OPTIONS,
    ...STORE_OPTION,
  },
  notes: `
NAME is a definition of gridtide forecast define. Without any NAME, runs of areas and categories are made.
A run forecasts seven whole market days from the day after its time. Drivers (day-ahead forecasts of load,
wind and sun, temperature) are found by area and category. A run that is already stored for the same
time and source is kept, with a message, unless --replace is given. The exit code is 1 if no run could be made.

--as-published --keep makes hindcasts of imported history, whose times of arrival no record has: one run for
each day from --from to --to. A measured value counts as known at the end of its hour, a price at 12:00Z of
the market day before, and a forecast by others on that day at 10:00 market time if it is of load, at 18:00 if
it is of wind, sun or production, else at 06:00Z; --forecasts-at HOUR names one hour. Hindcasts have the source
${HINDCAST_SOURCE}, or ${hindcastSourceOf('NAME')} if they are of a definition: only who asks for it gets
them, and they are scored apart from real runs.`,
  async run(args, io) {
    const names = args.positionals;
    const areas = readAreas(args);
    const categories = readCategories(args);
    if (names.length > 0 && (areas || categories)) {
      throw misuse('give either names of definitions, or --area and --category');
    }
    const findTargets = async (store: Store) => {
      if (names.length > 0) return findDefined(store, names);
      const targets = await listTargets(store, areas, categories);
      refuseUnknown(targets, areas, categories);
      if (targets.length === 0) throw await nothingToForecast(store, areas);
      return targets;
    };
    if (readsHindcasts(args)) return makeHindcasts(args, io, findTargets);
    const analyzedAt = readTime(args, io);
    const source = readSource(args);
    return withStore(args, io, async (store) => {
      const zone = await writtenZone(store, io);
      const targets = await findTargets(store);
      const line = new ProgressLine(io.stderr);
      const outcomes: RunOutcome[] = [];
      for (const target of targets) {
        line.showSteps(outcomes.length, targets.length, labelOf(target));
        const more = { replaces: args.flag('replace'), warmsUp: mayWarmUp(targets.length) };
        const request = { ...target, analyzedAt, source, ...more };
        outcomes.push(await runModel(store, zone, request, io.now));
      }
      line.clear();
      report(outcomes, analyzedAt, io);
      const isAllThere = outcomes.every(({ state }) => state === 'kept');
      return isAllThere || outcomes.some(({ state }) => state === 'made') ? DONE : FAILED;
    });
  },
};

export const forecastCommands: CommandGroup = {
  name: 'forecast',
  summary: 'Define and make forecasts, or test how good they would have been.',
  commands: [runCommand, defineCommand, listCommand, removeCommand, backtestCommand],
};

function readAreas(args: Arguments): string[] | undefined {
  const given = args.texts('area');
  if (given.length === 0) return undefined;
  return given.map((text) => findArea(text)?.code ?? text.trim().toUpperCase());
}

function readCategories(args: Arguments): string[] | undefined {
  const given = args.texts('category');
  if (given.length === 0) return undefined;
  return given.map((text) => text.trim().toLowerCase());
}

/** Refuses an area or a category that no table has, unless a series of it is stored. */
function refuseUnknown(
  targets: readonly ModelTarget[],
  areas: readonly string[] = [],
  categories: readonly string[] = [],
): void {
  for (const area of areas) {
    if (findArea(area) || targets.some((target) => target.area === area)) continue;
    const codes = AREAS.map(({ code }) => code);
    throw misuse(`there is no area ${quoteGiven(area)}${didYouMean(area, codes)}`);
  }
  for (const category of categories) {
    // Parts of hours are forecast like their hours.
    if (findCategory(category.replace(/^(?:qh|hh)/, 'hr'))) continue;
    if (targets.some((target) => target.category === category)) continue;
    const names = CATEGORIES.map(({ name }) => name);
    throw misuse(
      `there is no category ${quoteGiven(category)}; there are ${names.join(', ')}, or any other whose series are stored; gridtide forecast define takes any series`,
    );
  }
}

function readTime(args: Arguments, { now }: Io): Instant {
  const text = args.text('at');
  if (text === undefined) return Math.floor(now() / HOUR_MS) * HOUR_MS;
  const time = parseUtcMoment(text, '--at');
  if (time > now()) throw misuse(`--at is in the future: ${formatUtc(time)}`);
  return time;
}

type Made = Extract<RunOutcome, { state: 'made' }>;
type Unmade = Exclude<RunOutcome, { state: 'made' }>;

function report(outcomes: readonly RunOutcome[], analyzedAt: Instant, io: Io): void {
  const made = outcomes.filter((outcome): outcome is Made => outcome.state === 'made');
  const unmade = outcomes.filter((outcome): outcome is Unmade => outcome.state !== 'made');
  if (made.length > 0) {
    printTable(
      made,
      [
        ...(made[0]!.name === undefined
          ? [
              { title: 'AREA', cell: ({ area }: Made) => area },
              { title: 'CATEGORY', cell: ({ category }: Made) => category },
            ]
          : [
              { title: 'NAME', cell: ({ name }: Made) => name! },
              { title: 'SERIES', cell: ({ series }: Made) => series! },
            ]),
        { title: 'HISTORY', cell: ({ tier }) => tier },
        { title: 'MEMBERS', cell: ({ members }) => members.join(' ') },
        { title: 'DRIVERS', cell: ({ drivers }) => drivers.join(' ') || '-' },
        { title: 'SECONDS', cell: ({ seconds }) => seconds.toFixed(2) },
      ],
      io,
    );
  }
  for (const outcome of unmade) {
    io.stdout.write(`${labelOf(outcome)}: ${reasonOf(outcome)}\n`);
  }
  io.stdout.write(`${countOf(made.length, 'run')} made as of ${formatUtc(analyzedAt)}\n`);
  if (made.length === 0 && unmade.some(({ state }) => state === 'refused')) {
    io.stdout.write(
      '--at TIME makes runs as of another time, with what was known then; --as-published --keep makes hindcasts of imported history\n',
    );
  }
}

/** Refuses a forecast without hourly series. Names series of parts of hours, if the areas have any. */
async function nothingToForecast(
  store: Store,
  areas: readonly string[] = AREAS.map(({ code }) => code),
): Promise<CommandFault> {
  for (const area of areas) {
    for (const { name } of CATEGORIES) {
      for (const part of ['qh', 'hh']) {
        const code = seriesIdOf(area, name.replace(/^hr/, part));
        if (!(await store.findSeries(code))) continue;
        return new CommandFault(
          `nothing to forecast: ${code} has no hours beside it; --category ${name.replace(/^hr/, part)} forecasts it, or import ${seriesIdOf(area, name)}`,
        );
      }
    }
  }
  const example = seriesIdOf(areas[0]!, CATEGORIES[0]!.name);
  return new CommandFault(
    `nothing to forecast: no series such as ${example} has values; import some, or fetch them`,
  );
}

const reasonOf = (outcome: Unmade): string =>
  outcome.state === 'kept' ? 'already stored; --replace replaces it' : `not made: ${outcome.why}`;
