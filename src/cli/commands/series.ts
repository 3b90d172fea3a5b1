// gridtide series: which series a store has, and what is known of one.

import {
  type Command,
  type CommandGroup,
  DONE,
  type Io,
  takePositionals,
} from '#cli/command/command';
import { findByPatterns } from '#cli/command/series-spans';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { formatCount, printJson, printTable } from '#cli/terminal/table';
import { formatUtc } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { ValueRule } from '#store/held-value';
import type { RunHeader } from '#store/run-store';
import type { SeriesRecord } from '#store/series-record';

const listCommand: Command = {
  name: 'series list',
  summary: 'List the series of a store.',
  usage: '[PATTERN…] [--json] [--store URL]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  notes: `
PATTERN is a code with * for any characters: 'de*'. Without one, all series are listed. FIRST and LAST
are the times of the first and the last observed value, UTC.`,
  async run(args, io) {
    await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const isAll = args.positionals.length === 0;
      const isEmpty = isAll && (await store.countSeries()) === 0;
      const found = isEmpty ? [] : await findByPatterns(store, args.positionals);
      if (args.flag('json'))
        printJson(
          found.map((series) => factsOf(series, zone)),
          io,
        );
      else printSeries(found, zone, io);
    });
    return DONE;
  },
};

const showCommand: Command = {
  name: 'series show',
  summary: 'Show what is known of one series.',
  usage: 'SERIES [--json] [--store URL]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  notes: 'Its values are shown by gridtide query SERIES.',
  async run(args, io) {
    const [code] = takePositionals(args, 'SERIES') as [string];
    await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const series = await findSeriesOrRefuse(store, parseSeriesId(code, 'SERIES'), 'SERIES');
      const runs = await store.listRuns(series.key);
      const rule = await store.findRule(series.key);
      if (args.flag('json'))
        printJson([{ ...factsOf(series, zone), ...runFacts(runs), rule: rule ?? null }], io);
      else printOne(series, runs, rule, zone, io);
    });
    return DONE;
  },
};

export const seriesCommands: CommandGroup = {
  name: 'series',
  summary: 'List the series of a store, or show one.',
  commands: [listCommand, showCommand],
};

/** The facts of a series as a program reads them. */
function factsOf(series: SeriesRecord, zone: Zone) {
  const { code, description, unit, resolution, area, category, updatedAt } = series;
  const grid = gridOfSeries(series, zone);
  const timeOf = (index: number | null): string | null =>
    index === null ? null : formatUtc(grid.startOf(index));
  return {
    ...{ code, description, unit, resolution, area, category },
    first: timeOf(series.firstIndex),
    last: timeOf(series.lastIndex),
    newestRun: series.newestRunAt === null ? null : formatUtc(series.newestRunAt),
    lastChange: updatedAt === null ? null : formatUtc(updatedAt),
  };
}

const runFacts = (runs: readonly RunHeader[]) => ({
  runs: runs.length,
  sources: [...new Set(runs.map(({ source }) => source))].sort(),
});

function printSeries(found: readonly SeriesRecord[], zone: Zone, io: Io): void {
  if (found.length === 0) {
    io.stdout.write('the store has no series; gridtide import --define FILE makes some\n');
    return;
  }
  printTable(
    found.map((series) => factsOf(series, zone)),
    [
      { title: 'SERIES', cell: ({ code }) => code },
      { title: 'UNIT', cell: ({ unit }) => unit || '-' },
      { title: 'RESOLUTION', cell: ({ resolution }) => resolution },
      { title: 'FIRST', cell: ({ first }) => first ?? '-' },
      { title: 'LAST', cell: ({ last }) => last ?? '-' },
      { title: 'DESCRIPTION', cell: ({ description }) => description },
    ],
    io,
  );
}

function printOne(
  series: SeriesRecord,
  runs: readonly RunHeader[],
  rule: ValueRule | undefined,
  zone: Zone,
  io: Io,
): void {
  const { code, ...facts } = factsOf(series, zone);
  const { sources } = runFacts(runs);
  const bounds = rule && [
    ...(rule.lowest === null ? [] : [`at least ${rule.lowest}`]),
    ...(rule.highest === null ? [] : [`at most ${rule.highest}`]),
    ...(rule.largestStep === null ? [] : [`steps of at most ${rule.largestStep}`]),
  ];
  const lines: readonly (readonly [string, string])[] = [
    ['description', facts.description],
    ['unit', facts.unit || '-'],
    ['resolution', facts.resolution],
    ['area', facts.area ?? '-'],
    ['category', facts.category ?? '-'],
    ['observed', facts.first === null ? 'nothing' : `${facts.first} to ${facts.last}`],
    ['runs', runs.length === 0 ? 'none' : `${formatCount(runs.length)} from ${sources.join(', ')}`],
    ['newest run', facts.newestRun ?? '-'],
    ['last change', facts.lastChange ?? '-'],
    ['rule', bounds ? bounds.join(', ') : 'none'],
  ];
  io.stdout.write(`${code}\n`);
  for (const [name, text] of lines) io.stdout.write(`  ${name.padEnd(12)} ${text}\n`);
}
