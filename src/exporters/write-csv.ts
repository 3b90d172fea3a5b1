// CSV: `series,time,value` or `time,CODE…`; a gap is an empty field.

import { csvCell } from '#exporters/csv-cell';
import { type ExportTable, headerOf, type RowBatch } from '#exporters/export-table';
import { sliceRows, type TextTools } from '#exporters/text-bytes';

const COMMA = 44;
const NEW_LINE = 10;

export async function* writeCsv(table: ExportTable, tools: TextTools): AsyncGenerator<Buffer> {
  const out = tools.openBytes();
  const times = tools.openTimes();
  const codes = table.codes?.map((code) => Buffer.from(`${csvCell(code)},`));
  const writeRow = ({ series, times: instants, values }: RowBatch, row: number): void => {
    if (codes) out.fragment(codes[series[row]!]!);
    times.write(instants[row]!, out);
    for (let column = 0; column < values.length; column++) {
      out.byte(COMMA);
      const value = values[column]![row]!;
      if (Number.isFinite(value)) out.number(value);
    }
    out.byte(NEW_LINE);
  };
  out.text(`${headerOf(table).map(csvCell).join(',')}\n`);
  yield out.take();
  yield* sliceRows(table, out, writeRow);
}
