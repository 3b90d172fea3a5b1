// NDJSON: one object a line, `{"series":…,"time":…,"value":…}` or `{"time":…,"CODE":…}`; a gap is null.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { type ExportTable, kindOf, type RowBatch } from '#exporters/export-table';
import { sliceRows } from '#exporters/slice-rows';

const END = Buffer.from('}\n');

export async function* writeNdjson(table: ExportTable): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  const times = utcTimeWriter('"time":"', '"');
  const openings = table.codes?.map((code) => Buffer.from(`{"series":${JSON.stringify(code)},`));
  const opening = Buffer.from('{');
  const names = table.columns.map((name) => Buffer.from(`,${JSON.stringify(name)}:`));
  const cells = table.kinds && columnWriters(table, out);
  const writeRow = ({ series, times: instants, values }: RowBatch, row: number): void => {
    out.fragment(openings ? openings[series[row]!]! : opening);
    times.write(instants[row]!, out);
    for (let column = 0; column < values.length; column++) {
      out.fragment(names[column]!);
      const value = values[column]![row]!;
      if (cells === undefined || !Number.isFinite(value)) out.number(value);
      else cells[column]!(value);
    }
    out.fragment(END);
  };
  yield* sliceRows(table, out, writeRow);
}

/** How the values of each column are written. Most tables have numbers only, which need no such call. */
function columnWriters(table: ExportTable, out: ByteWriter): ((value: number) => void)[] {
  const times = utcTimeWriter('"', '"');
  const names = table.names?.map((name) => Buffer.from(JSON.stringify(name))) ?? [];
  return table.columns.map((_, column) => {
    const kind = kindOf(table, column);
    if (kind === 'time') return (value) => times.write(value, out);
    return kind === 'name' ? (value) => out.fragment(names[value]!) : (value) => out.number(value);
  });
}
