// One column of one row group: the file is read page by page, never a whole chunk.

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type {
  ColumnMetaData,
  Compressors,
  DataPageHeader,
  DataPageHeaderV2,
  DecodedArray,
  PageHeader,
} from 'hyparquet/src/types.js';
import { ImportFault } from '#importers/files/import-fault';
import type { RandomAccessFile } from '#importers/files/random-access';
import { unpackLz4Block, unpackLz4Hadoop } from '#importers/tables/lz4';
import type { Cells, ParquetColumn } from '#importers/tables/parquet/parquet-column';
import type { Parquet } from '#importers/tables/parquet/parquet-library';
import { readPageHeader } from '#importers/tables/parquet/parquet-page-header';
import { areAllOnes, readRuns, type SmallNumbers } from '#importers/tables/parquet/parquet-runs';
import {
  isDictionary,
  readValues,
  type StoredType,
  type StoredValues,
} from '#importers/tables/parquet/parquet-values';
import { unpackSnappy } from '#importers/tables/parquet/snappy';

/** The bytes read for a page header. It has some dozens, or some hundreds with statistics of texts. */
const HEADER_BYTES = 1 << 14;
const MAX_HEADER_BYTES = 1 << 20;
const PLACE_BYTES = 4;

const unpacked =
  (unpack: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array) =>
  (bytes: Uint8Array, maxOutputLength: number): Uint8Array =>
    maxOutputLength === 0 ? new Uint8Array(0) : unpack(bytes, { maxOutputLength });

/** Decompressors, none of which makes more bytes than a page says that it has. */
const COMPRESSORS: Compressors = {
  SNAPPY: unpackSnappy,
  GZIP: unpacked(gunzipSync),
  ZSTD: unpacked(zstdDecompressSync),
  BROTLI: unpacked(brotliDecompressSync),
  LZ4_RAW: unpackLz4Block,
  LZ4: unpackLz4Hadoop,
};
const CODECS = ['UNCOMPRESSED', ...Object.keys(COMPRESSORS)];

export class PageReader {
  /** The bytes that the last page takes, decompressed or as places in a dictionary. */
  pageBytes = 0;
  /** The same of all pages so far. */
  totalBytes = 0;
  readonly #parquet: Parquet;
  readonly #file: RandomAccessFile;
  readonly #column: ParquetColumn;
  readonly #codec: ColumnMetaData['codec'];
  readonly #stored: StoredType;
  readonly #end: number;
  #at: number;
  #dictionary: Cells | undefined;

  constructor(
    parquet: Parquet,
    file: RandomAccessFile,
    column: ParquetColumn,
    meta: ColumnMetaData,
  ) {
    if (!CODECS.includes(meta.codec)) {
      throw new ImportFault(
        `is compressed with ${meta.codec}, which is not read (allowed: ${CODECS.join(', ').toLowerCase()})`,
      );
    }
    this.#parquet = parquet;
    this.#file = file;
    this.#column = column;
    this.#codec = meta.codec;
    this.#stored = { type: meta.type, typeLength: column.typeLength };
    this.#at = Number(meta.dictionary_page_offset || meta.data_page_offset);
    this.#end = this.#at + Number(meta.total_compressed_size);
  }

  /** The next data page; undefined after the last. */
  async next(): Promise<ParquetPage | undefined> {
    while (this.#at < this.#end) {
      const header = await this.#readHeader();
      const bytes = await this.#file.read(this.#at, this.#at + header.compressed_page_size);
      this.#at += bytes.length;
      if (header.dictionary_page_header) this.#readDictionary(bytes, header);
      else if (header.data_page_header || header.data_page_header_v2) {
        const { num_values } = (header.data_page_header ?? header.data_page_header_v2)!;
        this.pageBytes = Math.max(header.uncompressed_page_size, PLACE_BYTES * num_values);
        this.totalBytes += this.pageBytes;
        return this.#readData(bytes, header);
      }
    }
    return undefined;
  }

  async #readHeader(): Promise<PageHeader> {
    for (let length = HEADER_BYTES; ; length *= 8) {
      const end = Math.min(this.#at + length, this.#end);
      const bytes = await this.#file.read(this.#at, end);
      const read = readPageHeader(this.#parquet, bytes);
      if (read) {
        this.#at += read.headerBytes;
        return read.header;
      }
      if (end === this.#end || length > MAX_HEADER_BYTES) {
        throw new ImportFault('a page has no header');
      }
    }
  }

  #readDictionary(packed: Uint8Array, header: PageHeader): void {
    this.totalBytes += header.uncompressed_page_size;
    const bytes = this.#unpack(packed, header.uncompressed_page_size);
    const count = header.dictionary_page_header!.num_values;
    const stored = readValues(this.#parquet, bytes, 'PLAIN', this.#stored, count);
    this.#dictionary = this.#column.convert(slice(stored, 0, count));
  }

  #readData(packed: Uint8Array, header: PageHeader): ParquetPage {
    const { data_page_header: data, data_page_header_v2: data2 } = header;
    const { levels, bytes } = data2
      ? this.#partsOfV2(packed, header.uncompressed_page_size, data2)
      : this.#partsOfV1(this.#unpack(packed, header.uncompressed_page_size), data!);
    let gaps = 0;
    if (levels) for (let i = 0; i < levels.length; i++) if (levels[i] === 0) gaps++;
    const { num_values, encoding } = (data ?? data2)!;
    const cells = this.#cellsOf(bytes, encoding, num_values - gaps);
    return new ParquetPage(num_values, gaps > 0 ? levels : undefined, cells);
  }

