// A feed is one dataset of one area (or of none): the smallest unit of collecting. Its memory between two
// passes is in the store, so that any process can go on with it.

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

/** A hole that the source was asked for and that stayed. */
export interface AskedSpan extends Span {
  readonly at: Instant;
}

export interface FeedMemory {
  /** The market day from which on the feed has to be complete. */
  readonly sinceDay: number;
  /** The codes of series whose values it has brought, and of those whose runs. */
  readonly points: readonly string[];
  readonly runs: readonly string[];
  readonly asked: readonly AskedSpan[];
  readonly attemptAt: Instant | null;
  readonly successAt: Instant | null;
  /** The error of the last attempt; null if it succeeded. */
  readonly error: string | null;
  /** The newest due time that is done. */
  readonly doneDueAt: Instant | null;
  /** The number of market days with holes after the last attempt, and the first of them. */
  readonly missingDays: number;
  readonly firstMissingDay: number | null;
}

/** The most holes in a memory; beyond that the oldest are asked for again sooner. */
const MOST_ASKED = 500;

export const feedsOf = (entry: CollectEntry): Feed[] => {
  const areas = entry.areas.length === 0 ? [null] : entry.areas;
  return entry.datasets.flatMap((dataset) =>
    areas.map((area) => ({ entry, dataset, area, rule: ruleOf(entry.source.name, dataset) })),
  );
};

/** `entsoe/prices/DE`: independent of the entry's name. */
export const feedKey = ({ entry, dataset, area }: Feed): string =>
  [entry.source.name, dataset, ...(area === null ? [] : [area])].join('/');

/** The beginning of the names of settings with memories. */
const SETTINGS = 'collect/';

const settingOf = (feed: Feed): string => SETTINGS + feedKey(feed);

/** Reads a feed's memory. A new feed begins on its configured day, else `back` before today. */
export async function readMemory(
  store: Pick<Store, 'getSetting'>,
  feed: Feed,
  now: Instant,
  zone: Zone,
): Promise<FeedMemory> {
  const kept = parseMemory(await store.getSetting(settingOf(feed)));
  const { fromDay, backMs } = feed.entry;
  const recentDay = zone.dayOf(now - Math.max(backMs, DAY_MS));
  const firstDay = fromDay ?? feed.rule.firstDay;
  // A clock that ran ahead at the first pass must not delay the beginning for ever.
  const sinceDay = firstDay ?? Math.min(kept?.sinceDay ?? recentDay, recentDay);
  return { ...EMPTY, ...kept, sinceDay };
}

export const writeMemory = (
  store: Pick<Store, 'putSetting'>,
  feed: Feed,
  memory: FeedMemory,
): Promise<void> =>
  store.putSetting(
    settingOf(feed),
    JSON.stringify({
      ...memory,
      asked: memory.asked.slice(-MOST_ASKED),
      everyMs: feed.entry.everyMs,
    }),
  );

/** A feed as the store remembers it: also a process without the configuration knows what is collected. */
export interface KeptFeed extends Pick<FeedMemory, 'sinceDay' | 'points'> {
  /** `entsoe/prices/DE` */
  readonly key: string;
  readonly source: string;
  readonly dataset: string;
  readonly everyMs: number;
}

/** Lists the feeds that were collected. One that was last collected before its pace was kept is left out. */
export async function listKeptFeeds(store: Pick<Store, 'listSettings'>): Promise<KeptFeed[]> {
  const feeds: KeptFeed[] = [];
  for (const [name, text] of await store.listSettings(SETTINGS)) {
    const memory = parseMemory(text) as Partial<KeptFeed> | undefined;
    if (memory?.everyMs === undefined) continue;
    const { everyMs, sinceDay = 0, points = [] } = memory;
    const key = name.slice(SETTINGS.length);
    const [source = '', dataset = ''] = key.split('/');
    feeds.push({ key, source, dataset, everyMs, sinceDay, points });
  }
  return feeds;
}

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

/** Parses a memory; an unreadable one counts as none, as it only saves requests. */
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
