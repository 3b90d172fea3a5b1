// Checks the forecast runs of one series, with their bands and details, and runs that were replaced.

import { isIndex, messageOf, spanText, timeText } from '#store/check/check-damage';
import type { Row } from '#store/check/check-source';
import { type CheckedSeries, countUnverified, faultOfBytes, scan } from '#store/check/check-values';
import { detailOf } from '#store/series/run-detail';

/** What the runs really are; null without a run. `isWhole`: all of them could be read. */
export interface RealRuns {
  readonly first: number | null;
  readonly last: number | null;
  readonly newestAt: number | null;
  readonly newestLast: number | null;
  readonly isWhole: boolean;
}

/** 50 years of quarter hours are 1.8 million values. A longer horizon is damage, and must not fill memory. */
const MOST_VALUES = 2 ** 24;

export async function checkRuns(series: CheckedSeries): Promise<RealRuns> {
  const { counts } = series;
  const found = { first: null, last: null, newestAt: null, newestLast: null } as {
    -readonly [field in Exclude<keyof RealRuns, 'isWhole'>]: number | null;
  };
  /** The number of values of each run, by the instant it was made. */
  const lengths = new Map<number, number>();
  let isSound = true;
  const isWhole = await scan(series, 'run', 'analyzed_at', 'its runs', (row) => {
    counts.runs++;
    countUnverified(counts, row);
    if (!checkRun(series, 'the run', row)) isSound = false;
    const [first, last, at] = [row.first_index, row.last_index, row.analyzed_at] as number[];
    lengths.set(at!, last! - first! + 1);
    found.first = Math.min(found.first ?? first!, first!);
    found.last = Math.max(found.last ?? last!, last!);
    found.newestAt = at!;
    found.newestLast = last!;
  });
  await scan(series, 'past_run', 'analyzed_at, replaced_at', 'its replaced runs', (row) => {
    counts.runs++;
    checkRun(series, `the run that was replaced at ${timeText(row.replaced_at)},`, row);
  });
  await checkBands(series, lengths, isWhole);
  await checkDetails(series, lengths, isWhole);
  return { ...found, isWhole: isWhole && isSound };
}

/** Checks a run; false if its horizon makes no sense. */
function checkRun({ grid, say }: CheckedSeries, name: string, row: Row): boolean {
  const { first_index: first, last_index: last, analyzed_at: at } = row;
  const isSensible = isIndex(first) && isIndex(last) && last >= first && last - first < MOST_VALUES;
  if (!isSensible) {
    say(`${name} of ${timeText(at)}: its horizon makes no sense (${first} to ${last})`);
    return false;
  }
  const values = new Float64Array(last - first + 1);
  let fault = faultOfBytes(row.bytes, row.checksum, values);
  if (fault === undefined && (Number.isNaN(values[0]!) || Number.isNaN(values.at(-1)!))) {
    fault = 'it begins or ends with a gap';
  }
  if (fault !== undefined) {
    say(`${name} of ${timeText(at)} (${spanText(grid, first, last + 1)}): ${fault}`);
  }
  return true;
}

async function checkBands(
  series: CheckedSeries,
  lengths: ReadonlyMap<number, number>,
  isWhole: boolean,
): Promise<void> {
  const { counts, say } = series;
  await scan(series, 'run_band', 'analyzed_at, level', 'the bands of its runs', (row) => {
    counts.bands++;
    const name = `the band of ${row.level} % of the run of ${timeText(row.analyzed_at)}`;
    const length = lengths.get(row.analyzed_at as number);
    if (length === undefined) {
      if (isWhole) say(`${name}: there is no such run`);
      return;
    }
    const level = row.level as number;
    if (!Number.isInteger(level) || level < 1 || level > 99) say(`${name}: there is no such level`);
    if (!(length >= 1 && length <= MOST_VALUES)) return; // reported for the run
    for (const side of ['lower', 'upper']) {
      const fault = faultOfBytes(row[side], null, new Float64Array(length));
      if (fault !== undefined) say(`${name}, ${side} side: ${fault}`);
    }
  });
}

async function checkDetails(
  series: CheckedSeries,
  lengths: ReadonlyMap<number, number>,
  isWhole: boolean,
): Promise<void> {
  await scan(series, 'run_detail', 'analyzed_at', 'the details of its runs', (row) => {
    const name = `the detail of the run of ${timeText(row.analyzed_at)}`;
    if (!lengths.has(row.analyzed_at as number)) {
      if (isWhole) series.say(`${name}: there is no such run`);
      return;
    }
    try {
      const { tier, members, drivers, notes } = detailOf(String(row.detail));
      const isDetail = typeof tier === 'string' && [members, drivers, notes].every(Array.isArray);
      if (!isDetail) series.say(`${name}: it lacks something`);
    } catch (error) {
      series.say(`${name}: ${messageOf(error)}`);
    }
  });
}
