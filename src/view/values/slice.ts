// A slice over a series: what was forecast a given time ahead, and how far it missed. Pure.

import type { SliceColumns } from '#contract/slices';
import type { SliceChoice } from '#view/address/explore-address';

export interface Slice {
  readonly label: string;
  readonly unit: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Forecast less actual; null without either. */
  readonly errors: readonly (number | null)[];
  /** Seconds since 1970 UTC; null if no run fits, or several do. */
  readonly analyzedTimes: readonly (number | null)[];
  readonly sources: readonly (string | null)[];
  /** The indices of values of periods that are not complete. */
  readonly partial: ReadonlySet<number>;
}

/** The fields of the request. The server refuses a lead that is none. */
export function sliceQuery({ ahead, before, source }: SliceChoice) {
  const amount = ahead.replace(/[dh]$/, '');
  return {
    ...(ahead.endsWith('h') ? { hoursAhead: amount } : { daysAhead: amount }),
    ...(before && { issuedBefore: before }),
    ...(source && { source }),
  };
}

/** Writes `1 day ahead`, `same day`, `24 hours ahead`. */
export function leadText(ahead: string): string {
  const amount = ahead.replace(/[dh]$/, '');
  const unit = ahead.endsWith('h') ? 'hour' : 'day';
  if (unit === 'day' && amount === '0') return 'same day';
  return `${amount} ${unit}${amount === '1' ? '' : 's'} ahead`;
}

/** Writes `1 day ahead, before 12:00, vendor`. */
export const sliceLabel = ({ ahead, before, source }: SliceChoice): string =>
  [leadText(ahead), before && `before ${before}`, source || 'any source']
    .filter(Boolean)
    .join(', ');

/** The slice of an answer, from its first value to its last. */
export function sliceOf(choice: SliceChoice, answer: SliceColumns): Slice {
  const { times, values, analyzedTimes, sources, errors = [], unit } = answer;
  const { counts = [], expected = [] } = answer;
  const first = values.findIndex((value) => value !== null);
  const end = values.findLastIndex((value) => value !== null) + 1;
  const part = <T>(list: readonly T[]): readonly T[] => (first < 0 ? [] : list.slice(first, end));
  return {
    label: sliceLabel(choice),
    unit,
    times: part(times),
    values: part(values),
    errors: part(errors),
    analyzedTimes: part(analyzedTimes),
    sources: part(sources),
    partial: new Set(
      part(values).flatMap((value, i) => {
        const at = first + i;
        return value !== null && (counts[at] ?? 0) < (expected[at] ?? 0) ? [i] : [];
      }),
    ),
  };
}

/** The values of a slice's column at other times of the same grid; null if it has none. */
export function columnAt<T>(
  { times }: Slice,
  column: readonly T[],
  at: readonly number[],
): (T | null)[] {
  const places = new Map(times.map((time, i) => [time, i]));
  return at.map((time) => column[places.get(time) ?? -1] ?? null);
}
