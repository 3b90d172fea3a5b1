// The values shown as a CSV file: one header row, UTC and local time in each row. Pure.

import { formatUtc, formatWall, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { formatOffset } from '#core/time/zone';

export const CSV_HEADER = 'time_utc,time_local,value';

/** Further columns of numbers, times or words of our own by their names, each as long as the times. */
export type CsvColumns = Readonly<Record<string, readonly (number | string | null)[]>>;

/**
 * Writes the file. Times are seconds since 1970 UTC; a gap is an empty value. Cells are times, numbers
 * and kinds only: none can be a formula.
 */
export function csvText(
  times: readonly number[],
  values: readonly (number | null)[],
  zone: Zone,
  columns: CsvColumns = {},
): string {
  const rows = [[CSV_HEADER, ...Object.keys(columns)].join(',')];
  const lists = [values, ...Object.values(columns)];
  let [offset, suffix, steadyUntil] = [0, '', Number.NEGATIVE_INFINITY];
  for (let i = 0; i < times.length; i++) {
    const instant = times[i]! * SECOND_MS;
    if (instant >= steadyUntil) {
      offset = zone.offsetAt(instant);
      suffix = formatOffset(offset, zone);
      steadyUntil = zone.steadyUntil(instant);
    }
    const cells = lists.map((list) => list[i] ?? '').join(',');
    rows.push(`${formatUtc(instant)},${formatWall(instant + offset)}${suffix},${cells}`);
  }
  return `${rows.join('\n')}\n`;
}

/** Writes `dehrprice_2026-11-01_2026-11-21.csv`, with the first and the last day in the zone. */
export function fileNameOf(
  seriesId: string,
  span: { readonly first: Instant; readonly last: Instant } | undefined,
  zone: Zone,
  ending: string,
): string {
  const day = (instant: Instant): string =>
    formatWall(instant + zone.offsetAt(instant)).slice(0, 10);
  const days = span ? `_${day(span.first)}_${day(span.last)}` : '';
  return `${seriesId}${days}.${ending}`;
}
