// How series stand, many at once: records alone are read, in pages, and series that reach equally far under one
// rule are judged once.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { type Lateness, lateness } from '#service/freshness/lateness';
import { type AppliedRule, type RuleBook, readRuleBook } from '#service/freshness/rule-book';
import type { SeriesKey, SeriesReach } from '#store/series-record';
import type { Store } from '#store/store';

/** Series that are read at once, first and at most: some 10 ms. */
const FIRST_PAGE = 250;
const PAGE = 5_000;
const MOST_JUDGED = 10_000;

/** How one series stands. */
export interface FeedStatus extends Lateness {
  readonly code: string;
  readonly key: SeriesKey;
  readonly resolution: ResolutionName;
  readonly area: string | null;
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
  readonly updatedAt: Instant | null;
  readonly rule: AppliedRule | undefined;
}

/** What freshness is read from: the parts of a store that it needs. */
export type FreshStore = Pick<
  Store,
  'listReaches' | 'listExpectations' | 'listSettings' | 'readManyValues'
>;

export class FeedScan {
  readonly #store: FreshStore;
  readonly book: RuleBook;
  readonly now: Instant;
  readonly zone: Zone;
  /** The judgements by rule, resolution and last index. */
  #judged = new Map<AppliedRule | undefined, Map<ResolutionName, Map<number | null, Lateness>>>();
  #count = 0;

  constructor(store: FreshStore, book: RuleBook, now: Instant, zone: Zone) {
    this.#store = store;
    this.book = book;
    this.now = now;
    this.zone = zone;
  }

  static async open(store: FreshStore, now: Instant, zone: Zone): Promise<FeedScan> {
    return new FeedScan(store, await readRuleBook(store, zone), now, zone);
  }

  /**
   * Visits the series after a code that are wanted, in the order of codes, until `visit` returns false or a code
   * comes after `last`.
   */
  async visit({ after, last, isWanted }: ScanRange, visit: Visit): Promise<void> {
    let size = FIRST_PAGE;
    for (let from = after; ; ) {
      const page = await this.#store.listReaches(from, size);
      for (const reach of page) {
        if (last !== undefined && reach[0] > last) return;
        if (!isWanted(reach)) continue;
        const rule = this.book.ruleFor(reach[0]);
        if (!visit(this.#judge(rule, reach[2], reach[5]), reach, rule)) return;
      }
      if (page.length < size) return;
      from = page.at(-1)![0];
      size = Math.min(PAGE, 4 * size);
      await nextTurn();
    }
  }

  #judge(
    rule: AppliedRule | undefined,
    resolution: ResolutionName,
    lastIndex: number | null,
  ): Lateness {
    const known = this.#judged.get(rule)?.get(resolution)?.get(lastIndex);
    if (known) return known;
    const found = lateness(rule, { resolution, lastIndex }, this.now, this.zone);
    if (this.#count++ >= MOST_JUDGED) {
      this.#judged = new Map();
      this.#count = 0;
    }
    const ofRule = this.#judged.get(rule) ?? new Map();
    const ofResolution = ofRule.get(resolution) ?? new Map();
    this.#judged.set(rule, ofRule.set(resolution, ofResolution.set(lastIndex, found)));
    return found;
  }
}

/** Sees how a series stands; returns whether to go on. Only what is shown is worth an object of its own. */
type Visit = (lateness: Lateness, reach: SeriesReach, rule: AppliedRule | undefined) => boolean;

export function statusOf(
  lateness: Lateness,
  [code, key, resolution, area, firstIndex, lastIndex, updatedAt]: SeriesReach,
  rule: AppliedRule | undefined,
): FeedStatus {
  const facts = { code, key, resolution, area, firstIndex, lastIndex, updatedAt, rule };
  return { ...facts, ...lateness };
}

export interface ScanRange {
  readonly after: string;
  /** No code after this one is looked at; left out: all are. */
  readonly last?: string;
  isWanted(reach: SeriesReach): boolean;
}

export const ALL_SERIES: ScanRange = { after: '', isWanted: () => true };
