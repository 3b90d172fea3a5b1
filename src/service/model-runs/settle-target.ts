// From a target to what a run of it needs: a reader of its values, the market whose calendar and drivers count, and
// the kind of series that it is forecast as.

import type { Zone } from '#core/time/zone';
import type { SeriesKind } from '#model/members/members';
import { holidaysOf } from '#service/holidays';
import {
  type ComputedSeries,
  findComputed,
  readAsComputed,
  recordOf,
} from '#service/model-runs/computed-series';
import type { DriverWish } from '#service/model-runs/driver-candidates';
import { countsAgainst, guessComputedKind } from '#service/model-runs/guess-computed';
import { guessKind, prefixOf } from '#service/model-runs/guess-target';
import type { DayMarket } from '#service/model-runs/model-days';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** One series to forecast: of an area and category, or of a definition. */
export interface ModelTarget {
  /** The area whose holidays and drivers count; empty if the series belongs to none. */
  readonly area: string;
  readonly category: string;
  /** The code of the series. Left out: that of the area and category. */
  readonly series?: string;
  /** The name of the definition, which is the source of its runs. Left out: Gridtide's own. */
  readonly name?: string;
  /** Left out: guessed from the series. */
  readonly kind?: SeriesKind;
  /** The codes of the drivers. Left out: found by the scheme of codes. */
  readonly drivers?: readonly string[];
}

export interface SettledTarget {
  /** A reader of the target's values as well as of all others. */
  readonly reader: SeriesReader;
  readonly series: SeriesRecord;
  readonly market: DayMarket;
  readonly kind: SeriesKind;
}

/** Settles a target whose series is found; returns a text if it cannot be forecast. */
export async function settleTarget(
  reader: SeriesReader,
  target: Omit<ModelTarget, 'category'>,
  series: SeriesRecord,
  zone: Zone,
): Promise<SettledTarget | string> {
  const computed = await findComputed(reader, series.code);
  if (typeof computed === 'string') return computed;
  const kind = target.kind ?? guessSeriesKind(series, computed);
  const { area } = target;
  const isHoliday = area === '' ? undefined : await holidaysOf(area);
  const drivers = wishOf(target, series, kind, computed);
  return {
    reader: computed ? readAsComputed(reader, series.key, computed) : reader,
    series: computed ? recordOf(series, computed) : series,
    market: { area, zone, isHoliday, ...(drivers ? { drivers } : {}) },
    kind,
  };
}

/** The kind of a series, by its parts if a formula computes it. */
export const guessSeriesKind = (
  series: SeriesRecord,
  computed: ComputedSeries | undefined,
): SeriesKind => (computed ? guessComputedKind(computed, series.unit) : guessKind(series));

/** Definitions look for drivers beside their series or its parts first, then in its area. */
function wishOf(
  { name, area, drivers }: Omit<ModelTarget, 'category'>,
  series: SeriesRecord,
  kind: SeriesKind,
  computed: ComputedSeries | undefined,
): DriverWish | undefined {
  if (name === undefined) return undefined;
  const parts = computed?.parts.map((part) => part.series) ?? [];
  const prefixes = [...parts.map(prefixOf), prefixOf(series), area.toLowerCase()];
  const wish = {
    target: series,
    prefixes: [...new Set(prefixes)].filter(
      (text) => text !== undefined && text !== '',
    ) as string[],
    kind,
    ...(computed ? { computed, turned: countsAgainst(computed) } : {}),
  };
  return drivers ? { ...wish, named: drivers } : wish;
}