  /** Splits a page of the first version: the levels lie before the values, after their length. */
  #partsOfV1(bytes: Uint8Array, { num_values }: DataPageHeader): PageParts {
    if (!this.#column.isOptional) return { levels: undefined, bytes };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = 4 + view.getUint32(0, true);
    return { levels: readLevels(bytes.subarray(4, end), num_values), bytes: bytes.subarray(end) };
  }

  /** Splits a page of the second version: the levels lie before the values and are never compressed. */
  #partsOfV2(packed: Uint8Array, unpackedBytes: number, page: DataPageHeaderV2): PageParts {
    const start = page.repetition_levels_byte_length;
    const end = start + page.definition_levels_byte_length;
    if (!(start >= 0 && end >= start && end <= packed.length && end <= unpackedBytes)) {
      throw new RangeError('levels outside of their page');
    }
    const levels = this.#column.isOptional
      ? readLevels(packed.subarray(start, end), page.num_values)
      : undefined;
    const rest = packed.subarray(end);
    const bytes = page.is_compressed === false ? rest : this.#unpack(rest, unpackedBytes - end);
    return { levels, bytes };
  }

  #unpack(packed: Uint8Array, unpackedBytes: number): Uint8Array {
    return this.#parquet.decompressPage(packed, unpackedBytes, this.#codec, COMPRESSORS);
  }

  #cellsOf(bytes: Uint8Array, encoding: DataPageHeader['encoding'], count: number): CellSlicer {
    const column = this.#column;
    if (!isDictionary(encoding)) {
      const stored = readValues(this.#parquet, bytes, encoding, this.#stored, count);
      return (start, end) => column.convert(slice(stored, start, end));
    }
    const dictionary = this.#dictionary;
    if (!dictionary) throw new ImportFault('a page needs a dictionary, but the column has none');
    const places =
      count === 0 ? new Uint8Array(0) : readRuns(bytes.subarray(1), bytes[0] ?? 0, count);
    return (start, end) => cellsAt(places.subarray(start, end), dictionary);
  }
}

/** The levels of a page's cells; undefined if no cell is empty. */
const readLevels = (bytes: Uint8Array, count: number): SmallNumbers | undefined =>
  areAllOnes(bytes, count) ? undefined : readRuns(bytes, 1, count);

const isSame = (places: SmallNumbers): boolean => {
  for (let i = 1; i < places.length; i++) if (places[i] !== places[0]) return false;
  return true;
};

let lastSame: (string | number | null)[] = [];

/** Whether cells are all the same, as far as their making tells. */
export const areSameCells = (cells: ArrayLike<unknown>): boolean => cells === lastSame;

/** Cells that are all the same. They are never written to, so that the next slice may share them. */
function sameCells(cell: string | number | null, length: number): Cells {
  if (lastSame[0] !== cell || lastSame.length !== length) lastSame = Array(length).fill(cell);
  return lastSame;
}

const outside = (): ImportFault => new ImportFault('a page refers past its dictionary');

/** The cells of a dictionary at some places. */
function cellsAt(places: SmallNumbers, dictionary: Cells): Cells {
  const { length } = places;
  if (dictionary instanceof Float64Array) {
    const cells = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      if (places[i]! >= dictionary.length) throw outside();
      cells[i] = dictionary[places[i]!]!;
    }
    return cells;
  }
  // Texts mostly come in long runs of the same: a whole slice of one text is made once.
  const first = dictionary[places[0]!];
  if (length > 0 && first !== undefined && isSame(places)) return sameCells(first, length);
  const cells = new Array<string | number | null | undefined>(length);
  for (let start = 0, end = 0; start < length; start = end) {
    const place = places[start]!;
    if (place >= dictionary.length) throw outside();
    end = start + 1;
    while (end < length && places[end] === place) end++;
    cells.fill(dictionary[place], start, end);
  }
  return cells;
}

type CellSlicer = (start: number, end: number) => Cells;

const slice = (stored: StoredValues, start: number, end: number): DecodedArray =>
  Array.isArray(stored) ? stored.slice(start, end) : stored.subarray(start, end);

/** The cells of one page, made as they are taken, from first to last. */
export class ParquetPage {
  /** How many cells are not taken yet. */
  rest: number;
  readonly #levels: SmallNumbers | undefined;
  readonly #cellsOf: CellSlicer;
  #row = 0;
  #value = 0;

  /** The level of an empty cell, which has no value, is 0. `levels` is undefined if no cell is empty. */
  constructor(count: number, levels: SmallNumbers | undefined, cellsOf: CellSlicer) {
    this.rest = count;
    this.#levels = levels;
    this.#cellsOf = cellsOf;
  }

  take(count: number): Cells {
    const start = this.#row;
    this.#row += count;
    this.rest -= count;
    const levels = this.#levels?.subarray(start, start + count);
    let values = count;
    if (levels) for (let i = 0; i < count; i++) if (levels[i] === 0) values--;
    const cells = this.#cellsOf(this.#value, this.#value + values);
    this.#value += values;
    return levels ? withGaps(cells, levels) : cells;
  }
}

/** A page's values, and the levels of its cells; undefined if every cell has a value. */
interface PageParts {
  readonly levels: SmallNumbers | undefined;
  readonly bytes: Uint8Array;
}

/** The cells with null for each level of 0: columns here are one level deep. */
function withGaps(cells: Cells, levels: SmallNumbers): Cells {
  const all = new Array<string | number | null | undefined>(levels.length);
  let next = 0;
  for (let i = 0; i < levels.length; i++) all[i] = levels[i] === 0 ? null : cells[next++];
  return all;
}
