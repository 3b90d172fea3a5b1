// A store read as if every value had arrived at its usual time of publication: for backtests and hindcasts on a store
// that was filled later and has no record of what was known when.

import { gridOfSeries } from '#service/context';
import { overlayReader } from '#service/model-runs/reader-overlay';
import { type PublicationRules, publishedUntil } from '#service/model-runs/usual-publication';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/**
 * Returns a reader that knows values from their usual publication on, and runs from the time they were
 * made. `target` and series that are found through the reader can be read.
 */
export function readAsPublished(
  reader: SeriesReader,
  target: SeriesRecord,
  rules: PublicationRules,
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
    const grid = gridOfSeries(series, rules.zone);
    // An interval is published if all of it lies before.
    const end = grid.indexOf(publishedUntil(series, asOf, rules));
    return values.fill(Number.NaN, Math.max(0, Math.min(values.length, end - span.start)));
  };
  // When a run was stored tells nothing here: previous runs of a weather model are fetched months later.
  const readRuns: SeriesReader['readRuns'] = async (...asked) =>
    (await reader.readRuns(...asked)).map((run) => ({ ...run, updatedAt: run.analyzedAt }));
  return overlayReader(reader, { readValuesAsOf, readRuns, findSeries });
}
