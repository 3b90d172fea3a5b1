// Facts about a series from an answer or a record of metadata, in core's terms. Pure.

import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import { gridOf } from '#core/time/grid';
import { HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import { findResolution, RESOLUTIONS, type Resolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';

/** The instant of a time on the wire (`…Z`). */
export const readInstant = (text: string): Instant => Date.parse(text);

export const nativeOfRecord = (record: MetadataRecord): Resolution | undefined =>
  RESOLUTIONS.find(({ adverb }) => adverb === record.resolution);

/** The first and last index of a series, as `first` and `last` count. */
export function extentOf(record: MetadataRecord, market: Zone): SeriesExtent | undefined {
  const native = nativeOfRecord(record);
  if (!native) return undefined;
  const grid = gridOf(native, market);
  const indexOf = (text: string | null) => (text === null ? null : grid.indexOf(readInstant(text)));
  return { grid, firstIndex: indexOf(record.startDate), lastIndex: indexOf(record.endDate) };
}

/** The resolution of an answer's values. */
export const resolutionOfAnswer = ({ resolution }: SeriesColumns): Resolution | undefined =>
  findResolution(resolution);

/** The length of a value's interval; an hour if it is not known, or longer than a day at clock changes. */
export const stepMsOf = (answer: SeriesColumns | undefined): number =>
  (answer && resolutionOfAnswer(answer)?.stepMs) ?? HOUR_MS;

/** The end of the last value's interval, in seconds; 0 without times. */
export function endTimeOf(answer: SeriesColumns, market: Zone): number {
  const last = answer.times.at(-1);
  if (last === undefined) return 0;
  const resolution = resolutionOfAnswer(answer);
  if (!resolution) return last;
  const grid = gridOf(resolution, market);
  return grid.startOf(grid.indexOf(last * SECOND_MS) + 1) / SECOND_MS;
}

/** The span to which the server resolved the request, both instants included. */
export function spanOfAnswer({ from, to }: SeriesColumns) {
  if (from === null || to === null) return undefined;
  return { first: readInstant(from), last: readInstant(to) };
}

/** The last observed time stamp, in seconds. */
export const lastObservedOf = ({ lastObserved }: SeriesColumns): number | undefined =>
  lastObserved === null ? undefined : readInstant(lastObserved) / SECOND_MS;

/** The number of steps of a resolution that make a useful span. */
const NEWEST_STEPS: Readonly<Record<string, number>> = {
  quarterhour: 671,
  halfhour: 335,
  hour: 335,
  day: 89,
  week: 103,
  month: 59,
  quarter: 39,
  year: 29,
};

/** A span of keywords that shows a series' newest values. */
export function newestRange(native: Resolution): { from: string; to: string } {
  return { from: `last-${NEWEST_STEPS[native.name] ?? 99}`, to: 'last' };
}
