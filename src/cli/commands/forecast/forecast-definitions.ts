// gridtide forecast list and remove, and the definitions that commands name.

import { type Command, CommandFault, DONE, takePositionals } from '#cli/command/command';
import { commandActor, JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { didYouMean, quoteGiven } from '#core/nearest';
import { formatUtc } from '#core/time/instant';
import {
  describeTargetChange,
  modelTargetOf,
  readTargetName,
  removeTarget,
} from '#service/model-runs/forecast-targets';
import { readTargetFacts } from '#service/model-runs/preview-target';
import type { ModelTarget } from '#service/model-runs/settle-target';
import type { StoredTarget } from '#store/forecast-target';
import type { Store } from '#store/store';

/** Writes an hour as a time of day in UTC, such as `06:00Z`. */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00Z`;

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
      await store.write((writer) => removeTarget(writer, known), entry);
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
