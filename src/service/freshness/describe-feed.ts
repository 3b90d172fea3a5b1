// A series' freshness in words and times, for the interface and the terminal alike.

import { gridOf } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { FeedRow } from '#service/freshness/list-feeds';
import type { AppliedRule } from '#service/freshness/rule-book';

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

const describeRule = ({ text, pattern, source }: AppliedRule) => ({
  expect: text,
  series: pattern,
  source,
});

/** Times are UTC. */
export function describeFeed(row: FeedRow, zone: Zone) {
  const { resolution, lastIndex, holes, rule } = row;
  const grid = gridOf(resolutionOf(resolution), zone);
  return {
    seriesId: row.code,
    area: row.area,
    resolution,
    state: row.state,
    lastValue: lastIndex === null ? null : formatUtc(grid.startOf(lastIndex)),
    knownUntil: timeOf(row.knownUntil),
    lastUpdated: timeOf(row.updatedAt),
    expectedBy: timeOf(row.expectedBy),
    lateSince: timeOf(row.lateSince),
    holes: { count: holes.count, missing: holes.missing, first: timeOf(holes.firstAt) },
    rule: rule ? describeRule(rule) : null,
    source: row.source,
    feed: row.feed,
  };
}
