// The values shown as columns of a file: what they are, of how many they are made, and a slice. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { columnAt, type Slice } from '#explorer/pages/explore/slice/slice.ts';
import type { CsvColumns } from '#explorer/series/csv-text.ts';
import { isReduced, originAt } from '#explorer/series/periods.ts';

/** The columns beside the values. */
export function columnsBeside(slice: Slice | undefined, answer: SeriesColumns): CsvColumns {
  const { times, values, counts, expected } = answer;
  const origins = values.map((value, i) => (value === null ? undefined : originAt(answer, i)));
  return {
    kind: origins.map((origin) => origin?.kind ?? null),
    run: origins.map((origin) => origin?.run ?? null),
    ...(isReduced(answer) && counts && expected && { count: counts, expected }),
    ...(slice && {
      forecast: columnAt(slice, slice.values, times),
      error: columnAt(slice, slice.errors, times),
    }),
  };
}
