// What the values of an answer are: observed or forecast, and made of all native values of their period
// or not. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { findResolution } from '#core/time/resolution';
import { lastObservedOf } from '#view/values/series-facts';
import { isForecast } from '#view/values/stats';
import { formatCount } from '#view/values/value-text';

export interface PointOrigin {
  /** `mixed` if the value is made of observed and of forecast ones. */
  readonly kind: 'observed' | 'forecast' | 'mixed';
  /** The issue time of the forecast (`…Z`); null if observed, or of several runs. */
  readonly run: string | null;
}

/** The origin of a point. An answer without origins tells it by its last observed time alone. */
export function originAt(answer: SeriesColumns, index: number): PointOrigin {
  if (!answer.origins) {
    const isAfter = isForecast(answer.times[index]!, lastObservedOf(answer));
    return { kind: isAfter ? 'forecast' : 'observed', run: null };
  }
  const stretch = answer.origins.findLast(({ first }) => first <= index);
  return stretch ?? { kind: 'observed', run: null };
}

/** The last time, in seconds, at which a value is observed alone; undefined if none shown is. */
export function observedUntilOf(answer: SeriesColumns): number | undefined {
  const first = answer.origins?.find(({ kind }) => kind !== 'observed')?.first;
  const last = lastObservedOf(answer);
  if (first === undefined || last === undefined) return last;
  return first === 0 ? undefined : Math.min(last, answer.times[first - 1]!);
}

/** Whether the values are reduced, so that each may lack some of its native ones. */
export const isReduced = ({ aggregation }: SeriesColumns): boolean => aggregation !== 'None';

/** Writes `10 of 168 h`, `40 of 96` quarter hours, `12 of 30 days`. Undefined without counts. */
export function countText(answer: SeriesColumns, index: number): string | undefined {
  const [count, expected] = [answer.counts?.[index], answer.expected?.[index]];
  if (count === undefined || expected === undefined) return undefined;
  const unit = UNITS[findResolution(answer.nativeResolution)?.name ?? ''] ?? '';
  return `${formatCount(count)} of ${formatCount(expected)}${unit}`;
}

const UNITS: Readonly<Record<string, string>> = {
  hour: ' h',
  day: ' days',
  week: ' weeks',
  month: ' months',
};

/** Whether a reduced value is made of fewer native values than its period has. */
export const isPartial = ({ counts, expected }: SeriesColumns, index: number): boolean =>
  counts !== undefined && expected !== undefined && counts[index]! < expected[index]!;

/** The indices of values that are not of a whole period. Gaps are not among them. */
export function partialIndices(answer: SeriesColumns): ReadonlySet<number> {
  const found = new Set<number>();
  if (!isReduced(answer)) return found;
  answer.values.forEach((value, i) => {
    if (value !== null && isPartial(answer, i)) found.add(i);
  });
  return found;
}

/** What a readout adds to values: `10 of 168 h`, `partly forecast`. */
export function pointNotes(
  answer: SeriesColumns,
  partial: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const index of partial) {
    const { kind } = originAt(answer, index);
    notes.set(index, [countText(answer, index), ...KIND_NOTES[kind]].join(', '));
  }
  for (const { first, kind } of answer.origins ?? []) {
    if (kind === 'mixed' && !notes.has(first)) notes.set(first, KIND_NOTES[kind][0]!);
  }
  return notes;
}

const KIND_NOTES: Readonly<Record<PointOrigin['kind'], readonly string[]>> = {
  observed: [],
  forecast: ['forecast'],
  mixed: ['partly forecast'],
};
