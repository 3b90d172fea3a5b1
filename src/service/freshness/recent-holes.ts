// The holes of series in recent days: gaps between values, and not what is still to come. One statement reads the
// values of all series of a resolution.

import { gridOf } from '#core/time/grid';
import { DAY_MS, type Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { type IndexSpan, intersect, isEmpty } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { FeedStatus, FreshStore } from '#service/freshness/scan-feeds';

const RECENT_DAYS = 7;
/** Longer intervals are looked at for longer. */
const RECENT_INTERVALS = 10;

export interface Holes {
  /** Gaps: intervals in a row count as one. */
  readonly count: number;
  /** Intervals without a value. */
  readonly missing: number;
  readonly firstAt: Instant | null;
}

export const NO_HOLES: Holes = { count: 0, missing: 0, firstAt: null };

/** The recent intervals of a resolution: the last 7 market days, today and tomorrow, or the last ten intervals. */
export function recentSpan(resolution: ResolutionName, now: Instant, zone: Zone): IndexSpan {
  const { typicalMs } = resolutionOf(resolution);
  const grid = gridOf(resolutionOf(resolution), zone);
  const end = grid.indexOf(zone.startOfDay(zone.dayOf(now) + 2) - 1) + 1;
  const start =
    typicalMs > DAY_MS
      ? grid.indexOf(now) - RECENT_INTERVALS
      : grid.indexOf(zone.startOfDay(zone.dayOf(now) - RECENT_DAYS));
  return { start, end };
}

/** Counts the gaps of an extent. `isExpected` says which intervals should have a value. */
export function holesIn(
  values: Float64Array,
  span: IndexSpan,
  extent: IndexSpan,
  startOf: (index: number) => Instant,
  isExpected: (at: Instant) => boolean = () => true,
): Holes {
  const { start, end } = intersect(span, extent);
  let [count, missing] = [0, 0];
  let firstAt: Instant | null = null;
  let isOpen = false;
  for (let index = start; index < end; index++) {
    const isHole = Number.isNaN(values[index - span.start]!) && isExpected(startOf(index));
    if (isHole) {
      missing++;
      if (!isOpen) count++;
      firstAt ??= startOf(index);
    }
    isOpen = isHole;
  }
  return { count, missing, firstAt };
}

type Whole = Pick<FeedStatus, 'code' | 'key' | 'resolution' | 'firstIndex' | 'lastIndex'>;

/** Finds the recent holes of series by their codes. `hasDayOf` tells the days without values of a source. */
export async function findRecentHoles(
  store: Pick<FreshStore, 'readManyValues'>,
  rows: readonly Whole[],
  now: Instant,
  zone: Zone,
  hasDayOf: (code: string) => ((day: number) => boolean) | undefined = () => undefined,
): Promise<Map<string, Holes>> {
  const found = new Map<string, Holes>();
  for (const [resolution, group] of Map.groupBy(rows, (row) => row.resolution)) {
    const span = recentSpan(resolution, now, zone);
    const grid = gridOf(resolutionOf(resolution), zone);
    const inside = group.filter((row) => !isEmpty(intersect(span, extentOf(row))));
    const keys = inside.map(({ key }) => key);
    const values = await store.readManyValues(keys, resolution, span);
    for (const row of inside) {
      const hasDay = hasDayOf(row.code);
      const isExpected = hasDay && ((at: Instant) => hasDay(zone.dayOf(at)));
      const startOf = (index: number) => grid.startOf(index);
      const holes = holesIn(values.get(row.key)!, span, extentOf(row), startOf, isExpected);
      found.set(row.code, holes);
    }
  }
  return found;
}

const extentOf = ({ firstIndex, lastIndex }: Whole): IndexSpan =>
  firstIndex === null || lastIndex === null
    ? { start: 0, end: 0 }
    : { start: firstIndex, end: lastIndex + 1 };
