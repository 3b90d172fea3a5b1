// A store read as if every value had arrived at its usual time of publication: for backtests and hindcasts on a store
// that was filled later and has no record of what was known when.

import { findCategory } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import { overlayReader } from '#service/model-runs/reader-overlay';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** The UTC hours of the day before at which prices and others' day-ahead forecasts are published. */
const PRICES_HOUR = 12;
const FORECASTS_HOUR = 6;

const AHEAD = new Set(
  DRIVER_CATEGORIES.filter(({ name }) => name.endsWith('forecast')).map(({ name }) => name),
);

/** The first instant whose value is not published yet. */
function publishedUntil(series: SeriesRecord, asOf: Instant, zone: Zone): Instant {
  // Parts of hours are published with their hours.
  const category = (series.category ?? '').replace(/^(?:qh|hh)/, 'hr');
  const isPrice = findCategory(category)?.isPrice === true;
  if (!isPrice && !AHEAD.has(category)) return asOf;
  const outHour = isPrice ? PRICES_HOUR : FORECASTS_HOUR;
  const today = zone.dayOf(asOf);
  const isOut = asOf % DAY_MS >= outHour * HOUR_MS;
  return zone.startOfDay(today + (isOut ? 2 : 1));
}

/**
 * Returns a reader that knows values from their usual publication on, and runs from the time they were
 * made. `target` and series that are found through the reader can be read.
 */
export function readAsPublished(
  reader: SeriesReader,
  target: SeriesRecord,
  zone: Zone,
): SeriesReader {
  const byKey = new Map([[target.key, target]]);
  const findSeries: SeriesReader['findSeries'] = async (code) => {
    const series = await reader.findSeries(code);
    if (series) byKey.set(series.key, series);
    return series;
  };
  const readValuesAsOf: SeriesReader['readValuesAsOf'] = async (seriesKey, span, asOf) => {
    const values = await reader.readValues(seriesKey, span);
    const series = byKey.get(seriesKey)!;
    const grid = gridOfSeries(series, zone);
    // An interval is published if all of it lies before.
    const end = grid.indexOf(publishedUntil(series, asOf, zone));
    return values.fill(Number.NaN, Math.max(0, Math.min(values.length, end - span.start)));
  };
  // When a run was stored tells nothing here: previous runs of a weather model are fetched months later.
  const readRuns: SeriesReader['readRuns'] = async (...asked) =>
    (await reader.readRuns(...asked)).map((run) => ({ ...run, updatedAt: run.analyzedAt }));
  return overlayReader(reader, { readValuesAsOf, readRuns, findSeries });
}
