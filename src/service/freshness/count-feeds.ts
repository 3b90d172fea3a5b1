// How all series stand together: counts by state, the newest late series, and lateness by rule for figures.

import type { FreshState, Lateness } from '#service/freshness/lateness';
import { type FeedFilter, rangeOf } from '#service/freshness/list-feeds';
import { type AppliedRule, COLLECTED } from '#service/freshness/rule-book';
import {
  ALL_SERIES,
  type FeedScan,
  type FeedStatus,
  statusOf,
} from '#service/freshness/scan-feeds';
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
  const groups = new Map<string, Map<string, LateGroup>>();
  let late: FeedStatus[] = [];
  await scan.visit(filter ? rangeOf(filter, plan) : ALL_SERIES, (found, reach, rule) => {
    counts[found.state]++;
    if (rule && found.state !== 'not-expected')
      addToGroup(groups, found, nameOf(rule), scan.book.feedOf(reach[0])?.source ?? '');
    if (found.state === 'late' && limit > 0) late.push(statusOf(found, reach, rule));
    // Cut now and then, so that a list of a million late series is never in memory.
    if (late.length >= 2 * limit + 1_000) late = newestOf(late, limit);
    return true;
  });
  return {
    counts,
    late: newestOf(late, limit),
    groups: [...groups.values()].flatMap((group) => [...group.values()]),
  };
}

const nameOf = (rule: AppliedRule): string => rule.pattern ?? COLLECTED;

function addToGroup(
  groups: Map<string, Map<string, LateGroup>>,
  { state, lateMs }: Lateness,
  rule: string,
  source: string,
): void {
  const ofRule = groups.get(rule) ?? new Map<string, LateGroup>();
  const group = ofRule.get(source);
  if (group && state !== 'late') return;
  const { late = 0, longestMs = 0 } = group ?? {};
  ofRule.set(source, {
    ...{ source, rule, late: late + (state === 'late' ? 1 : 0) },
    longestMs: Math.max(longestMs, lateMs),
  });
  groups.set(rule, ofRule);
}

/** What became late last comes first, then the order of codes. */
const newestOf = (late: readonly FeedStatus[], limit: number): FeedStatus[] =>
  late
    .toSorted((a, b) => b.lateSince! - a.lateSince! || (a.code < b.code ? -1 : 1))
    .slice(0, limit);
