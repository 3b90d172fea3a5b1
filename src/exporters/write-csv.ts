// CSV: `series,time,value` or `time,CODE…`; a gap is an empty field.

import { ByteWriter } from '#bytes/byte-writer';
import { repeatedText } from '#bytes/repeated-text';
import { utcTimeWriter } from '#bytes/time-writer';
import { csvCell } from '#exporters/csv-cell';
import { type ExportTable, headerOf, kindOf, type RowBatch } from '#exporters/export-table';
import { sliceRows } from '#exporters/slice-rows';

const COMMA = 44;
const NEW_LINE = 10;

export async function* writeCsv(table: ExportTable): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  const times = utcTimeWriter();
  const codes = table.codes?.map((code) => Buffer.from(`${csvCell(code)},`));
  const cells = table.kinds && columnWriters(table, out);
  const writeRow = ({ series, times: instants, values }: RowBatch, row: number): void => {
    if (codes) out.fragment(codes[series[row]!]!);
    times.write(instants[row]!, out);
    for (let column = 0; column < values.length; column++) {
      out.byte(COMMA);
      const value = values[column]![row]!;
      if (!Number.isFinite(value)) continue;
      if (cells === undefined) out.number(value);
      else cells[column]!(value);
    }
    out.byte(NEW_LINE);
  };
  out.text(`${headerOf(table).map(csvCell).join(',')}\n`);
  yield out.take();
  yield* sliceRows(table, out, writeRow);
}

/** How the cells of each column are written. Most tables have numbers only, which need no such call. */
function columnWriters(table: ExportTable, out: ByteWriter): ((value: number) => void)[] {
  const names = table.names?.map((name) => repeatedText(csvCell(name), out)) ?? [];
  return table.columns.map((_, column) => {
    const kind = kindOf(table, column);
    if (kind === 'time') {
      // Each column has a writer of its own, as one remembers the day that it wrote last.
      const times = utcTimeWriter();
      return (value) => times.write(value, out);
    }
    return kind === 'name' ? (value) => names[value]!() : (value) => out.number(value);
  });
}
