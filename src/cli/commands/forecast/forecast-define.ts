// gridtide forecast define, list and remove: any series as a forecast target.

import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { namingOptions } from '#cli/command/naming-options';
import {
  commandActor,
  JSON_OPTION,
  marketOf,
  STORE_OPTION,
  withStore,
} from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { didYouMean, quoteGiven } from '#core/nearest';
import { formatUtc } from '#core/time/instant';
import {
  checkTarget,
  describeTargetChange,
  modelTargetOf,
  putTarget,
  readTarget,
  readTargetName,
} from '#service/model-runs/forecast-targets';
import {
  previewTarget,
  readTargetFacts,
  type TargetPreview,
} from '#service/model-runs/preview-target';
import type { ModelTarget } from '#service/model-runs/settle-target';
import type { StoredTarget } from '#store/forecast-target';
import type { Store } from '#store/store';

/** The option that gives each field of a definition. */
const OPTIONS = {
  target: 'target',
  drivers: 'driver',
  hours: 'hours',
  kind: 'kind',
  area: 'area',
  formula: 'formula',
  unit: 'unit',
};

export const defineCommand: Command = {
  name: 'forecast define',
  summary: 'Have a series or a formula forecast; it replaces the definition of the same name.',
  usage:
    'NAME --target SERIES | --formula FORMULA [--unit UNIT] [--driver SERIES]…\n  [--no-drivers] [--hours HOURS] [--kind KIND] [--area AREA]',
  options: {
    target: { type: 'string', value: 'SERIES', summary: 'The series to forecast.' },
    formula: {
      type: 'string',
      value: 'FORMULA',
      summary: 'Series with + - * / min max and parentheses, in place of --target.',
    },
    unit: {
      type: 'string',
      value: 'UNIT',
      summary: 'The unit of a formula. Default: it follows from the series.',
    },
    driver: {
      type: 'string',
      multiple: true,
      value: 'SERIES',
      summary: 'A series that is known ahead; may be repeated. Default: found by its code.',
    },
    'no-drivers': { type: 'boolean', summary: 'Use no driver.' },
    hours: {
      type: 'string',
      value: 'HOURS',
      summary: 'UTC hours at which the server makes a run, such as 6,12. Default: FORECAST_HOURS.',
    },
    kind: {
      type: 'string',
      value: 'KIND',
      summary: 'price, load, wind, solar or other. Default: guessed from the series.',
    },
    area: {
      type: 'string',
      value: 'AREA',
      summary: 'The area of its holidays and drivers. Default: that of the series.',
    },
    ...STORE_OPTION,
  },
  notes: `
The runs are stored on the series, with NAME as their source. So several definitions of one series stand
beside each other, and are scored apart. The server makes a run at each due time; gridtide forecast run
NAME makes one now. The command says which drivers a run would use now, and why others are not used.

A formula is computed from what was known of its series at the time of each run. Its values are stored as
the series NAME, and follow them; a value is missing if one of its series lacks it.
Series of different resolutions are computed by the coarsest.

For example: gridtide forecast define northpark --target northparkhrwind --driver dehrwindforecast
         or: gridtide forecast define residual --formula "dehrcons - dehrwind - dehrsolar"`,
  async run(args, io) {
    const [name] = takePositionals(args, 'NAME') as [string];
    const target = await namingOptions(OPTIONS, async () =>
      readTarget(draftOf(name, args), io.now()),
    );
    await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      await namingOptions(OPTIONS, () => checkTarget(store, target));
      const change = describeTargetChange(target.name, target);
      const entry = { kind: 'rule', actor: commandActor(), name: change, now: io.now() } as const;
      await namingOptions(OPTIONS, () => store.write((writer) => putTarget(writer, target), entry));
      printPreview(target, await previewTarget(store, target, zone, io.now()), io);
    });
    return DONE;
  },
};

function draftOf(name: string, args: Arguments) {
  const drivers = args.texts('driver');
  if (args.flag('no-drivers') && drivers.length > 0) {
    throw misuse('give either --driver SERIES or --no-drivers');
  }
  const hasDrivers = drivers.length > 0 || args.flag('no-drivers');
  const hours = args.text('hours');
  return {
    name,
    target: args.text('target'),
    drivers: hasDrivers ? drivers : null,
    hours: hours === undefined ? null : hours.split(',').map(hourOf),
    kind: args.text('kind'),
    area: args.text('area'),
    formula: args.text('formula'),
    unit: args.text('unit'),
  };
}

