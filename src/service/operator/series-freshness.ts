// Which series are late: how far their values reach, against how far they should reach by now.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { findCategory } from '#core/market/categories';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { gridOfSeries, nativeOf } from '#service/context';
import type { SeriesReader, SeriesRecord } from '#store/series-store';

/** Series that are read at once: some 2 ms. */
const PAGE = 1_000;
/** What is measured may take a day or, if that is longer, two intervals. */
const GRACE_MS = DAY_MS;
const GRACE_INTERVALS = 2;
/** A series that is late for longer than both has ended. */
const ENDED_MS = 30 * DAY_MS;
const ENDED_INTERVALS = 10;

export interface LateSeries {
  readonly series: SeriesRecord;
  /** End of the last interval with a value. */
  readonly knownUntil: Instant;
  readonly expectedBy: Instant;
}

export interface Freshness {
  readonly fresh: number;
  readonly late: number;
  readonly ended: number;
  readonly empty: number;
  /** Those that became late last come first. */
  readonly lateSeries: readonly LateSeries[];
}

type Standing = 'fresh' | 'late' | 'ended' | 'empty';

/** Reads how all series stand at an instant, and the late ones up to `limit`. */
export async function readFreshness(
  store: SeriesReader,
  zone: Zone,
  now: Instant,
  limit: number,
): Promise<Freshness> {
  const counts: Record<Standing, number> = { fresh: 0, late: 0, ended: 0, empty: 0 };
  let lateSeries: LateSeries[] = [];
  for (let after = ''; ; ) {
    const page = await store.searchSeries({ limit: PAGE, ...(after === '' ? {} : { after }) });
    for (const series of page) {
      const due = dueOf(series, zone);
      const standing = standingOf(series, due?.expectedBy, now);
      counts[standing]++;
      if (standing === 'late') lateSeries.push({ series, ...due! });
    }
    // Cut at every page, so that a list of a million late series is never in memory.
    lateSeries = lateSeries.sort((a, b) => b.expectedBy - a.expectedBy).slice(0, limit);
    if (page.length < PAGE) return { ...counts, lateSeries };
    after = page.at(-1)!.code;
    await nextTurn();
  }
}

/** How far a series is known, and when its next value is due. A price is published before its hour. */
function dueOf(
  series: SeriesRecord,
  zone: Zone,
): { readonly knownUntil: Instant; readonly expectedBy: Instant } | undefined {
  if (series.lastIndex === null) return undefined;
  const knownUntil = gridOfSeries(series, zone).startOf(series.lastIndex + 1);
  const isPrice = findCategory(series.category ?? '')?.isPrice ?? false;
  const graceMs = Math.max(GRACE_MS, GRACE_INTERVALS * nativeOf(series).typicalMs);
  return { knownUntil, expectedBy: isPrice ? knownUntil : knownUntil + graceMs };
}

function standingOf(series: SeriesRecord, expectedBy: Instant | undefined, now: Instant): Standing {
  if (expectedBy === undefined) return 'empty';
  if (now < expectedBy) return 'fresh';
  const endedMs = Math.max(ENDED_MS, ENDED_INTERVALS * nativeOf(series).typicalMs);
  return now - expectedBy < endedMs ? 'late' : 'ended';
}
