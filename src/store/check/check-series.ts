// Checks one series: its row against what its chunks and runs really contain.

import { isSeriesId } from '#core/market/categories';
import { gridOf } from '#core/time/grid';
import { findResolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import {
  type CheckCounts,
  indexText,
  messageOf,
  type OnDamage,
  timeText,
} from '#store/check/check-damage';
import { checkRuns, type RealRuns } from '#store/check/check-runs';
import type { CheckSource, Row } from '#store/check/check-source';
import {
  type CheckedSeries,
  checkChanges,
  checkChunks,
  type RealExtent,
} from '#store/check/check-values';
import { pointsPerChunk } from '#store/codec/chunk-points';
import { searchTextOf } from '#store/search/search-text';
import type { SeriesKey } from '#store/series-record';

/** Checks a series as it is at one moment, so that a concurrent write is seen whole or not at all. */
export async function checkSeries(
  source: CheckSource,
  key: SeriesKey,
  zone: Zone,
  counts: CheckCounts,
  onDamage: OnDamage,
): Promise<void> {
  let subject = `series ${key}`;
  const say = (what: string): void => onDamage({ subject, what });
  try {
    await source.atOneMoment(async () => {
      const row = await source.first('SELECT * FROM series WHERE series_key = $1', key);
      if (!row) return; // gone since the keys were read
      counts.series++;
      subject = String(row.code);
      checkWords(row, say);
      const resolution = findResolution(String(row.resolution));
      if (!resolution) {
        say(`its resolution ${row.resolution} is not known, so its values cannot be read`);
        return;
      }
      const points = pointsPerChunk(resolution.name);
      const grid = gridOf(resolution, zone);
      const sourceOrder = (row.source_order ?? null) as string | null;
      const series = { source, key, grid, points, counts, sourceOrder, say };
      const real = await checkChunks(series);
      await checkChanges(series);
      const runs = await checkRuns(series);
      compareExtent(series, row, real);
      if (runs.isWhole) compareRuns(series, row, runs);
      const isEmpty = real.first === null && runs.first === null;
      if (!isEmpty && row.updated_at === null) say('it has values, but no time of a last change');
    });
  } catch (error) {
    say(`it cannot be read: ${messageOf(error)}`);
  }
}

function checkWords(row: Row, say: CheckedSeries['say']): void {
  const code = String(row.code);
  if (!isSeriesId(code)) say('its code is not one that a series can have');
  if (row.search_text !== searchTextOf(code, String(row.description))) {
    say('the text that searches look at is not that of its code and description');
  }
  if (!Number.isInteger(row.version) || (row.version as number) < 1) {
    say(`its version is ${row.version}, not a whole number from 1`);
  }
}

function compareExtent({ grid, say }: CheckedSeries, row: Row, { first, last }: RealExtent): void {
  const compare = (name: string, said: unknown, real: number | null | undefined): void => {
    if (real === undefined || said === real) return;
    say(
      `its row says that its ${name} value is at ${indexText(grid, said)}, but it is at ${indexText(grid, real)}`,
    );
  };
  compare('first', row.first_index, first);
  compare('last', row.last_index, last);
}

function compareRuns({ grid, say }: CheckedSeries, row: Row, runs: RealRuns): void {
  const compare = (name: string, said: unknown, real: number | null, text = indexText): void => {
    if (said !== real)
      say(`its row says ${text(grid, said)} for ${name}, but it is ${text(grid, real)}`);
  };
  compare('the first value of its runs', row.run_first_index, runs.first);
  compare('the last value of its runs', row.run_last_index, runs.last);
  compare('the time of its newest run', row.newest_run_at, runs.newestAt, (_, at) =>
    at === null ? 'none' : timeText(at),
  );
  compare('the last value of its newest run', row.newest_run_last_index, runs.newestLast);
}