function hourOf(text: string): number {
  if (/^\s*\d+\s*$/.test(text)) return Number(text);
  throw misuse(
    `--hours: ${quoteGiven(text)} is not a UTC hour of the day, 0 to 23, such as in 6,12`,
  );
}

function printPreview(target: StoredTarget, preview: TargetPreview, io: Io): void {
  const place = preview.area === null ? 'no area' : `area ${preview.area}`;
  const hours = target.hours === null ? 'FORECAST_HOURS' : target.hours.map(clockOf).join(', ');
  const what = target.formula ?? target.series;
  io.stdout.write(`${target.name}: ${what} as ${preview.kind}, ${place}, at ${hours}\n`);
  if (preview.problem !== null) {
    io.stdout.write(`no run can be made now: ${preview.problem}\n`);
    return;
  }
  if (preview.drivers.length === 0) {
    io.stdout.write('no driver is used\n');
    return;
  }
  printTable(
    preview.drivers,
    [
      { title: 'DRIVER', cell: ({ code }) => code },
      { title: 'USED', cell: ({ isUsed }) => (isUsed ? 'yes' : 'no') },
      { title: 'REASON', cell: ({ reason }) => reason ?? '' },
    ],
    io,
  );
}

/** `06:00Z` */
const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00Z`;

export const listCommand: Command = {
  name: 'forecast list',
  summary: 'List the series that are forecast besides areas and categories.',
  usage: '[--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    takePositionals(args);
    const rows = await withStore(args, io, async (store) =>
      Promise.all(
        (await store.listForecastTargets()).map((target) => describeTarget(store, target)),
      ),
    );
    if (args.flag('json')) printJson(rows, io);
    else if (rows.length === 0) io.stdout.write('no series is defined as a forecast target\n');
    else
      printTable(
        rows,
        [
          { title: 'NAME', cell: ({ name }) => name },
          { title: 'SERIES', cell: ({ target, formula }) => formula ?? target },
          { title: 'KIND', cell: ({ kindUsed }) => kindUsed },
          { title: 'AREA', cell: ({ areaUsed }) => areaUsed ?? '-' },
          { title: 'DRIVERS', cell: ({ drivers }) => drivers?.join(' ') ?? 'by code' },
          {
            title: 'HOURS',
            cell: ({ hours }) => hours?.map(clockOf).join(' ') ?? 'FORECAST_HOURS',
          },
          { title: 'NEWEST RUN', cell: ({ newestRun }) => newestRun ?? '-' },
        ],
        io,
      );
    return DONE;
  },
};

async function describeTarget(store: Store, target: StoredTarget) {
  const { name, series, drivers, hours, kind, area, formula, unit, createdAt } = target;
  return {
    ...{ name, target: series, drivers, hours, kind, area, formula, unit },
    since: formatUtc(createdAt),
    ...(await readTargetFacts(store, target)),
  };
}

export const removeCommand: Command = {
  name: 'forecast remove',
  summary: 'End a definition; its runs stay.',
  usage: 'NAME',
  options: { ...STORE_OPTION },
  async run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    const name = readTargetName(given);
    await withStore(args, io, async (store) => {
      const { name: known } = await findDefinition(store, name);
      const change = describeTargetChange(known, undefined);
      const entry = { kind: 'rule', actor: commandActor(), name: change, now: io.now() } as const;
      await store.write((writer) => writer.removeForecastTarget(known), entry);
    });
    io.stdout.write(`forecast ${name}: removed; its runs stay\n`);
    return DONE;
  },
};

/** Finds a definition by name. */
export async function findDefinition(store: Store, given: string): Promise<StoredTarget> {
  const targets = await store.listForecastTargets();
  const target = targets.find(({ name }) => name === given.trim().toLowerCase());
  if (target) return target;
  const known = targets.map(({ name }) => name);
  const list = known.length === 0 ? 'none is defined' : `there are ${known.join(', ')}`;
  throw new CommandFault(
    `there is no forecast ${quoteGiven(given)}${didYouMean(given, known)}; ${list}`,
  );
}

/** Finds what definitions forecast, in the order of their names. */
export async function findDefined(store: Store, names: readonly string[]): Promise<ModelTarget[]> {
  const found: ModelTarget[] = [];
  for (const name of names) {
    const target = await findDefinition(store, name);
    found.push(modelTargetOf(target, await store.findSeries(target.series)));
  }
  return found;
}
