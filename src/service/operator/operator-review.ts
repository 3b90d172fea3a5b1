// Rules that an operator sets over HTTP, and the review of values that they held.

import { refuseField } from '#core/errors';
import { firstIndexFrom, type Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { faultOfBounds } from '#core/values/value-rules';
import { gridOfSeries } from '#service/context';
import { instantOf } from '#service/operator/operator-fields';
import { acceptHeld, findHeldIn, rejectHeld } from '#service/operator/review-held';
import type { HeldValue, ValueRule } from '#store/held-value';
import type { WriteCounts } from '#store/journal-entry';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader, SeriesWriter } from '#store/series-store';

export interface RuleDraft {
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  readonly largestStep?: number | null;
}

/** Reads a whole rule: a bound that is not given is none. */
export function readRule(draft: RuleDraft): ValueRule {
  const { minimum = null, maximum = null, largestStep = null } = draft;
  const rule = { lowest: minimum, highest: maximum, largestStep };
  const fault = faultOfBounds(rule);
  if (fault === undefined) return rule;
  const isStep = largestStep !== null && !(largestStep > 0);
  const field = isStep
    ? 'largestStep'
    : minimum === null && maximum !== null
      ? 'maximum'
      : 'minimum';
  throw refuseField('field_invalid', field, fault);
}

/** The choice of a series' held values: those of a span, both ends included, or all. */
export interface HeldChoice {
  readonly from?: string;
  readonly to?: string;
  /** Required if neither end is given. */
  readonly all?: boolean;
}

/** A held value with its time. */
export interface HeldAtTime extends HeldValue {
  readonly at: Instant;
}

export async function withTimes(
  reader: SeriesReader,
  held: readonly HeldValue[],
  zone: Zone,
): Promise<HeldAtTime[]> {
  const grids = new Map<string, Grid>();
  for (const code of new Set(held.map((one) => one.code))) {
    grids.set(code, gridOfSeries((await reader.findSeries(code))!, zone));
  }
  return held.map((one) => ({ ...one, at: grids.get(one.code)!.startOf(one.index) }));
}

export interface HeldReview {
  readonly choice: HeldChoice;
  readonly isAccepted: boolean;
  readonly now: Instant;
}

/** Accepts or rejects held values in a transaction. */
export async function reviewHeld(
  writer: SeriesWriter,
  series: SeriesRecord,
  { choice, isAccepted, now }: HeldReview,
  zone: Zone,
): Promise<WriteCounts & { readonly reviewed: number }> {
  const held = await chooseHeld(writer, series, choice, zone);
  const none = { added: 0, changed: 0, same: 0 };
  if (held.length === 0) return { reviewed: 0, ...none };
  if (isAccepted) {
    return { reviewed: held.length, ...(await acceptHeld(writer, series.key, held, now)) };
  }
  await rejectHeld(writer, series.key, held);
  return { reviewed: held.length, ...none };
}

async function chooseHeld(
  reader: SeriesReader,
  series: SeriesRecord,
  { from, to, all }: HeldChoice,
  zone: Zone,
): Promise<HeldValue[]> {
  const grid = gridOfSeries(series, zone);
  if (from === undefined && to === undefined && all !== true) {
    throw refuseField('field_missing', 'from', 'say which values: from, to or both, or all: true');
  }
  const start =
    from === undefined
      ? Number.NEGATIVE_INFINITY
      : firstIndexFrom(grid, instantOf(from, 'from', zone));
  const end =
    to === undefined
      ? Number.POSITIVE_INFINITY
      : firstIndexFrom(grid, instantOf(to, 'to', zone) + 1);
  if (start > end) throw refuseField('span_reversed', 'from', 'lies after to');
  return findHeldIn(reader, series.key, { start, end });
}
