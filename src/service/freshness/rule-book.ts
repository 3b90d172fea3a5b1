// Which expectation counts for a series: the operator's most specific one, else what the collector's schedule
// says of the series that it brings, else none. All of it is in the store, so that every process says the same.

import { mayRead } from '#accounts/plans';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type KeptFeed, listKeptFeeds } from '#service/collecting/collect-feeds';
import { formatExpectation, parseExpectation } from '#service/freshness/expectation';
import type { ExpectationRule } from '#service/freshness/lateness';
import type { StoredExpectation } from '#store/expectation';
import type { Store } from '#store/store';

/** The name of the collector's own rules, as figures have it: no pattern can be written so. */
export const COLLECTED = '(collected)';

export interface AppliedRule extends ExpectationRule {
  /** The operator's pattern; null for the collector's own rule. */
  readonly pattern: string | null;
  /** The source that the rule is limited to; null for every one. */
  readonly source: string | null;
  /** `by 13:15 through tomorrow` */
  readonly text: string;
}

interface PatternRule extends AppliedRule {
  readonly patterns: readonly [string];
  /** What a code begins and ends with: a cheap look before the whole pattern. */
  readonly head: string;
  readonly tail: string;
}

export class RuleBook {
  readonly #exact = new Map<string, PatternRule[]>();
  readonly #starred: PatternRule[] = [];
  /** The feeds by the codes of the series that they have brought. */
  readonly #feeds = new Map<string, KeptFeed>();
  readonly #defaults = new Map<KeptFeed, AppliedRule>();

  constructor(rows: readonly StoredExpectation[], feeds: readonly KeptFeed[], zone: Zone) {
    for (const row of [...rows].sort(bySpecificity)) {
      const rule = ruleOf(row);
      if (row.pattern.includes('*')) this.#starred.push(rule);
      else this.#exact.set(row.pattern, [...(this.#exact.get(row.pattern) ?? []), rule]);
    }
    for (const feed of feeds) {
      this.#defaults.set(feed, defaultOf(feed, zone.startOfDay(feed.sinceDay)));
      for (const code of feed.points) if (!this.#feeds.has(code)) this.#feeds.set(code, feed);
    }
  }

  /** Whether nothing is expected of any series. */
  get isEmpty(): boolean {
    return this.#exact.size + this.#starred.length + this.#feeds.size === 0;
  }

  /** The feed that brings a series' values. */
  feedOf(code: string): KeptFeed | undefined {
    return this.#feeds.get(code);
  }

  ruleFor(code: string): AppliedRule | undefined {
    const feed = this.#feeds.get(code);
    const fits = ({ source }: AppliedRule) => source === null || source === feed?.source;
    const rule =
      this.#exact.get(code)?.find(fits) ??
      this.#starred.find((each) => matches(each, code) && fits(each));
    return rule ?? (feed && this.#defaults.get(feed));
  }
}

const matches = (rule: PatternRule, code: string): boolean =>
  code.startsWith(rule.head) && code.endsWith(rule.tail) && mayRead(rule, code);

/** An exact code comes first, then the pattern with the most characters, then one with a source. */
export function bySpecificity(a: StoredExpectation, b: StoredExpectation): number {
  const stars = Number(a.pattern.includes('*')) - Number(b.pattern.includes('*'));
  const letters = lettersOf(b.pattern) - lettersOf(a.pattern);
  const sources = Number(b.source !== '') - Number(a.source !== '');
  return stars || letters || sources || (a.pattern < b.pattern ? -1 : 1);
}

const lettersOf = (pattern: string): number => pattern.replaceAll('*', '').length;

const ruleOf = ({ pattern, source, expect, since }: StoredExpectation): PatternRule => ({
  pattern,
  patterns: [pattern],
  head: pattern.split('*')[0]!,
  tail: pattern.split('*').at(-1)!,
  source: source === '' ? null : source,
  text: expect,
  expectation: parseExpectation(expect),
  since,
});

function defaultOf({ source, dataset, everyMs }: KeptFeed, since: Instant): AppliedRule {
  const expectation = { kind: 'collected', source, dataset, everyMs } as const;
  return { pattern: null, source, text: formatExpectation(expectation), expectation, since };
}

export const readRuleBook = async (
  store: Pick<Store, 'listExpectations' | 'listSettings'>,
  zone: Zone,
): Promise<RuleBook> =>
  new RuleBook(await store.listExpectations(), await listKeptFeeds(store), zone);
