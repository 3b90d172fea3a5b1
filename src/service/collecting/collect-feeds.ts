// A feed is one dataset of one area (or of none): the smallest thing that is collected by itself. What is
// known of it between two passes is kept in the store, so that any process can go on from there.

import { DAY_MS, type Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { CollectEntry } from '#service/collecting/collect-config';
import { type FeedRule, ruleOf } from '#sources/registry/publication-times';
import type { Store } from '#store/store';

export interface Feed {
  readonly entry: CollectEntry;
  readonly dataset: string;
  readonly area: string | null;
  readonly rule: FeedRule;
}

/** A hole that was asked for and stayed one. */
export interface AskedSpan extends Span {
  readonly at: Instant;
}

export interface FeedMemory {
  /** Market day from which on it is to be whole. */
  readonly sinceDay: number;
  /** Codes of the series it has brought values of, and runs of. */
  readonly points: readonly string[];
  readonly runs: readonly string[];
  readonly asked: readonly AskedSpan[];
  readonly attemptAt: Instant | null;
  readonly successAt: Instant | null;
  /** Of the last attempt; null where it went well. */
  readonly error: string | null;
  /** The due time it was last done for. */
  readonly doneDueAt: Instant | null;
  /** Market days that had holes after the last attempt, and the first of them. */
  readonly missingDays: number;
  readonly firstMissingDay: number | null;
}

/** Holes remembered at most; beyond that the oldest are asked for again sooner. */
const MOST_ASKED = 500;

export const feedsOf = (entry: CollectEntry): Feed[] => {
  const areas = entry.areas.length === 0 ? [null] : entry.areas;
  return entry.datasets.flatMap((dataset) =>
    areas.map((area) => ({ entry, dataset, area, rule: ruleOf(entry.source.name, dataset) })),
  );
};

/** `entsoe/prices/DE`: the same whatever the entry is called. */
export const feedKey = ({ entry, dataset, area }: Feed): string =>
  [entry.source.name, dataset, ...(area === null ? [] : [area])].join('/');

const settingOf = (feed: Feed): string => `collect/${feedKey(feed)}`;

/** A feed that is met for the first time begins where it is told to, or else `back` before today. */
export async function readMemory(
  store: Pick<Store, 'getSetting'>,
  feed: Feed,
  now: Instant,
  zone: Zone,
): Promise<FeedMemory> {
  const kept = parseMemory(await store.getSetting(settingOf(feed)));
  const { fromDay, backMs } = feed.entry;
  const recentDay = zone.dayOf(now - Math.max(backMs, DAY_MS));
  const told = fromDay ?? feed.rule.firstDay;
  // A clock that ran ahead at the first pass must not put the beginning off for ever.
  const sinceDay = told ?? Math.min(kept?.sinceDay ?? recentDay, recentDay);
  return { ...EMPTY, ...kept, sinceDay };
}

export const writeMemory = (
  store: Pick<Store, 'putSetting'>,
  feed: Feed,
  memory: FeedMemory,
): Promise<void> =>
  store.putSetting(
    settingOf(feed),
    JSON.stringify({ ...memory, asked: memory.asked.slice(-MOST_ASKED) }),
  );

const EMPTY: Omit<FeedMemory, 'sinceDay'> = {
  points: [],
  runs: [],
  asked: [],
  attemptAt: null,
  successAt: null,
  error: null,
  doneDueAt: null,
  missingDays: 0,
  firstMissingDay: null,
};

/** What cannot be read is as good as never written: it only spares questions. */
function parseMemory(text: string | undefined): Partial<FeedMemory> | undefined {
  if (text === undefined) return undefined;
  try {
    const memory = JSON.parse(text) as Partial<FeedMemory>;
    const isWhole =
      Array.isArray(memory.points) && Array.isArray(memory.runs) && Array.isArray(memory.asked);
    return isWhole ? memory : undefined;
  } catch {
    return undefined;
  }
}
