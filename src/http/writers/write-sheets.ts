// Series and slices as tables for spreadsheets. The kind of each value comes right behind it.

import { VALUE_KINDS } from '#core/values/origins';
import { resultResolution } from '#core/values/reduction';
import type { SheetFormat } from '#exporters/sheets/sheet-format';
import { writeSheet } from '#exporters/sheets/write-sheet';
import { columnsOf } from '#http/writers/write-document';
import type { SeriesAnswer } from '#service/series/read-series';
import type { SettledSlice } from '#service/slices/settle-slice';
import type { SliceTable } from '#service/slices/slice-table';

/** The columns of a series behind `time`, in their order. */
const ORDER = ['value', 'kind', 'count', 'expected', 'run'];

export function writeSeriesSheet(
  answer: SeriesAnswer,
  format: SheetFormat,
): AsyncGenerator<Buffer> {
  const { series, resolution, points } = answer;
  const columns = columnsOf(answer)
    .filter(({ name }) => name !== 'run' || format.sheet.hasRuns)
    .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  const facts = { title: series.code, names: VALUE_KINDS, isDated: isDated(resolution) };
  return writeSheet({ ...facts, times: points.times, columns }, format);
}

export function writeSliceSheet(
  { series, reduction, grid }: SettledSlice,
  { times, columns, names }: SliceTable,
  format: SheetFormat,
): AsyncGenerator<Buffer> {
  const resolution = resultResolution(reduction, grid.resolution);
  const facts = { title: series.code, names, isDated: isDated(resolution) };
  return writeSheet({ ...facts, times, columns }, format);
}

/** Whether times are written as dates: from a step of a day on, the time of day says nothing. */
const isDated = ({ stepMs }: SeriesAnswer['resolution']): boolean => stepMs === undefined;
