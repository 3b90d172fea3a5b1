// gridtide expect: what is expected of series, and by when.

import {
  type Command,
  CommandFault,
  type CommandGroup,
  DONE,
  takePositionals,
} from '#cli/command/command';
import { commandActor, JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { formatUtc } from '#core/time/instant';
import {
  describeChange,
  nameOf,
  putExpectation,
  readExpectation,
  readExpectationKey,
} from '#service/freshness/change-expectations';
import { bySpecificity } from '#service/freshness/rule-book';

const SOURCE_OPTION = {
  source: {
    type: 'string',
    value: 'NAME',
    summary: 'Only series that this source brings: entsoe or ecb.',
  },
} as const;

const set: Command = {
  name: 'expect set',
  summary: 'Expect values of series by a time; it replaces what was expected before.',
  usage: 'PATTERN EXPECTATION [--source NAME]',
  options: { ...SOURCE_OPTION, ...STORE_OPTION },
  notes: `
EXPECTATION is one of these:
  by 13:15 through tomorrow   at 13:15 of every market day, values reach through the end of the next
                              one; without "through", tomorrow is meant. Keywords are those of dates:
                              yesterday, today+2, eow+1, month-1
  by 10:00 on fri through eow+1   the same, with a deadline on some weekdays only
  within PT2H                 the end of the last value is never older than this; P1D is a market day
  none                        nothing is expected

The most specific pattern that matches a series counts: a code before a pattern, then the pattern with the
most characters. Series that are collected and match none follow the collector's schedule.

For example: gridtide expect set '*hrprice' 'by 13:15 through tomorrow'`,
  async run(args, io) {
    const [series, ...words] = args.positionals;
    if (series === undefined || words.length === 0) takePositionals(args, 'PATTERN', 'EXPECTATION');
    const draft = { series: series!, source: args.text('source'), expect: words.join(' ') };
    const row = readExpectation(draft, io.now());
    const name = describeChange(row, row.expect);
    const entry = { kind: 'rule', actor: commandActor(), name, now: io.now() } as const;
    await withStore(args, io, (store) =>
      store.write((writer) => putExpectation(writer, row), entry),
    );
    io.stdout.write(`${name}\n`);
    return DONE;
  },
};

const remove: Command = {
  name: 'expect remove',
  summary: 'Remove what is expected of a pattern.',
  usage: 'PATTERN [--source NAME]',
  options: { ...SOURCE_OPTION, ...STORE_OPTION },
  async run(args, io) {
    const [series] = takePositionals(args, 'PATTERN') as [string];
    const key = readExpectationKey(series, args.text('source'));
    const name = describeChange(key, undefined);
    const entry = { kind: 'rule', actor: commandActor(), name, now: io.now() } as const;
    const isRemoved = await withStore(args, io, async (store) => {
      const rows = await store.listExpectations();
      const isKnown = rows.some((row) => row.pattern === key.pattern && row.source === key.source);
      return isKnown && store.write((writer) => writer.removeExpectation(key), entry);
    });
    if (!isRemoved) throw new CommandFault(`${nameOf(key)}: there is no expectation`);
    io.stdout.write(`${name}\n`);
    return DONE;
  },
};

const list: Command = {
  name: 'expect list',
  summary: 'List what is expected, the most specific patterns first.',
  usage: '[--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    takePositionals(args);
    const rows = (await withStore(args, io, (store) => store.listExpectations())).sort(
      bySpecificity,
    );
    if (args.flag('json')) {
      const shown = rows.map(({ pattern, source, expect, since }) => ({
        ...{ series: pattern, source: source || null, expect, since: formatUtc(since) },
      }));
      printJson(shown, io);
      return DONE;
    }
    printTable(
      rows,
      [
        { title: 'SERIES', cell: ({ pattern }) => pattern },
        { title: 'SOURCE', cell: ({ source }) => source },
        { title: 'EXPECTED', cell: ({ expect }) => expect },
        { title: 'SINCE', cell: ({ since }) => formatUtc(since) },
      ],
      io,
    );
    return DONE;
  },
};

export const expectCommands: CommandGroup = {
  name: 'expect',
  summary: 'Set, list and remove what is expected of series, and by when.',
  commands: [set, list, remove],
};
