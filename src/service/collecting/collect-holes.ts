// The holes of a feed: gaps inside its series, and the time before the first and after the last of them.
// A series that ended while others of its feed go on has no hole at its end.

import { type Grid, gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { type IndexSpan, indicesIn, intersect, isEmpty, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { Feed, FeedMemory } from '#service/collecting/collect-feeds';
import {
  clipSpans,
  daysOf,
  spansOfDays,
  subtractSpans,
  uniteSpans,
} from '#service/collecting/collect-spans';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** Values read at a time: half a megabyte. */
const BLOCK = 65_536;

/** A series' first and last instant, and the spans without values in between. */
interface Coverage {
  readonly hull: Span;
  readonly gaps: readonly Span[];
}

/** Finds the holes of a feed as whole market days, up to what can be published at `now`. */
export async function findHoles(
  store: SeriesReader,
  feed: Feed,
  memory: FeedMemory,
  now: Instant,
  zone: Zone,
): Promise<Span[]> {
  const wanted = {
    start: zone.startOfDay(memory.sinceDay),
    end: feed.rule.publishedUntil(now, zone),
  };
  if (wanted.end <= wanted.start) return [];
  const { runSource = feed.entry.source.name } = feed.rule;
  const parts: Coverage[] = [];
  for (const code of memory.points) {
    const series = await store.findSeries(code);
    const part = series && (await coverPoints(store, series, wanted, zone));
    if (part) parts.push(part);
  }
  for (const code of memory.runs) {
    const series = await store.findSeries(code);
    const part = series && (await coverRuns(store, series, runSource, zone));
    if (part) parts.push(part);
  }
  const around = subtractSpans([wanted], [hullOf(parts.map(({ hull }) => hull))]);
  const holes = clipSpans([...around, ...parts.flatMap(({ gaps }) => gaps)], wanted);
  const { hasDay = () => true } = feed.rule;
  return spansOfDays(daysOf(holes, zone).filter(hasDay), zone);
}

/** The span from the first start to the last end; an empty one without any span. */
const hullOf = (spans: readonly Span[]): Span =>
  spans.length === 0
    ? { start: 0, end: 0 }
    : {
        start: Math.min(...spans.map(({ start }) => start)),
        end: Math.max(...spans.map(({ end }) => end)),
      };

const spanOf = (grid: Grid, { start, end }: IndexSpan): Span => ({
  start: grid.startOf(start),
  end: grid.startOf(end),
});

async function coverPoints(
  store: SeriesReader,
  { key, resolution, firstIndex, lastIndex }: SeriesRecord,
  wanted: Span,
  zone: Zone,
): Promise<Coverage | undefined> {
  if (firstIndex === null || lastIndex === null) return undefined;
  const grid = gridOf(resolutionOf(resolution), zone);
  const extent = { start: firstIndex, end: lastIndex + 1 };
  const checked = intersect(extent, indicesIn(grid, wanted));
  const gaps: Span[] = [];
  for (let at = checked.start; !isEmpty({ start: at, end: checked.end }); at += BLOCK) {
    const block = { start: at, end: Math.min(at + BLOCK, checked.end) };
    const values = await store.readValues(key, block);
    for (let i = 0; i < values.length; i++) {
      if (!Number.isNaN(values[i]!)) continue;
      const first = i;
      while (i < values.length && Number.isNaN(values[i]!)) i++;
      gaps.push(spanOf(grid, { start: at + first, end: at + i }));
    }
  }
  return { hull: spanOf(grid, extent), gaps: uniteSpans(gaps) };
}

async function coverRuns(
  store: SeriesReader,
  { key, resolution }: SeriesRecord,
  source: string,
  zone: Zone,
): Promise<Coverage | undefined> {
  const grid = gridOf(resolutionOf(resolution), zone);
  const headers = await store.listRuns(key, source);
  if (headers.length === 0) return undefined;
  const covered = uniteSpans(headers.map(({ horizon }) => spanOf(grid, horizon)));
  const hull = hullOf(covered);
  return { hull, gaps: betweenSpans(covered) };
}

/** The spans between those of a set; linear, as a set may have thousands. */
const betweenSpans = (set: readonly Span[]): Span[] =>
  set.slice(1).map(({ start }, i) => ({ start: set[i]!.end, end: start }));
