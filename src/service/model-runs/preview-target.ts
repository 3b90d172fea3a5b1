// What a run of a defined target will use: its kind, its area, its drivers, and why others are not used.

import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { SeriesKind } from '#model/members/members';
import { findComputed } from '#service/model-runs/computed-series';
import { modelTargetOf } from '#service/model-runs/forecast-targets';
import { gatherDays } from '#service/model-runs/model-days';
import { guessSeriesKind, settleTarget } from '#service/model-runs/settle-target';
import type { StoredTarget } from '#store/forecast-target';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** What a list shows of a target besides what was given. */
export interface TargetFacts {
  /** The kind and the area that were given, or guessed. */
  readonly kindUsed: SeriesKind;
  readonly areaUsed: string | null;
  /** Time of its newest run; null without any. */
  readonly newestRun: string | null;
}

export async function readTargetFacts(
  reader: SeriesReader,
  target: StoredTarget,
): Promise<TargetFacts> {
  const series = await reader.findSeries(target.series);
  const run = series && (await reader.findNewestRun(series.key, undefined, target.name));
  const { kind, area } = modelTargetOf(target, series);
  return {
    kindUsed: kind ?? (await guessIfStored(reader, series)),
    areaUsed: area || null,
    newestRun: run ? formatUtc(run.analyzedAt) : null,
  };
}

async function guessIfStored(
  reader: SeriesReader,
  series: SeriesRecord | undefined,
): Promise<SeriesKind> {
  const computed = series && (await findComputed(reader, series.code));
  if (!series || typeof computed === 'string') return 'other';
  return guessSeriesKind(series, computed);
}

export interface DriverUse {
  readonly code: string;
  readonly isUsed: boolean;
  /** Why the series is not used; null if it is. */
  readonly reason: string | null;
}

/** What a run made now would use. */
export interface TargetPreview {
  readonly kind: SeriesKind;
  /** Null if the series belongs to no area: then no holidays are known. */
  readonly area: string | null;
  readonly drivers: readonly DriverUse[];
  /** Why no run can be made now; null if one can. Drivers are not looked at then. */
  readonly problem: string | null;
}

export async function previewTarget(
  reader: SeriesReader,
  target: StoredTarget,
  zone: Zone,
  now: Instant,
): Promise<TargetPreview> {
  const series = await reader.findSeries(target.series);
  const wanted = modelTargetOf(target, series);
  const settled = series
    ? await settleTarget(reader, wanted, series, zone)
    : 'there is no such series';
  const area = wanted.area || null;
  const none = { area, kind: wanted.kind ?? 'other', drivers: [] };
  if (typeof settled === 'string') return { ...none, problem: settled };
  const head = { area, kind: settled.kind };
  const known = await gatherDays(settled.reader, settled.series, now, settled.market);
  if (typeof known === 'string') return { ...head, drivers: [], problem: known };
  const unused = known.notes.flatMap((note): DriverUse[] => {
    const [, code, reason] = /^(\S+) was not used: (.*)$/.exec(note) ?? [];
    return code === undefined ? [] : [{ code, isUsed: false, reason: reason! }];
  });
  return {
    ...head,
    drivers: [
      ...known.table.drivers.map(({ name }) => ({ code: name, isUsed: true, reason: null })),
      ...unused,
      ...known.missing.map((code) => ({ code, isUsed: false, reason: 'it is not stored' })),
    ],
    problem: null,
  };
}
