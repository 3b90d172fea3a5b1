// Checks what models said about the runs of one series: bands and details, also of replaced runs.

import { MEDIAN_LEVEL } from '#core/values/forecast-run';
import { messageOf, timeText } from '#store/check/check-damage';
import type { Row } from '#store/check/check-source';
import { type CheckedSeries, countUnverified, faultOfBytes, scan } from '#store/check/check-values';
import { pastBandsOf } from '#store/series/past-runs';
import { type BandColumns, detailOf } from '#store/series/run-detail';

/** 50 years of quarter hours are 1.8 million values. A longer horizon is damage, and must not fill memory. */
export const MOST_VALUES = 2 ** 24;

/** The number of values of each run, by its time and source. */
export class RunLengths {
  readonly #byTime = new Map<unknown, Map<unknown, number>>();

  add({ analyzed_at, source }: Row, length: number): void {
    let bySource = this.#byTime.get(analyzed_at);
    if (!bySource) this.#byTime.set(analyzed_at, (bySource = new Map()));
    bySource.set(source, length);
  }

  /** The number of values of the run that a row is about. Rows of older stores name no source. */
  of({ analyzed_at, source }: Row): number | undefined {
    const bySource = this.#byTime.get(analyzed_at);
    return source === undefined ? bySource?.values().next().value : bySource?.get(source);
  }
}

export async function checkBands(
  series: CheckedSeries,
  lengths: RunLengths,
  isWhole: boolean,
): Promise<void> {
  await scan(series, 'run_band', 'analyzed_at, level', 'the bands of its runs', (row) => {
    const name = `the run of ${timeText(row.analyzed_at)}`;
    const length = lengths.of(row);
    if (length === undefined) {
      series.counts.bands++;
      if (isWhole) series.say(`the band of ${row.level} % of ${name}: there is no such run`);
      return;
    }
    const { level, lower, upper, lower_checksum, upper_checksum } = row;
    const checksums = { lowerChecksum: lower_checksum, upperChecksum: upper_checksum };
    checkBand(series, name, { level, lower, upper, ...checksums }, length);
  });
}

function checkBand(
  { counts, say }: CheckedSeries,
  runName: string,
  band: Readonly<Record<keyof BandColumns, unknown>>,
  length: number,
): void {
  counts.bands++;
  countUnverified(counts, { checksum: band.lowerChecksum });
  const name = `the band of ${band.level} % of ${runName}`;
  const level = band.level as number;
  if (!Number.isInteger(level) || level < MEDIAN_LEVEL || level > 99)
    say(`${name}: there is no such level`);
  if (!(length >= 1 && length <= MOST_VALUES)) return; // reported for the run
  // The upper bound of a median is not stored.
  for (const side of level === MEDIAN_LEVEL
    ? (['lower'] as const)
    : (['lower', 'upper'] as const)) {
    const fault = faultOfBytes(band[side], band[`${side}Checksum`], new Float64Array(length));
    if (fault !== undefined) say(`${name}, ${side} side: ${fault}`);
  }
}

export async function checkDetails(
  series: CheckedSeries,
  lengths: RunLengths,
  isWhole: boolean,
): Promise<void> {
  await scan(series, 'run_detail', 'analyzed_at', 'the details of its runs', (row) => {
    const name = `the detail of the run of ${timeText(row.analyzed_at)}`;
    if (lengths.of(row) !== undefined) checkDetail(series, name, row.detail);
    else if (isWhole) series.say(`${name}: there is no such run`);
  });
}

function checkDetail({ say }: CheckedSeries, name: string, text: unknown): void {
  try {
    const { tier, members, drivers, notes } = detailOf(String(text));
    const isDetail = typeof tier === 'string' && [members, drivers, notes].every(Array.isArray);
    if (!isDetail) say(`${name}: it lacks something`);
  } catch (error) {
    say(`${name}: ${messageOf(error)}`);
  }
}

/** Checks what was said about a replaced run. Older stores did not keep that. */
export function checkPastDetail(series: CheckedSeries, runName: string, row: Row): void {
  const { detail = null, bands = null, first_index: first, last_index: last } = row;
  const name = `${runName} of ${timeText(row.analyzed_at)}`;
  if (detail !== null) checkDetail(series, `the detail of ${name}`, detail);
  if (bands === null) return;
  try {
    const length = (last as number) - (first as number) + 1;
    for (const band of pastBandsOf(String(bands))) checkBand(series, name, band, length);
  } catch (error) {
    series.say(`${name}: ${messageOf(error)}`);
  }
}
