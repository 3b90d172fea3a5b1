// gridtide held: values that a rule put aside for review; accepted or rejected here.

import {
  type Arguments,
  type Command,
  DONE,
  FAILED,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { readSpan } from '#cli/command/series-spans';
import {
  commandActor,
  JSON_OPTION,
  marketOf,
  STORE_OPTION,
  withStore,
  writtenZone,
} from '#cli/command/store-option';
import { describeCounts } from '#cli/terminal/import-report';
import { countOf, formatCount, printJson, printTable } from '#cli/terminal/table';
import { didYouMean, quoteGiven } from '#core/nearest';
import { firstIndexFrom, type Grid } from '#core/time/grid';
import { formatUtc } from '#core/time/instant';
import { settleMoment } from '#core/time/moment';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import { acceptHeld, findHeldIn, rejectHeld } from '#service/operator/review-held';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { HeldValue } from '#store/held-value';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';

const DEFAULT_LIMIT = 1_000;
const ACTIONS = ['list', 'accept', 'reject'];

export const heldCommand: Command = {
  name: 'held',
  summary: 'List the values that rules held for review; accept or reject them.',
  usage: '[list] [--series SERIES] | accept SERIES SPAN | reject SERIES SPAN',
  options: {
    series: { type: 'string', value: 'SERIES', summary: 'list: only this series.' },
    limit: {
      type: 'string',
      value: 'N',
      summary: `list: at most N lines. Default: ${DEFAULT_LIMIT}.`,
    },
    ...JSON_OPTION,
    from: {
      type: 'string',
      value: 'DATE',
      summary: 'accept, reject: from this date, instant or date keyword on.',
    },
    to: { type: 'string', value: 'DATE', summary: 'accept, reject: up to this date, included.' },
    all: { type: 'boolean', summary: 'accept, reject: all held values of the series.' },
    ...STORE_OPTION,
  },
  notes: `
"list" shows the held values, each with the reason. "accept" writes values into their series as if it had
no rule; "reject" forgets them. SPAN is --from and --to, one of them, or --all. Both are recorded in the
journal; gridtide undo can take back what was accepted. The exit code is 1 if no value is held in SPAN.

For example: gridtide held accept dehrprice --from 2026-11-14 --to 2026-11-14`,
  async run(args, io) {
    const [action = 'list'] = args.positionals;
    if (!ACTIONS.includes(action)) {
      const near = didYouMean(action, ACTIONS);
      throw misuse(`unknown action ${quoteGiven(action)}${near}; there are ${ACTIONS.join(', ')}`);
    }
    if (action !== 'list') return (await review(args, io, action === 'accept')) ? DONE : FAILED;
    await listHeld(args, io);
    return DONE;
  },
};

interface Listed extends HeldValue {
  /** The time in UTC. */
  readonly time: string;
}

async function listHeld(args: Arguments, io: Io): Promise<void> {
  refuseOptions(args, 'list', ['from', 'to', 'all']);
  if (args.positionals.length > 1) throw misuse(`${args.positionals[1]} is one argument too many`);
  const limit = readLimit(args);
  const given = args.text('series');
  const held = await withStore(args, io, async (store) => {
    const { zone } = await marketOf(store, io);
    const series =
      given === undefined
        ? undefined
        : await findSeriesOrRefuse(store, parseSeriesId(given, '--series'), '--series');
    const query = { limit: limit + 1, ...(series && { key: series.key }) };
    return withTimes(store, await store.listHeld(query), zone);
  });
  const shown = held.slice(0, limit);
  if (args.flag('json')) printJson(shown.map(summaryOf), io);
  else if (held.length === 0) io.stdout.write('nothing is held\n');
  else printHeld(shown, io);
  if (held.length > limit) {
    io.stderr.write(`the first ${formatCount(limit)}; there are more: see --limit and --series\n`);
  }
}

async function withTimes(store: Store, held: readonly HeldValue[], zone: Zone): Promise<Listed[]> {
  const grids = new Map<string, Grid>();
  for (const code of new Set(held.map((each) => each.code))) {
    grids.set(code, gridOfSeries((await store.findSeries(code))!, zone));
  }
  return held.map((each) => ({
    ...each,
    time: formatUtc(grids.get(each.code)!.startOf(each.index)),
  }));
}

const summaryOf = ({ code, time, value, reason, heldAt, entryId }: Listed) => ({
  ...{ series: code, time, value, reason },
  heldAt: formatUtc(heldAt),
  entry: entryId,
});

const printHeld = (held: readonly Listed[], io: Io): void =>
  printTable(
    held,
    [
      { title: 'SERIES', cell: ({ code }) => code },
      { title: 'TIME', cell: ({ time }) => time },
      { title: 'HELD SINCE', cell: ({ heldAt }) => formatUtc(heldAt) },
      { title: 'IMPORT', cell: ({ entryId }) => (entryId === null ? '' : String(entryId)) },
      { title: 'REASON', cell: ({ reason }) => reason },
    ],
    io,
  );

/** Resolves to whether a value was accepted or rejected. */
async function review(args: Arguments, io: Io, isAccepted: boolean): Promise<boolean> {
  const [action, given] = takePositionals(args, 'ACTION', 'SERIES');
  refuseOptions(args, action!, ['series', 'limit', 'json']);
  const [from, to] = [args.text('from'), args.text('to')];
  if (args.flag('all') === (from !== undefined || to !== undefined)) {
    throw misuse('say which: --from DATE and --to DATE, one of them, or --all alone');
  }
  const id = parseSeriesId(given, 'SERIES');
  return withStore(args, io, async (store) => {
    const zone = await writtenZone(store, io);
    const series = await findSeriesOrRefuse(store, id, 'SERIES');
    const held = await findHeldIn(store, series.key, indicesOf(series, from, to, zone, io));
    if (held.length === 0) {
      io.stdout.write(`${id}: no value is held in this span\n`);
      return false;
    }
    const count = countOf(held.length, 'value');
    const name = `${id}: ${count} ${isAccepted ? 'accepted' : 'rejected'}`;
    const now = io.now();
    const counts = await store.write(
      async (writer) => {
        if (isAccepted) return acceptHeld(writer, series.key, held, now);
        await rejectHeld(writer, series.key, held);
        return undefined;
      },
      { kind: 'review', actor: commandActor(), name, now },
    );
    io.stdout.write(`${name}${counts ? ` (${describeCounts(counts)})` : ''}\n`);
    return true;
  });
}

function indicesOf(
  series: SeriesRecord,
  from: string | undefined,
  to: string | undefined,
  zone: Zone,
  io: Io,
): IndexSpan {
  const grid = gridOfSeries(series, zone);
  const asked = readSpan(from, to, io.now(), zone);
  const extent = { grid, firstIndex: series.firstIndex, lastIndex: series.lastIndex };
  const start = asked.from && settleMoment(asked.from, extent, zone)?.start;
  const end = asked.to && settleMoment(asked.to, extent, zone)?.end;
  if ((asked.from && start === undefined) || (asked.to && end === undefined)) {
    throw misuse(`${series.code} has no value yet: "first" and "last" mean nothing`);
  }
  return {
    start: start === undefined ? Number.NEGATIVE_INFINITY : firstIndexFrom(grid, start),
    end: end === undefined ? Number.POSITIVE_INFINITY : firstIndexFrom(grid, end),
  };
}

function refuseOptions(args: Arguments, action: string, names: readonly string[]): void {
  const given = names.find((name) => args.flag(name) || args.text(name) !== undefined);
  if (given !== undefined) throw misuse(`--${given} makes no sense with ${quoteGiven(action)}`);
}

function readLimit(args: Arguments): number {
  const text = args.text('limit');
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw misuse(`--limit is a whole number from 1, not ${quoteGiven(text)}`);
}
