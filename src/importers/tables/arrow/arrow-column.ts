// The columns of an Arrow table as the importer's, each value converted exactly.

import type { Data, DataType, Dictionary, Timestamp, Vector } from 'apache-arrow';
import { DAY_MS } from '#core/time/instant';
import { columnMilliseconds, type TimeUnit } from '#importers/bytes/number-times';
import { CLOCK, DATE } from '#importers/bytes/parse-time';
import { ImportFault } from '#importers/files/import-fault';
import type { TableColumn } from '#importers/tables/table';

/** The units by the number that Arrow gives each. */
const UNITS: readonly TimeUnit[] = ['second', 'millisecond', 'microsecond', 'nanosecond'];

/** No code, time or number is longer. */
const MAX_TEXT_BYTES = 10_000;
const MAX_WORDS = 1_000_000;

const decoder = new TextDecoder();

type Arrow = typeof import('apache-arrow');

/** Returns the cells from `start` up to `end` of one column of a record batch. */
export type ColumnSlicer = (start: number, end: number) => TableColumn;

/** Throws if columns of its type are not read, or if it has fewer values than it says. */
export function arrowColumn({ Type }: Arrow, vector: Vector): ColumnSlicer {
  const data = vector.data[0]!;
  checkLength(data);
  const type = data.type as DataType;
  switch (type.typeId) {
    case Type.Utf8:
    case Type.LargeUtf8:
      return texts(data);
    case Type.Dictionary:
      return dictionaryTexts({ Type } as Arrow, data as Data<Dictionary>);
    case Type.Timestamp:
      return timestamps(data as Data<Timestamp>);
    case Type.Date:
      return dates(data);
    case Type.Float:
    case Type.Int:
      return numbers(data, type);
    case Type.Null:
      return (start, end) => ({ kind: 'number', cells: new Array(end - start).fill(null) });
    default:
      return otherCells({ Type } as Arrow, vector, type);
  }
}

/** The cells with null for those that the column says are null. */
function withGaps<T>(data: Data, start: number, cells: ArrayLike<T>): ArrayLike<T | null> {
  if (data.nullCount === 0) return cells;
  return Array.from(cells, (cell, i) => (data.getValid(start + i) ? cell : null));
}

function texts(data: Data): ColumnSlicer {
  return (start, end) => ({
    kind: 'text',
    cells: withGaps(data, start, readTexts(data, start, end)),
  });
}

function readTexts(data: Data, start: number, end: number): string[] {
  const bytes = data.values as Uint8Array;
  const offsets = data.valueOffsets as Int32Array | BigInt64Array;
  const cells = new Array<string>(end - start);
  let text = '';
  let lastFrom = 0;
  let lastTo = 0;
  for (let row = start; row < end; row++) {
    const from = Number(offsets[row]);
    const to = Number(offsets[row + 1]);
    if (!(from >= 0 && to >= from && to <= bytes.length && to - from <= MAX_TEXT_BYTES)) {
      throw new ImportFault(`holds a text of more than ${MAX_TEXT_BYTES} bytes, or is damaged`);
    }
    // A file sorted by series repeats the same text: comparing is cheaper than decoding.
    if (!isSame(bytes, from, to, lastFrom, lastTo)) {
      text = decoder.decode(bytes.subarray(from, to));
    }
    lastFrom = from;
    lastTo = to;
    cells[row - start] = text;
  }
  return cells;
}

function isSame(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  if (end - start !== to - from) return false;
  for (let i = 0; i < end - start; i++) if (bytes[start + i] !== bytes[from + i]) return false;
  return true;
}

