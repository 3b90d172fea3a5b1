// A slice as JSON: rows, or columns for charts.

import { ByteWriter } from '#bytes/byte-writer';
import { repeatedText } from '#bytes/repeated-text';
import { unitIn } from '#core/market/currency';
import { formatUtc, SECOND_MS } from '#core/time/instant';
import { resultResolution } from '#core/values/reduction';
import { type ExportTable, tableOfColumns } from '#exporters/export-table';
import { objectWriter } from '#exporters/write-ndjson';
import { completenessHead } from '#http/writers/point-columns';
import { datesOfSpan } from '#service/series/find-series';
import type { SettledSlice } from '#service/slices/settle-slice';
import type { SliceColumn, SliceTable } from '#service/slices/slice-table';

const COMMA = 44;
const NO_SERIES = new Int32Array(0);

export const exportTableOf = ({ times, columns, names }: SliceTable): ExportTable =>
  tableOfColumns(times, columns, names);

/** Everything but the rows. */
function headOf(
  { request, series, grid, reduction, span }: SettledSlice,
  { times, tally }: SliceTable,
) {
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
    ...(tally && completenessHead(times, tally, request.series.detail!)),
  };
}

/** Rows as objects, each as NDJSON writes it. */
export function* writeSliceDocument(settled: SettledSlice, table: SliceTable): Generator<Buffer> {
  const out = new ByteWriter();
  const { times, columns } = table;
  const writeRow = objectWriter(exportTableOf(table), out, '}');
  const values = columns.map((column) => column.values);
  const batch = { length: times.length, series: NO_SERIES, times, values };
  out.text(`${JSON.stringify(headOf(settled, table)).slice(0, -1)},"data":[`);
  for (let row = 0; row < times.length; row++) {
    if (row > 0) out.byte(COMMA);
    writeRow(batch, row);
    if (out.isFull) yield out.take();
  }
  out.text(']}');
  yield out.take();
}

/** Columns as arrays. Times are seconds since 1970. */
export function* writeSliceColumns(settled: SettledSlice, table: SliceTable): Generator<Buffer> {
  const { times, columns, names } = table;
  const out = new ByteWriter();
  const texts = names.map((name) => repeatedText(JSON.stringify(name), out));
  const write = (kind: SliceColumn['kind'], value: number) => {
    if (kind === 'name' && !Number.isNaN(value)) texts[value]!();
    else out.number(kind === 'time' ? value / SECOND_MS : value);
  };
  out.text(JSON.stringify(headOf(settled, table)).slice(0, -1));
  const all = [{ name: 'time', kind: 'time', values: times } as const, ...columns];
  for (const { name, kind, values } of all) {
    out.text(`,"${name}${/[\ds]$|^expected$/.test(name) ? '' : 's'}":[`);
    for (let row = 0; row < values.length; row++) {
      if (row > 0) out.byte(COMMA);
      write(kind, values[row]!);
      if (out.isFull) yield out.take();
    }
    out.text(']');
  }
  out.text('}');
  yield out.take();
}
