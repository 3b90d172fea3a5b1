// A slice as JSON: rows, or columns for charts.

import { unitIn } from '#core/market/currency';
import { formatUtc, SECOND_MS } from '#core/time/instant';
import { resultResolution } from '#core/values/reduction';
import { type ExportTable, tableOfColumns } from '#exporters/export-table';
import { writeJsonArray } from '#exporters/write-ndjson';
import { datesOfSpan } from '#service/series/find-series';
import type { SettledSlice } from '#service/slices/settle-slice';
import type { SliceTable } from '#service/slices/slice-table';

export const exportTableOf = ({ times, columns, names }: SliceTable): ExportTable =>
  tableOfColumns(times, columns, names);

/** Everything but the rows. */
function headOf({ request, series, grid, reduction, span }: SettledSlice) {
  const { first, last } = datesOfSpan(span);
  return {
    seriesId: series.code,
    unit: request.currency === undefined ? series.unit : unitIn(series.unit, request.currency),
    resolution: resultResolution(reduction, grid.resolution).title,
    aggregation: reduction.kind === 'native' ? 'None' : request.series.aggregation,
    from: first === null ? null : formatUtc(first),
    to: last === null ? null : formatUtc(last),
    zone: request.selectors.zone.name,
    pick: request.pick,
  };
}

/** Rows as objects, each as NDJSON writes it. */
export async function writeSliceDocument(
  settled: SettledSlice,
  table: SliceTable,
): Promise<Buffer[]> {
  const head = JSON.stringify(headOf(settled)).slice(0, -1);
  return Array.fromAsync(writeJsonArray(exportTableOf(table), `${head},"data":`, '}'));
}

/** Columns as arrays. Times are seconds since 1970. */
export function writeSliceColumns(
  settled: SettledSlice,
  { times, columns, names }: SliceTable,
): Buffer[] {
  const cells = columns.map(({ name, kind, values }) => {
    const cell = (value: number) =>
      kind === 'time' ? value / SECOND_MS : kind === 'name' ? names[value]! : value;
    const list = Array.from(values, (value) => (Number.isFinite(value) ? cell(value) : null));
    return [`${name}${/\d$/.test(name) ? '' : 's'}`, list] as const;
  });
  const seconds = Array.from(times, (time) => time / SECOND_MS);
  const answer = { ...headOf(settled), times: seconds, ...Object.fromEntries(cells) };
  return [Buffer.from(JSON.stringify(answer))];
}
