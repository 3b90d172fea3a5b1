// gridtide collect: shows what the server collects by itself, or collects it by hand.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Arguments,
  type Command,
  CommandFault,
  type CommandGroup,
  DONE,
  FAILED,
  type Io,
  misuse,
  type Option,
  takePositionals,
} from '#cli/command/command';
import {
  commandActor,
  JSON_OPTION,
  marketOf,
  readSettings,
  STORE_OPTION,
  withStore,
  writtenZone,
} from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { didYouMean, quoteGiven } from '#core/nearest';
import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { CollectConfig, CollectEntry } from '#service/collecting/collect-config';
import { loadCollectConfig } from '#service/collecting/collect-file';
import {
  claimPass,
  describePass,
  endPass,
  isFailed,
  jobOf,
} from '#service/collecting/collect-jobs';
import { Collector } from '#service/collecting/collect-services';
import { collectState, type EntryState, type FeedState } from '#service/collecting/collect-state';
import { SourceFault } from '#sources/source';
import type { Store } from '#store/store';

const CONFIG_OPTION: Readonly<Record<'config', Option>> = {
  config: {
    type: 'string',
    value: 'FILE',
    summary: 'The file that says what is collected; else the setting COLLECT.',
  },
};

const statusCommand: Command = {
  name: 'collect status',
  summary: 'Show when each source was last collected, and what is missing.',
  usage: '[--config FILE] [--json] [--store URL]',
  options: { ...CONFIG_OPTION, ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    takePositionals(args);
    const config = await readConfigFile(args, io);
    const { entries } = await withStore(args, io, async (store) =>
      collectState(store, config, (await marketOf(store, io)).zone, io.now()),
    );
    if (args.flag('json')) printJson(entries.map(withTexts), io);
    else printStatus(entries, io);
    return entries.some(({ isLate }) => isLate) ? FAILED : DONE;
  },
  notes: `
"missing" counts market days that should be published and are not whole, as of the last attempt. The
exit code is 1 if an entry was not collected for more than two of its times.`,
};

const onceCommand: Command = {
  name: 'collect once',
  summary: 'Collect now what is missing, instead of waiting for the server.',
  usage: '[NAME…] [--config FILE] [--store URL]',
  options: { ...CONFIG_OPTION, ...STORE_OPTION },
  asksOthers: () => true,
  async run(args, io) {
    const config = await readConfigFile(args, io);
    const entries = chooseEntries(config, args.positionals);
    // A setting that makes no sense must not make a store.
    readSettings(io);
    const work = async (store: Store): Promise<boolean> => {
      const zone = await writtenZone(store, io);
      return collectAll(store, { entries }, zone, io);
    };
    return (await withStore(args, io, work, { create: true })) ? DONE : FAILED;
  },
  notes: `
NAME is an entry of the file; without one, all are collected. An entry that another process is
collecting is left to that process, with a message. The exit code is 1 if an entry failed, or if all
were left to other processes.`,
};

export const collectCommands: CommandGroup = {
  name: 'collect',
  summary: 'Show what the server collects by itself, or collect it now.',
  commands: [statusCommand, onceCommand],
};

async function readConfigFile(args: Arguments, { env }: Io): Promise<CollectConfig> {
  const path = args.text('config') ?? env.COLLECT?.trim();
  if (!path) throw misuse('--config missing, and COLLECT is not set');
  try {
    return await loadCollectConfig(path);
  } catch (error) {
    throw new CommandFault((error as Error).message);
  }
}

function chooseEntries({ entries }: CollectConfig, names: readonly string[]): CollectEntry[] {
  if (names.length === 0) return [...entries];
  return names.map((name) => {
    const entry = entries.find((each) => each.name === name);
    if (entry) return entry;
    const known = entries.map((each) => each.name);
    throw misuse(
      `there is no entry ${quoteGiven(name)}${didYouMean(name, known)}; there are ${known.join(', ')}`,
    );
  });
}

/** Resolves to whether an entry was collected and none failed. */
async function collectAll(
  store: Store,
  config: CollectConfig,
  zone: Zone,
  io: Io,
): Promise<boolean> {
  const collector = openCollector(store, config, zone, io);
  let hasFailed = false;
  let hasCollected = config.entries.length === 0;
  for (const entry of config.entries) {
    const dueAt = io.now();
    if (!(await claimPass(store, entry, dueAt, dueAt))) {
      io.stdout.write(`${entry.name}: another process is collecting it\n`);
      continue;
    }
    try {
      const end = await collector.collect(entry, dueAt);
      hasCollected = true;
      await endPass(store, entry, dueAt, io.now(), end);
      io.stdout.write(`${entry.name}: ${describePass(end)}\n`);
      hasFailed ||= isFailed(end);
    } catch (error) {
      await store.endJob(jobOf(entry), dueAt, io.now(), 'failed', (error as Error).message);
      throw error;
    }
  }
  return hasCollected && !hasFailed;
}

function openCollector(store: Store, config: CollectConfig, zone: Zone, io: Io): Collector {
  try {
    return new Collector(config, {
      store,
      zone,
      env: io.env,
      actor: commandActor(),
      world: { now: io.now, sleep: (ms) => sleep(ms), random: Math.random },
      onAnswer: (label, outcome) => io.stdout.write(`${label}: ${outcome}\n`),
      onWait(label, reason, waitMs) {
        io.stderr.write(`${label}: ${reason}; trying again in ${Math.ceil(waitMs / 1000)} s\n`);
      },
    });
  } catch (error) {
    throw error instanceof SourceFault ? new CommandFault(error.message) : error;
  }
}

const timeOf = (at: Instant | null): string => (at === null ? '-' : formatUtc(at));

function printStatus(entries: readonly EntryState[], io: Io): void {
  if (entries.length === 0) {
    io.stdout.write('nothing is configured to be collected\n');
    return;
  }
  printTable(
    entries,
    [
      { title: 'ENTRY', cell: ({ name }) => name },
      { title: 'STATE', cell: ({ state, isLate }) => (isLate ? `${state}, late` : state) },
      { title: 'LAST ATTEMPT', cell: ({ lastAttemptAt }) => timeOf(lastAttemptAt) },
      { title: 'LAST SUCCESS', cell: ({ lastSuccessAt }) => timeOf(lastSuccessAt) },
      { title: 'NEXT DUE', cell: ({ nextDueAt }) => timeOf(nextDueAt) },
      { title: 'MISSING', cell: ({ missingDays }) => missingDays },
    ],
    io,
  );
  for (const { name, lastError, feeds } of entries) {
    if (lastError !== null) io.stdout.write(`${name}: ${lastError}\n`);
    for (const feed of feeds) printFeed(feed, io);
  }
}

/** Prints a feed only if it has missing days or an error. */
function printFeed({ feed, lastError, missingDays, firstMissingDate }: FeedState, io: Io): void {
  if (missingDays > 0) {
    const days = missingDays === 1 ? '1 day' : `${missingDays} days`;
    io.stdout.write(`${feed}: ${days} missing, the first is ${firstMissingDate}\n`);
  }
  if (lastError !== null) io.stdout.write(`${feed}: ${lastError}\n`);
}

/** Instants as UTC times, for programs. */
const withTexts = (state: EntryState): unknown =>
  JSON.parse(
    JSON.stringify(state, (key, value) =>
      key.endsWith('At') && typeof value === 'number' ? formatUtc(value) : value,
    ),
  );
