// The status of feeds, a page at a time: which series a caller sees, which of them are asked for, and their holes.

import { checkPattern, mayRead } from '#accounts/plans';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { FreshState } from '#service/freshness/lateness';
import { findRecentHoles, type Holes, NO_HOLES } from '#service/freshness/recent-holes';
import {
  type FeedScan,
  type FeedStatus,
  type FreshStore,
  type ScanRange,
  statusOf,
} from '#service/freshness/scan-feeds';
import { ruleOf } from '#sources/registry/publication-times';
import type { Plan } from '#store/account-store';

export const FRESH_STATES: readonly FreshState[] = ['fresh', 'late', 'ended', 'not-expected'];

const MOST_PATTERNS = 50;

/** What is asked for, as it was given. */
export interface FeedsQuery {
  readonly series?: string | undefined;
  readonly area?: string | undefined;
  readonly state?: string | undefined;
  /** The last code of the page before. */
  readonly after?: string | undefined;
}

export interface FeedFilter {
  readonly after: string;
  /** Empty lists stand for all. */
  readonly patterns: readonly string[];
  readonly areas: readonly string[];
  readonly states: readonly FreshState[];
}

/** One series of a page, with its holes and its feed. */
export interface FeedRow extends FeedStatus {
  readonly holes: Holes;
  /** `entsoe/prices/DE`; null if the series is not collected. */
  readonly feed: string | null;
  readonly source: string | null;
}

export interface FeedPage {
  readonly rows: readonly FeedRow[];
  /** The code after which the next page begins; null on the last one. */
  readonly next: string | null;
}

/** Refuses patterns that cannot be one, and states that do not exist. */
export function parseFeedFilter(query: FeedsQuery): FeedFilter {
  const faults = new FaultCollector();
  const patterns = faults.check(() => parseList(query.series, 'series').map(checkPattern)) ?? [];
  const areas = faults.check(() => parseList(query.area, 'area').map((area) => area.toUpperCase()));
  const states = faults.check(() => parseList(query.state, 'state').map(parseState)) ?? [];
  faults.throwIfAny();
  const after = query.after?.trim().toLowerCase() ?? '';
  return { after, patterns, areas: areas ?? [], states };
}

function parseList(given: string | undefined, field: string): string[] {
  const items = (given ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length <= MOST_PATTERNS) return items;
  const message = `${items.length} entries were given; at most ${MOST_PATTERNS} are allowed`;
  throw refuseField('field_invalid', field, message, [`1 to ${MOST_PATTERNS} entries`]);
}

function parseState(given: string): FreshState {
  const state = FRESH_STATES.find((name) => name === given.toLowerCase());
  if (state) return state;
  const message = `unknown state ${quoteGiven(given)}${didYouMean(given, FRESH_STATES)}`;
  throw refuseField('field_invalid', 'state', message, FRESH_STATES);
}

/** The series that a filter asks for and a plan includes. */
export function rangeOf({ after, patterns, areas }: FeedFilter, plan?: Plan): ScanRange {
  const isWanted: ScanRange['isWanted'] = ([code, , , area]) =>
    (areas.length === 0 || (area !== null && areas.includes(area))) &&
    (patterns.length === 0 || mayRead({ patterns }, code)) &&
    (!plan || mayRead(plan, code));
  // A small plan does not look at all series of a large store.
  const narrowing = patterns.length > 0 ? patterns : (plan?.patterns ?? []);
  const heads = narrowing.map((pattern) => pattern.split('*')[0]!);
  if (heads.length === 0) return { after, isWanted };
  // Codes begin with a letter, and a character that no code has ends the range of a head.
  const first = heads.reduce((a, b) => (a < b ? a : b));
  const last = heads.map((head) => `${head}~`).reduce((a, b) => (a > b ? a : b));
  const before = first.slice(0, -1);
  return { after: after > before ? after : before, last, isWanted };
}

/** Reads a page of at most `limit` series. */
export async function listFeeds(
  store: FreshStore,
  scan: FeedScan,
  filter: FeedFilter,
  limit: number,
  plan?: Plan,
): Promise<FeedPage> {
  const { states } = filter;
  const found: FeedStatus[] = [];
  await scan.visit(rangeOf(filter, plan), (lateness, reach, rule) => {
    if (states.length === 0 || states.includes(lateness.state))
      found.push(statusOf(lateness, reach, rule));
    return found.length <= limit;
  });
  const page = found.slice(0, limit);
  const next = found.length > limit ? page.at(-1)!.code : null;
  return { rows: await describeFeeds(store, scan, page), next };
}

/** Adds holes and sources to series. */
export async function describeFeeds(
  store: FreshStore,
  { book, now, zone }: FeedScan,
  rows: readonly FeedStatus[],
): Promise<FeedRow[]> {
  const hasDayOf = (code: string) => {
    const feed = book.feedOf(code);
    return feed && ruleOf(feed.source, feed.dataset).hasDay;
  };
  const holes = await findRecentHoles(store, rows, now, zone, hasDayOf);
  return rows.map((row) => {
    const feed = book.feedOf(row.code);
    const from = { feed: feed?.key ?? null, source: feed?.source ?? null };
    return { ...row, holes: holes.get(row.code) ?? NO_HOLES, ...from };
  });
}
