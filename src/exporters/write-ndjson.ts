// NDJSON: one object a line, `{"series":…,"time":…,"value":…}` or `{"time":…,"CODE":…}`; a gap is null.

import { ByteWriter } from '#bytes/byte-writer';
import { repeatedText } from '#bytes/repeated-text';
import { utcTimeWriter } from '#bytes/time-writer';
import { type ExportTable, kindOf } from '#exporters/export-table';
import { sliceRows, type WriteRow } from '#exporters/slice-rows';

const BRACE = 123;

export async function* writeNdjson(table: ExportTable): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  yield* sliceRows(table, out, objectWriter(table, out, '}\n'));
}

/** Returns what writes a row as an object, up to `end`, which closes it. */
export function objectWriter(
  table: Omit<ExportTable, 'batches'>,
  out: ByteWriter,
  end: string,
): WriteRow {
  const times = utcTimeWriter('"time":"', '"');
  const openings = table.codes?.map((code) => Buffer.from(`{"series":${JSON.stringify(code)},`));
  const names = table.columns.map((name) => repeatedText(`,${JSON.stringify(name)}:`, out));
  const endObject = repeatedText(end, out);
  const cells = table.kinds && columnWriters(table, out);
  return ({ series, times: instants, values }, row) => {
    if (openings) out.fragment(openings[series[row]!]!);
    else out.byte(BRACE);
    times.write(instants[row]!, out);
    for (let column = 0; column < values.length; column++) {
      names[column]!();
      const value = values[column]![row]!;
      if (cells === undefined || !Number.isFinite(value)) out.number(value);
      else cells[column]!(value);
    }
    endObject();
  };
}

/** How the values of each column are written. Most tables have numbers only, which need no such call. */
function columnWriters(
  table: Omit<ExportTable, 'batches'>,
  out: ByteWriter,
): ((value: number) => void)[] {
  const names = table.names?.map((name) => repeatedText(JSON.stringify(name), out)) ?? [];
  return table.columns.map((_, column) => {
    const kind = kindOf(table, column);
    if (kind === 'time') {
      // Each column has a writer of its own, as one remembers the day that it wrote last.
      const times = utcTimeWriter('"', '"');
      return (value) => times.write(value, out);
    }
    return kind === 'name' ? (value) => names[value]!() : (value) => out.number(value);
  });
}
