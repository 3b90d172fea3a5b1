// The next requests of a feed: its holes, except those asked for a short while ago, and the recent days
// whose values may have been revised.

import { DAY_MS, type Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { AskedSpan, Feed, FeedMemory } from '#service/collecting/collect-feeds';
import { findHoles } from '#service/collecting/collect-holes';
import { clipSpans, subtractSpans, uniteSpans } from '#service/collecting/collect-spans';
import type { SourceRequest } from '#sources/source';
import type { SeriesReader } from '#store/series-store';

/** A hole that stayed is asked for again after this share of its age: old ones are rarely filled. */
const SHARE_OF_AGE = 1 / 4;
const LONGEST_WAIT_MS = 30 * DAY_MS;

export interface ChosenRequests {
  readonly holes: readonly Span[];
  readonly requests: readonly SourceRequest[];
}

/** Finds the holes and the requests for them; throws a SourceFault if the source cannot serve them. */
export async function chooseRequests(
  store: SeriesReader,
  feed: Feed,
  memory: FeedMemory,
  now: Instant,
  zone: Zone,
): Promise<ChosenRequests> {
  const holes = await findHoles(store, feed, memory, now, zone);
  const resting = memory.asked.filter((asked) => isResting(asked, now));
  const wanted = uniteSpans([...subtractSpans(holes, resting), ...recentSpan(feed, now, zone)]);
  return { holes, requests: requestsFor(feed, wanted, now, zone) };
}

/** Whether a hole was asked for a short while ago. A time in the future comes from a wrong clock. */
function isResting({ end, at }: AskedSpan, now: Instant): boolean {
  const waitMs = Math.min((at - end) * SHARE_OF_AGE, LONGEST_WAIT_MS);
  return at <= now && now < at + waitMs;
}

/** The recent whole market days that are fetched again. */
function recentSpan({ entry, rule }: Feed, now: Instant, zone: Zone): Span[] {
  const end = rule.publishedUntil(now, zone);
  if (entry.backMs === 0) return [];
  const lastDay = zone.dayOf(end - 1);
  const start = zone.startOfDay(zone.dayOf(now - entry.backMs));
  return [{ start, end: zone.startOfDay(lastDay + 1) }];
}

function requestsFor(
  { entry, dataset, area, rule }: Feed,
  wanted: readonly Span[],
  now: Instant,
  zone: Zone,
): SourceRequest[] {
  const [first] = wanted;
  if (!first) return [];
  const { source, baseUrl } = entry;
  const areas = area === null ? [] : [area];
  if (rule.datasetFor) {
    const span = { start: first.start, end: wanted.at(-1)!.end };
    const datasets = [rule.datasetFor(span, now, zone)];
    return source.requestsFor({ datasets, areas, span, now }, zone, baseUrl);
  }
  return wanted.flatMap((span) =>
    source.requestsFor({ datasets: [dataset], areas, span, now }, zone, baseUrl),
  );
}

/** The parts of the holes that a request covered, with its time. */
export const askedBy = (
  { span }: SourceRequest,
  holes: readonly Span[],
  at: Instant,
): AskedSpan[] => clipSpans(holes, span).map((hole) => ({ ...hole, at }));
