// How all series stand together: counts by state, the newest late series, and lateness by rule for figures.

import type { FreshState } from '#service/freshness/lateness';
import { type FeedFilter, rangeOf } from '#service/freshness/list-feeds';
import { type AppliedRule, COLLECTED } from '#service/freshness/rule-book';
import { ALL_SERIES, type FeedScan, type FeedStatus } from '#service/freshness/scan-feeds';
import type { Plan } from '#store/account-store';

/** The late series of one source and rule. */
export interface LateGroup {
  /** Empty if the series are not collected. */
  readonly source: string;
  /** The operator's pattern, or `(collected)`. */
  readonly rule: string;
  readonly late: number;
  readonly longestMs: number;
}

export interface Freshness {
  readonly counts: Readonly<Record<FreshState, number>>;
  /** Those that became late last come first. */
  readonly late: readonly FeedStatus[];
  /** One for each source and rule that expects something, also if nothing is late. */
  readonly groups: readonly LateGroup[];
}

/** Reads how series stand, and the late ones up to `limit`. */
export async function readFreshness(
  scan: FeedScan,
  limit: number,
  filter?: FeedFilter,
  plan?: Plan,
): Promise<Freshness> {
  const counts: Record<FreshState, number> = { fresh: 0, late: 0, ended: 0, 'not-expected': 0 };
  const groups = new Map<string, LateGroup>();
  let late: FeedStatus[] = [];
  await scan.visit(filter ? rangeOf(filter, plan) : ALL_SERIES, (status) => {
    counts[status.state]++;
    if (status.state !== 'not-expected') addToGroup(groups, status, sourceOf(scan, status.code));
    if (status.state === 'late' && limit > 0) late.push(status);
    // Cut now and then, so that a list of a million late series is never in memory.
    if (late.length >= 2 * limit + 1_000) late = newestOf(late, limit);
    return true;
  });
  return { counts, late: newestOf(late, limit), groups: [...groups.values()] };
}

const sourceOf = ({ book }: FeedScan, code: string): string => book.feedOf(code)?.source ?? '';

const nameOf = (rule: AppliedRule): string => rule.pattern ?? COLLECTED;

function addToGroup(
  groups: Map<string, LateGroup>,
  { rule, state, lateMs }: FeedStatus,
  source: string,
): void {
  const name = nameOf(rule!);
  const key = `${source} ${name}`;
  const { late = 0, longestMs = 0 } = groups.get(key) ?? {};
  const isLate = state === 'late';
  groups.set(key, {
    ...{ source, rule: name, late: late + (isLate ? 1 : 0) },
    longestMs: Math.max(longestMs, lateMs),
  });
}

/** What became late last comes first, then the order of codes. */
const newestOf = (late: readonly FeedStatus[], limit: number): FeedStatus[] =>
  late
    .toSorted((a, b) => b.lateSince! - a.lateSince! || (a.code < b.code ? -1 : 1))
    .slice(0, limit);
