// The values of a Parquet page by their encoding. Texts are decoded here, within bounds that the library
// does not have and without an object for each. The library decodes the rest.

import type { DecodedArray, Encoding, ParquetType } from 'hyparquet/src/types.js';
import { ImportFault } from '#importers/files/import-fault';
import { checkDeltas } from '#importers/tables/parquet/delta-check';
import type { Parquet } from '#importers/tables/parquet/parquet-library';
import { MAX_PAGE_BYTES } from '#importers/tables/parquet/parquet-page-header';

/** No code, time or number is longer. */
const MAX_TEXT_BYTES = 10_000;
/** The bytes of a number as it is stored. */
const WIDTHS: Readonly<Partial<Record<ParquetType, number>>> = {
  BOOLEAN: 1 / 8,
  INT32: 4,
  FLOAT: 4,
  INT64: 8,
  DOUBLE: 8,
  INT96: 12,
};

export interface StoredType {
  readonly type: ParquetType;
  readonly typeLength: number | undefined;
}

export const isDictionary = (encoding: Encoding): boolean => encoding.endsWith('_DICTIONARY');

/** Values as stored: an array of numbers, or values that are bytes. */
export type StoredValues = DecodedArray | ByteValues;

/** Values that are bytes, without an object for each. */
export class ByteValues {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;

  constructor(bytes: Uint8Array, starts: Int32Array, ends: Int32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#ends = ends;
    this.length = starts.length;
  }

  subarray(start: number, end: number): Uint8Array[] {
    return Array.from({ length: end - start }, (_, i) =>
      this.#bytes.subarray(this.#starts[start + i], this.#ends[start + i]),
    );
  }
}

/** Reads values as stored, in any encoding but those of a dictionary. */
export function readValues(
  parquet: Parquet,
  bytes: Uint8Array,
  encoding: Encoding,
  { type, typeLength }: StoredType,
  count: number,
): StoredValues {
  if (count === 0) return new Int32Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = { view, offset: 0 };
  switch (encoding) {
    case 'PLAIN':
      if (type === 'BYTE_ARRAY') return plainTexts(bytes, view, count);
      if (type === 'FIXED_LEN_BYTE_ARRAY') return plainFixed(bytes, typeLength ?? 0, count);
      // The library would go on into the bytes beside the page.
      if (count * (WIDTHS[type] ?? 1) > bytes.length)
        throw new RangeError('the values end too early');
      return parquet.readPlain(reader, type, count, typeLength);
    case 'BYTE_STREAM_SPLIT':
      return parquet.byteStreamSplit(reader, count, type, typeLength);
    case 'DELTA_BINARY_PACKED': {
      const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
      unpackDifferences(parquet, reader, count, numbers);
      return numbers;
    }
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const own = lengths(parquet, reader, count);
      return joinTexts(bytes.subarray(reader.offset), undefined, own);
    }
    case 'DELTA_BYTE_ARRAY': {
      const shared = lengths(parquet, reader, count);
      const own = lengths(parquet, reader, count);
      return joinTexts(bytes.subarray(reader.offset), shared, own);
    }
    default:
      throw new ImportFault(`is encoded as ${encoding}, which is not read`);
  }
}

/** Reads texts that each follow their length. */
function plainTexts(bytes: Uint8Array, view: DataView, count: number): ByteValues {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(at, true);
    starts[i] = at + 4;
    at += 4 + length;
    if (length > MAX_TEXT_BYTES || at > bytes.length)
      throw new RangeError(`a text of ${length} bytes`);
    ends[i] = at;
  }
  return new ByteValues(bytes, starts, ends);
}

function plainFixed(bytes: Uint8Array, width: number, count: number): ByteValues {
  if (width < 1 || width * count > bytes.length) throw new RangeError('the values end too early');
  const starts = Int32Array.from({ length: count }, (_, i) => i * width);
  return new ByteValues(
    bytes,
    starts,
    starts.map((start) => start + width),
  );
}

interface ByteReader {
  readonly view: DataView;
  offset: number;
}

function lengths(parquet: Parquet, reader: ByteReader, count: number): Int32Array {
  const numbers = new Int32Array(count);
  unpackDifferences(parquet, reader, count, numbers);
  return numbers;
}

function unpackDifferences(
  parquet: Parquet,
  reader: ByteReader,
  count: number,
  numbers: Int32Array | BigInt64Array,
): void {
  const { buffer, byteOffset, byteLength } = reader.view;
  const start = Math.min(reader.offset, byteLength);
  checkDeltas(new Uint8Array(buffer, byteOffset + start, byteLength - start), count);
  parquet.deltaBinaryUnpack(reader, count, numbers);
}

/**
 * Reads texts that begin with `shared` bytes of the one before and go on with `own` bytes. Together they
 * may be larger than their page, but not larger than the largest page.
 */
function joinTexts(bytes: Uint8Array, shared: Int32Array | undefined, own: Int32Array): ByteValues {
  const starts = new Int32Array(own.length);
  const ends = new Int32Array(own.length);
  let total = 0;
  let before = 0;
  for (let i = 0; i < own.length; i++) {
    const [begin, rest] = [shared?.[i] ?? 0, own[i]!];
    const length = begin + rest;
    if (!(begin >= 0 && begin <= before && rest >= 0 && length <= MAX_TEXT_BYTES)) {
      throw new RangeError(`a text of ${begin} and ${rest} bytes`);
    }
    starts[i] = total;
    ends[i] = total += length;
    if (total > MAX_PAGE_BYTES) throw new RangeError('the texts of a page are too long');
    before = length;
  }
  const texts = new Uint8Array(total);
  let at = 0;
  for (let i = 0; i < own.length; i++) {
    const begin = shared?.[i] ?? 0;
    const end = at + own[i]!;
    if (end > bytes.length) throw new RangeError('the texts end too early');
    if (begin > 0) texts.copyWithin(starts[i]!, starts[i - 1]!, starts[i - 1]! + begin);
    texts.set(bytes.subarray(at, end), starts[i]! + begin);
    at = end;
  }
  return new ByteValues(texts, starts, ends);
}
