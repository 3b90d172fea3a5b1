// gridtide status: how new the values of series are, late ones first.

import { type Command, CommandFault, DONE, FAILED, type Io } from '#cli/command/command';
import { readCount } from '#cli/command/read-option';
import { refuseUnmatched } from '#cli/command/series-spans';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { formatCount, printJson, printTable } from '#cli/terminal/table';
import { DAY_MS, formatUtc, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { type Freshness, readFreshness } from '#service/freshness/count-feeds';
import { describeFeed } from '#service/freshness/describe-feed';
import {
  describeFeeds,
  type FeedFilter,
  type FeedRow,
  listFeeds,
  parseFeedFilter,
  rangeOf,
} from '#service/freshness/list-feeds';
import { FeedScan } from '#service/freshness/scan-feeds';
import type { Store } from '#store/store';

const MOST_ROWS = 100_000;
const USUAL_ROWS = 50;
/** Series whose holes are read at once. */
const PAGE = 1_000;

export const statusCommand: Command = {
  name: 'status',
  summary: 'Show how new the values of series are, and which are late.',
  usage: '[PATTERN…] [--area AREAS] [--state STATES] [--limit N] [--check] [--json]',
  options: {
    area: { type: 'string', value: 'AREAS', summary: 'Only series of these areas, with commas.' },
    state: {
      type: 'string',
      value: 'STATES',
      summary: 'Only these: fresh, late, ended, not-expected, with commas.',
    },
    limit: { type: 'string', value: 'N', summary: `The most rows; ${USUAL_ROWS} by default.` },
    check: { type: 'boolean', summary: 'End with exit code 1 if a series is late.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Late series come first, those that became late last before the others. What is expected is set with gridtide
expect; collected series follow their schedule, and other series are not expected. Holes are gaps between
values since the start of the market day a week ago. Times are UTC.

For example: gridtide status 'de*' --state late --check`,
  async run(args, io) {
    const filter = parseFeedFilter({
      series: args.positionals.join(','),
      area: args.text('area'),
      state: args.text('state'),
    });
    const limit = readCount(args, 'limit', 1, MOST_ROWS, USUAL_ROWS);
    const { counts, rows, described } = await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const scan = await FeedScan.open(store, io.now(), zone);
      await requireSeries(store, scan, filter);
      const found = await readStatus(store, scan, filter, limit);
      return { ...found, described: found.rows.map((row) => describeFeed(row, zone)) };
    });
    if (args.flag('json')) printJson(described, io);
    else printStatus(rows, counts, io);
    return args.flag('check') && counts.late > 0 ? FAILED : DONE;
  },
};

/** Refuses a pattern or areas that no series has, as a list of nothing looks like a calm one. */
async function requireSeries(store: Store, scan: FeedScan, filter: FeedFilter): Promise<void> {
  const { patterns, areas } = filter;
  for (const pattern of patterns) {
    const only = { ...filter, patterns: [pattern], areas: [] };
    if (!(await hasSeries(scan, only))) await refuseUnmatched(store, pattern);
  }
  if (areas.length > 0 && !(await hasSeries(scan, filter)))
    throw new CommandFault(`no series of --area ${areas.join(',')} matches`);
}

async function hasSeries(scan: FeedScan, filter: FeedFilter): Promise<boolean> {
  let isFound = false;
  await scan.visit(rangeOf(filter), () => {
    isFound = true;
    return false;
  });
  return isFound;
}

async function readStatus(store: Store, scan: FeedScan, filter: FeedFilter, limit: number) {
  const { counts, late } = await readFreshness(scan, limit, filter);
  const rows: FeedRow[] = [];
  const isAsked = (state: string) =>
    filter.states.length === 0 || filter.states.some((s) => s === state);
  if (isAsked('late')) {
    for (let at = 0; at < late.length; at += PAGE) {
      rows.push(...(await describeFeeds(store, scan, late.slice(at, at + PAGE))));
    }
  }
  const others = (['fresh', 'ended', 'not-expected'] as const).filter(isAsked);
  let after: string | null = '';
  while (others.length > 0 && rows.length < limit && after !== null) {
    const most = Math.min(PAGE, limit - rows.length);
    const page = await listFeeds(store, scan, { ...filter, after, states: others }, most);
    rows.push(...page.rows);
    after = page.next;
  }
  return { counts, rows };
}

const timeOf = (at: Instant | null): string => (at === null ? '-' : formatUtc(at));

/** `3 d 2 h`, `45 min` */
function formatLate(ms: number): string {
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)];
  if (days > 0) return `${days} d ${hours} h`;
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

function printStatus(rows: readonly FeedRow[], counts: Freshness['counts'], io: Io): void {
  printTable(
    rows,
    [
      { title: 'SERIES', cell: ({ code }) => code },
      {
        title: 'STATE',
        cell: ({ state, lateMs }) => (state === 'late' ? `late ${formatLate(lateMs)}` : state),
      },
      { title: 'KNOWN UNTIL', cell: ({ knownUntil }) => timeOf(knownUntil) },
      { title: 'EXPECTED BY', cell: ({ expectedBy }) => timeOf(expectedBy) },
      { title: 'LAST CHANGE', cell: ({ updatedAt }) => timeOf(updatedAt) },
      { title: 'HOLES', cell: ({ holes }) => holes.count },
      {
        title: 'RULE',
        cell: ({ rule }) => (rule ? `${rule.pattern ?? rule.source}: ${rule.text}` : '-'),
      },
    ],
    io,
  );
  const parts = Object.entries(counts).map(([state, count]) => `${formatCount(count)} ${state}`);
  const left = Object.values(counts).reduce((sum, count) => sum + count, 0) - rows.length;
  const more = left > 0 ? `; ${formatCount(rows.length)} shown` : '';
  io.stdout.write(`${parts.join(', ')}${more}\n`);
}
