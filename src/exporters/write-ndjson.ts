// NDJSON: one object a line, `{"series":…,"time":…,"value":…}` or `{"time":…,"CODE":…}`; a gap is null.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import type { ExportTable, RowBatch } from '#exporters/export-table';
import { sliceRows } from '#exporters/slice-rows';

const END = Buffer.from('}\n');

export async function* writeNdjson(table: ExportTable): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  const times = utcTimeWriter('"time":"', '"');
  const openings = table.codes?.map((code) => Buffer.from(`{"series":${JSON.stringify(code)},`));
  const opening = Buffer.from('{');
  const names = table.columns.map((name) => Buffer.from(`,${JSON.stringify(name)}:`));
  const writeRow = ({ series, times: instants, values }: RowBatch, row: number): void => {
    out.fragment(openings ? openings[series[row]!]! : opening);
    times.write(instants[row]!, out);
    for (let column = 0; column < values.length; column++) {
      out.fragment(names[column]!);
      out.number(values[column]![row]!);
    }
    out.fragment(END);
  };
  yield* sliceRows(table, out, writeRow);
}
