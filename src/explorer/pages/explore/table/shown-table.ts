// What the table of a series shows: its columns at the same rows. Pure.

import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { changesOf } from '#explorer/pages/explore/table/table-order.ts';
import { columnDecimals } from '#view/values/column-decimals';
import { isReduced } from '#view/values/periods';
import { endTimeOf } from '#view/values/series-facts';
import { columnAt, type Slice } from '#view/values/slice';

export type ShownTable = ReturnType<typeof shownTableOf>;

export const shownTableOf = (
  answer: SeriesColumns,
  slice: Slice | undefined,
  zone: Zone,
  market: Zone,
) => ({
  answer,
  zone,
  times: answer.times,
  value: answer.values,
  change: changesOf(answer.values),
  endTime: endTimeOf(answer, market),
  decimals: columnDecimals(answer),
  hasCounts: isReduced(answer) && answer.counts !== undefined,
  slice: slice && sliceColumns(slice, answer.times),
});

/** The columns of a slice at the times of the table. */
const sliceColumns = (slice: Slice, times: readonly number[]) => ({
  label: slice.label,
  values: columnAt(slice, slice.values, times),
  errors: columnAt(slice, slice.errors, times),
  sources: columnAt(slice, slice.sources, times),
  analyzedTimes: columnAt(slice, slice.analyzedTimes, times),
});
