// gridtide journal: the journal of the store, newest first.

import { type Command, DONE, type Io, misuse, takePositionals } from '#cli/command/command';
import { readCount } from '#cli/command/read-option';
import { JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { didYouMean } from '#core/nearest';
import { formatUtc } from '#core/time/instant';
import type { EntryKind, JournalEntry } from '#store/journal-entry';

const DEFAULT_LIMIT = 20;
const MOST_ENTRIES = 100_000;

const KINDS: readonly EntryKind[] = [
  ...(['import', 'runs', 'values', 'define', 'collect'] as const),
  ...(['undo', 'rule', 'review', 'compact'] as const),
];

export const journalCommand: Command = {
  name: 'journal',
  summary: 'List what was written, by whom and when.',
  usage: '[--limit N] [--before NUMBER] [--kind KIND] [--json] [--store URL]',
  options: {
    limit: { type: 'string', value: 'N', summary: `At most N writes. Default: ${DEFAULT_LIMIT}.` },
    before: { type: 'string', value: 'NUMBER', summary: 'Only writes with smaller numbers.' },
    kind: {
      type: 'string',
      value: 'KIND',
      summary: `Only writes of one kind: ${KINDS.join(', ')}.`,
    },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Newest first. NUMBER is what gridtide undo takes. NEW, CHANGED and SAME count points, or the runs of a
write that brought runs. HELD counts values that a rule put aside. UNDONE names the write that took
this one back.`,
  async run(args, io) {
    takePositionals(args);
    const limit = readCount(args, 'limit', 1, MOST_ENTRIES, DEFAULT_LIMIT);
    const last = Number.MAX_SAFE_INTEGER;
    const before = readCount(args, 'before', 1, last, last);
    const kind = readKind(args.text('kind'));
    await withStore(args, io, async (store) => {
      const query = { limit, before, ...(kind === undefined ? {} : { kind }) };
      const entries = await store.listEntries(query);
      if (args.flag('json')) printJson(entries.map(plainEntry), io);
      else printEntries(entries, io);
    });
    return DONE;
  },
};

function readKind(given: string | undefined): EntryKind | undefined {
  const kind = KINDS.find((each) => each === given);
  if (given === undefined || kind !== undefined) return kind;
  throw misuse(`unknown kind "${given}"${didYouMean(given, KINDS)}; there are ${KINDS.join(', ')}`);
}

const plainEntry = ({ recordedAt, ...entry }: JournalEntry) => ({
  ...entry,
  recordedAt: formatUtc(recordedAt),
});

function printEntries(entries: readonly JournalEntry[], io: Io): void {
  const both = (entry: JournalEntry, name: 'added' | 'changed' | 'same'): number =>
    entry.points[name] + entry.runs[name];
  printTable(
    entries,
    [
      { title: 'NUMBER', cell: ({ id }) => String(id) },
      { title: 'WHEN', cell: ({ recordedAt }) => formatUtc(recordedAt) },
      { title: 'WHO', cell: ({ actor }) => actor },
      { title: 'KIND', cell: ({ kind }) => kind },
      { title: 'WHAT', cell: ({ name }) => name },
      { title: 'SERIES', cell: ({ seriesCount }) => seriesCount },
      { title: 'NEW', cell: (entry) => both(entry, 'added') },
      { title: 'CHANGED', cell: (entry) => both(entry, 'changed') },
      { title: 'SAME', cell: (entry) => both(entry, 'same') },
      { title: 'HELD', cell: ({ points }) => points.held },
      { title: 'UNDONE', cell: ({ undoneBy }) => (undoneBy === null ? '' : `by ${undoneBy}`) },
    ],
    io,
  );
}
