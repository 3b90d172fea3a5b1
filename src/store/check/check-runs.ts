// Checks the forecast runs of one series, and runs that were replaced.

import { compareSources, isHindcastSource } from '#core/values/source-order';
import { isIndex, spanText, timeText } from '#store/check/check-damage';
import {
  checkBands,
  checkDetails,
  checkPastDetail,
  MOST_VALUES,
  RunLengths,
} from '#store/check/check-run-details';
import type { Row } from '#store/check/check-source';
import { type CheckedSeries, countUnverified, faultOfBytes, scan } from '#store/check/check-values';
import { sourcesOf } from '#store/series/define-series';

/** What the runs really are; null without a run. `isWhole`: all of them could be read. */
export interface RealRuns {
  readonly first: number | null;
  readonly last: number | null;
  readonly newestAt: number | null;
  readonly newestLast: number | null;
  readonly isWhole: boolean;
}

export async function checkRuns(series: CheckedSeries): Promise<RealRuns> {
  const { counts } = series;
  const found = { first: null, last: null, newestAt: null, newestLast: null } as {
    -readonly [field in Exclude<keyof RealRuns, 'isWhole'>]: number | null;
  };
  const lengths = new RunLengths();
  const compare = compareSources(sourcesOf(series.sourceOrder));
  let newestSource = '';
  let isSound = true;
  const isWhole = await scan(series, 'run', 'analyzed_at, source', 'its runs', (row) => {
    counts.runs++;
    countUnverified(counts, row);
    if (!checkRun(series, 'the run', row)) isSound = false;
    const [first, last, at] = [row.first_index, row.last_index, row.analyzed_at] as number[];
    lengths.add(row, last! - first! + 1);
    found.first = Math.min(found.first ?? first!, first!);
    found.last = Math.max(found.last ?? last!, last!);
    const source = String(row.source);
    if (isHindcastSource(source)) return;
    if (at === found.newestAt && compare(source, newestSource) > 0) return;
    newestSource = source;
    found.newestAt = at!;
    found.newestLast = last!;
  });
  await scan(series, 'past_run', 'analyzed_at, source, replaced_at', 'its replaced runs', (row) => {
    counts.runs++;
    countUnverified(counts, row);
    const name = `the run that was replaced at ${timeText(row.replaced_at)},`;
    if (checkRun(series, name, row)) checkPastDetail(series, name, row);
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
