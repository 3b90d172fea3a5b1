// NDJSON: one object a line, `{"series":…,"time":…,"value":…}` or `{"time":…,"CODE":…}`; a gap is null.

import { ByteWriter } from '#bytes/byte-writer';
import { repeatedText } from '#bytes/repeated-text';
import { utcTimeWriter } from '#bytes/time-writer';
import { type ExportTable, kindOf, type RowBatch } from '#exporters/export-table';
import { sliceRows } from '#exporters/slice-rows';

const BRACE = 123;
const END_OF_LINE = '}\n';
const END_OF_ENTRY = '},';

export const writeNdjson = (table: ExportTable): AsyncGenerator<Buffer> =>
  writeObjects(table, END_OF_LINE);

/** Writes the same objects as the entries of a JSON array, between two texts. */
export async function* writeJsonArray(
  table: ExportTable,
  opening: string,
  closing: string,
): AsyncGenerator<Buffer> {
  let last: Buffer | undefined;
  for await (const slice of writeObjects(table, END_OF_ENTRY, `${opening}[`)) {
    if (last) yield last;
    last = slice;
  }
  const end = Buffer.from(`]${closing}`);
  // The last entry has a comma too many.
  yield last ? Buffer.concat([last.subarray(0, -1), end]) : Buffer.from(`${opening}[]${closing}`);
}

async function* writeObjects(
  table: ExportTable,
  end: string,
  opening = '',
): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  const times = utcTimeWriter('"time":"', '"');
  const openings = table.codes?.map((code) => Buffer.from(`{"series":${JSON.stringify(code)},`));
  const names = table.columns.map((name) => repeatedText(`,${JSON.stringify(name)}:`, out));
  const endObject = repeatedText(end, out);
  const cells = table.kinds && columnWriters(table, out);
  const writeRow = ({ series, times: instants, values }: RowBatch, row: number): void => {
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
  if (opening !== '') out.text(opening);
  yield* sliceRows(table, out, writeRow);
}

/** How the values of each column are written. Most tables have numbers only, which need no such call. */
function columnWriters(table: ExportTable, out: ByteWriter): ((value: number) => void)[] {
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
