// Which series are late: how far their values reach, against how far they should reach by now.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type Due, rememberDueTimes, type Standing } from '#service/operator/due-times';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** Series that are read at once: some 5 ms. */
const PAGE = 5_000;

export interface LateSeries extends Due {
  readonly series: SeriesRecord;
}

export interface Freshness {
  readonly fresh: number;
  readonly late: number;
  readonly ended: number;
  readonly empty: number;
  /** Those that became late last come first. */
  readonly lateSeries: readonly LateSeries[];
}

interface Late {
  readonly code: string;
  readonly due: Due;
}

/** Reads how all series stand at an instant, and the late ones up to `limit`. */
export async function readFreshness(
  store: SeriesReader,
  zone: Zone,
  now: Instant,
  limit: number,
): Promise<Freshness> {
  const counts: Record<Standing, number> = { fresh: 0, late: 0, ended: 0, empty: 0 };
  const dueTimesOf = rememberDueTimes(zone, now);
  let found: Late[] = [];
  for (let after = 0; ; ) {
    const page = await store.listReaches(after, PAGE);
    const last = found.length < limit ? undefined : found.at(-1)!;
    for (const [, code, resolution, category, lastIndex] of page) {
      const times = dueTimesOf(resolution, category);
      const standing = times.standingOf(lastIndex);
      counts[standing]++;
      if (standing !== 'late') continue;
      const due = times.dueOf(lastIndex!);
      if (last && due.expectedBy < last.due.expectedBy) continue;
      if (!last || byTime({ code, due }, last) < 0) found.push({ code, due });
    }
    // Cut at every page, so that a list of a million late series is never in memory.
    found = found.sort(byTime).slice(0, limit);
    if (page.length < PAGE) return { ...counts, lateSeries: await withRecords(store, found) };
    after = page.at(-1)![0];
    await nextTurn();
  }
}

/** What became late last comes first, then the order of codes. */
const byTime = (a: Late, b: Late): number =>
  b.due.expectedBy - a.due.expectedBy || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);

async function withRecords(store: SeriesReader, late: readonly Late[]): Promise<LateSeries[]> {
  const found: LateSeries[] = [];
  for (const { code, due } of late) found.push({ series: (await store.findSeries(code))!, ...due });
  return found;
}
