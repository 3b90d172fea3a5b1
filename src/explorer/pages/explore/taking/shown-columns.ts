// The values shown as columns of a file: what they are, of how many they are made, and a slice.

import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { spreadsheetSign } from '#explorer/parts/table/spreadsheet-sign.ts';
import type { CsvColumns } from '#explorer/series/csv-text.ts';
import { tabText } from '#explorer/series/tab-text.ts';
import { roundedValues } from '#view/values/column-decimals';
import { isReduced, originAt } from '#view/values/periods';
import { columnAt, type Slice } from '#view/values/slice';

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

interface Shown {
  readonly answer: SeriesColumns;
  readonly slice: Slice | undefined;
  readonly zone: Zone;
}

/** Every row as text for a spreadsheet, in local time. */
export function excelText({ answer, slice, zone }: Shown): string {
  const beside = Object.entries(columnsBeside(slice, answer)).map(([name, cells]) => ({
    name,
    cells,
  }));
  const values = { name: `${answer.seriesId} (${answer.unit})`, cells: roundedValues(answer) };
  return tabText(answer.times, zone, [values, ...beside], spreadsheetSign());
}
