// What a rule would have held: the values of a series' last year, judged as if they arrived now.

import { firstIndexFrom, type Grid } from '#core/time/grid';
import { DAY_MS } from '#core/time/instant';
import { type HeldPoint, NEIGHBOUR_REACH, sift } from '#core/values/value-rules';
import type { ValueRule } from '#store/held-value';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

const YEAR_MS = 365 * DAY_MS;

export interface RuleTrial {
  /** The first index of the year, and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The values of the year, without gaps. */
  readonly checked: number;
  readonly held: readonly HeldPoint[];
}

/** Judges the 365 days up to the last value: at most 35,040 values. The values before them are neighbours only. */
export async function tryRule(
  reader: SeriesReader,
  { key, lastIndex }: SeriesRecord,
  rule: ValueRule,
  grid: Grid,
): Promise<RuleTrial | undefined> {
  if (lastIndex === null) return undefined;
  const end = lastIndex + 1;
  const start = firstIndexFrom(grid, grid.startOf(end) - YEAR_MS);
  const before = { start: start - NEIGHBOUR_REACH, end: start };
  const values = await reader.readValues(key, { start, end });
  const indices = Int32Array.from(values, (_, at) => start + at);
  const stored = { start: before.start, values: await reader.readValues(key, before) };
  const { held } = sift(indices, values, rule, stored);
  const checked = values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  return { start, end, checked, held };
}