function dictionaryTexts(arrow: Arrow, data: Data<Dictionary>): ColumnSlicer {
  const { Type } = arrow;
  const { typeId } = data.type.dictionary as DataType;
  if (typeId !== Type.Utf8 && typeId !== Type.LargeUtf8) {
    throw new ImportFault(`holds ${data.type}: only dictionaries of texts are read`);
  }
  const words = readWords(data.dictionary as Vector);
  const keys = data.values as ArrayLike<number | bigint>;
  return (start, end) => {
    const cells = Array.from({ length: end - start }, (_, i) => {
      if (data.nullCount > 0 && !data.getValid(start + i)) return null;
      const word = words[Number(keys[start + i])];
      if (word === undefined) throw new ImportFault('refers past its dictionary');
      return word;
    });
    return { kind: 'text', cells };
  };
}

function readWords({ data, length }: Vector): (string | null)[] {
  if (length > MAX_WORDS) throw new ImportFault(`holds more than ${MAX_WORDS} different texts`);
  return data.flatMap((part) => {
    checkLength(part);
    return Array.from(withGaps(part, 0, readTexts(part, 0, part.length)));
  });
}

/** Throws if a column has fewer values than it says. */
function checkLength(data: Data): void {
  const present = data.valueOffsets ? data.valueOffsets.length - 1 : data.values?.length;
  if (present !== undefined && present < data.length)
    throw new ImportFault('has fewer values than rows');
}

function timestamps(data: Data<Timestamp>): ColumnSlicer {
  const counts = data.values as unknown as BigInt64Array;
  const unit = UNITS[data.type.unit]!;
  const hasZone = Boolean(data.type.timezone);
  return (start, end) => {
    const times = columnMilliseconds(counts.subarray(start, end), unit);
    return { kind: 'time', form: CLOCK, hasZone, cells: withGaps(data, start, times) };
  };
}

/** Dates are days in 32 bits, or milliseconds in 64 bits that must be whole days. */
function dates(data: Data): ColumnSlicer {
  const values = data.values as Int32Array | BigInt64Array;
  return (start, end) => {
    const times =
      values instanceof Int32Array
        ? Float64Array.from(values.subarray(start, end), (day) => day * DAY_MS)
        : columnMilliseconds(values.subarray(start, end), 'millisecond');
    return { kind: 'time', form: DATE, hasZone: false, cells: withGaps(data, start, times) };
  };
}

function numbers(data: Data, type: DataType): ColumnSlicer {
  const values = data.values as Float64Array | BigInt64Array;
  // Half-precision floats are stored as their bits.
  if (values instanceof Uint16Array && `${type}` === 'Float16') {
    throw new ImportFault('holds Float16: write Float64');
  }
  return (start, end) => {
    const slice = values.subarray(start, end);
    const cells =
      slice instanceof BigInt64Array || slice instanceof BigUint64Array
        ? Float64Array.from(slice as unknown as ArrayLike<bigint>, Number as never)
        : (slice as Float64Array);
    return { kind: 'number', cells: withGaps(data, start, cells) };
  };
}

/** Decimals and texts in views are rare, so they are read cell by cell. */
function otherCells({ Type }: Arrow, vector: Vector, type: DataType): ColumnSlicer {
  const cellAt = (row: number): unknown => vector.get(row);
  const slice = <T>(start: number, end: number, read: (row: number) => T): (T | null)[] =>
    Array.from({ length: end - start }, (_, i) =>
      vector.isValid(start + i) ? read(start + i) : null,
    );
  if (type.typeId === Type.Utf8View) {
    return (start, end) => ({ kind: 'text', cells: slice(start, end, (row) => `${cellAt(row)}`) });
  }
  if (type.typeId === Type.Decimal) {
    const { scale } = type as unknown as { scale: number };
    const numberAt = (row: number): number =>
      Number(`${integerOf(cellAt(row) as Uint32Array)}e${-scale}`);
    return (start, end) => ({ kind: 'number', cells: slice(start, end, numberAt) });
  }
  throw new ImportFault(`holds ${type}: a text, a number, a date or a time stamp is needed`);
}

/** The integer of 32-bit words, the lowest first, in two's complement. */
function integerOf(words: Uint32Array): bigint {
  let value = 0n;
  for (const word of [...words].reverse()) value = (value << 32n) | BigInt(word);
  return BigInt.asIntN(32 * words.length, value);
}
