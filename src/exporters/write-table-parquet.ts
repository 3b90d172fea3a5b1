// A table as a Parquet file that is read in part: a row group for each batch, whose rows are of one series, with the
// smallest and largest cell of each column, compressed with zstd.

import { constants, zstdCompressSync } from 'node:zlib';
import type { ColumnChunk, Encoding, RowGroup, SchemaElement, Statistics } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { type ColumnKind, type ExportTable, kindOf, type RowBatch } from '#exporters/export-table';
import { finishParquet } from '#exporters/finish-parquet';
import {
  packDifferences,
  packRuns,
  plainDoubles,
  plainInstants,
  plainTexts,
} from '#exporters/parquet-encode';
import { schemaOf, take } from '#exporters/write-parquet';

const CODEC = 'ZSTD';

const pack = (bytes: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    chunkSize: Math.max(1_024, bytes.length),
  });

/** The table must have codes, and each of its batches rows of one series. */
export async function* writeTableParquet(table: ExportTable): AsyncGenerator<Buffer> {
  const writer = new ByteWriter();
  const schema = schemaOf(table);
  const file = new ParquetWriter({ writer, schema });
  for await (const batch of table.batches) {
    const group = writeGroup(writer, schema, table, batch);
    file.row_groups.push(group);
    file.num_rows += group.num_rows;
    yield take(writer);
  }
  yield await finishParquet(file, writer);
}

/** The cells of one column of a row group, encoded. */
interface EncodedColumn {
  readonly values: Uint8Array;
  readonly encoding: Encoding;
  /** The texts that the values are places of. */
  readonly dictionary?: readonly string[];
  readonly statistics: Statistics;
  /** Which cells are empty, as runs; undefined if none may be. */
  readonly levels?: Uint8Array;
  readonly nulls: number;
}

function writeGroup(
  writer: ByteWriter,
  schema: readonly SchemaElement[],
  table: ExportTable,
  { length, series, times, values }: RowBatch,
): RowGroup {
  const start = writer.offset;
  const code = table.codes![series[0]!]!;
  const encoded = [
    constantText(code, length),
    timeColumn(times.subarray(0, length)),
    ...values.map((column, i) => valueColumn(column.subarray(0, length), kindOf(table, i), table)),
  ];
  const columns = encoded.map((column, i) => writeColumn(writer, schema[i + 1]!, column, length));
  return {
    columns,
    total_byte_size: BigInt(writer.offset - start),
    num_rows: BigInt(length),
  };
}

const constantText = (text: string, length: number): EncodedColumn => ({
  values: Uint8Array.of(1, ...packRuns(new Uint8Array(length), 1)),
  encoding: 'RLE_DICTIONARY',
  dictionary: [text],
  statistics: { min_value: text, max_value: text, null_count: 0n },
  nulls: 0,
});

function timeColumn(times: Float64Array): EncodedColumn {
  const packed = packDifferences(times);
  return {
    values: packed ?? plainInstants(times),
    encoding: packed ? 'DELTA_BINARY_PACKED' : 'PLAIN',
    statistics: rangeOf(times, BigInt),
    nulls: 0,
  };
}

function valueColumn(cells: Float64Array, kind: ColumnKind, table: ExportTable): EncodedColumn {
  const { present, levels } = table.hasGaps ? withoutGaps(cells) : { present: cells };
  const nulls = cells.length - present.length;
  const gaps = { nulls, ...(levels ? { levels } : {}) };
  if (kind === 'name') return { ...nameColumn(present, table.names ?? []), ...gaps };
  const isTime = kind === 'time';
  return {
    values: isTime ? plainInstants(present) : plainDoubles(present),
    encoding: 'PLAIN',
    statistics: { ...rangeOf(present, isTime ? BigInt : Number), null_count: BigInt(nulls) },
    ...gaps,
  };
}

/** Moves the cells that are not empty together. A level is 1 for each of them, and 0 for an empty one. */
function withoutGaps(cells: Float64Array): { present: Float64Array; levels: Uint8Array } {
  const flags = new Uint8Array(cells.length);
  let count = 0;
  for (let i = 0; i < cells.length; i++) if (Number.isFinite(cells[i]!)) count += flags[i] = 1;
  const levels = packRuns(flags, 1);
  if (count === cells.length) return { present: cells, levels };
  const present = new Float64Array(count);
  let to = 0;
  for (let i = 0; i < cells.length; i++) if (flags[i] === 1) present[to++] = cells[i]!;
  return { present, levels };
}

function nameColumn(places: Float64Array, names: readonly string[]) {
  const used = [...new Set(places)];
  const dictionary = used.map((place) => names[place]!);
  const placeOf = new Map(used.map((place, i) => [place, i]));
  const bits = Math.max(1, 32 - Math.clz32(dictionary.length - 1));
  const numbers = Uint32Array.from(places, (place) => placeOf.get(place)!);
  return {
    values: Buffer.concat([Uint8Array.of(bits), packRuns(numbers, bits)]),
    encoding: 'RLE_DICTIONARY' as const,
    dictionary,
    statistics: {},
  };
}

function rangeOf(cells: Float64Array, make: (value: number) => number | bigint): Statistics {
  if (cells.length === 0) return {};
  let [least, most] = [cells[0]!, cells[0]!];
  for (const cell of cells) {
    if (cell < least) least = cell;
    if (cell > most) most = cell;
  }
  // The format asks for -0 as the smallest and 0 as the largest: a reader may tell them apart.
  return { min_value: make(least || -0), max_value: make(most || 0), null_count: 0n };
}

function writeColumn(
  writer: ByteWriter,
  { name, type }: SchemaElement,
  { values, encoding, dictionary, statistics, levels = new Uint8Array(0), nulls }: EncodedColumn,
  length: number,
): ColumnChunk {
  const start = writer.offset;
  let unpacked = 0;
  if (dictionary) {
    const texts = plainTexts(dictionary);
    const packed = pack(texts);
    writePageHeader(writer, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: texts.length,
      compressed_page_size: packed.length,
      dictionary_page_header: { num_values: dictionary.length, encoding: 'PLAIN' },
    });
    writer.appendBytes(packed);
    unpacked += texts.length;
  }
  const dataAt = writer.offset;
  const packed = pack(values);
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levels.length + values.length,
    compressed_page_size: levels.length + packed.length,
    data_page_header_v2: {
      ...{ num_values: length, num_nulls: nulls, num_rows: length, encoding },
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  });
  writer.appendBytes(levels);
  writer.appendBytes(packed);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: type!,
      encodings: dictionary ? ['PLAIN', encoding] : [encoding],
      path_in_schema: [name],
      codec: CODEC,
      num_values: BigInt(length),
      total_uncompressed_size: BigInt(unpacked + levels.length + values.length),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataAt),
      ...(dictionary ? { dictionary_page_offset: BigInt(start) } : {}),
      statistics,
    },
  };
}
