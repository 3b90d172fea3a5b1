// gridtide forecast define: any series, or a formula of series, as a forecast target.

import {
  type Arguments,
  type Command,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { namingOptions } from '#cli/command/naming-options';
import { commandActor, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { clockOf } from '#cli/commands/forecast/forecast-definitions';
import { printTable } from '#cli/terminal/table';
import { quoteGiven } from '#core/nearest';
import {
  checkTarget,
  describeTargetChange,
  putTarget,
  readTarget,
} from '#service/model-runs/forecast-targets';
import { previewTarget, type TargetPreview } from '#service/model-runs/preview-target';
import type { StoredTarget } from '#store/forecast-target';

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
  const areaText = preview.area === null ? 'no area' : `area ${preview.area}`;
  const hours = target.hours === null ? 'FORECAST_HOURS' : target.hours.map(clockOf).join(', ');
  const what = target.formula ?? target.series;
  io.stdout.write(`${target.name}: ${what} as ${preview.kind}, ${areaText}, at ${hours}\n`);
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
