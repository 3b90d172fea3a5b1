// The columns of a Parquet file as the importer's, each value converted exactly.

import type { DecodedArray, SchemaElement } from 'hyparquet/src/types.js';
import { DAY_MS } from '#core/time/instant';
import { columnMilliseconds, millisecondsOf, type TimeUnit } from '#importers/bytes/number-times';
import { CLOCK, DATE } from '#importers/bytes/parse-time';
import { ImportFault } from '#importers/files/import-fault';
import type { TableColumn } from '#importers/tables/table';

export type Cells = ArrayLike<string | number | null | undefined>;

export interface ParquetColumn {
  readonly name: string;
  /** How many bytes a value of fixed length has. */
  readonly typeLength: number | undefined;
  /** Whether cells may be empty. */
  readonly isOptional: boolean;
  /** Turns values as stored into cells. */
  convert(stored: DecodedArray): Cells;
  toColumn(cells: Cells): TableColumn;
}

const UNITS: Readonly<Record<string, TimeUnit>> = {
  MILLIS: 'millisecond',
  MICROS: 'microsecond',
  NANOS: 'nanosecond',
};
const NUMBER_TYPES = ['INT32', 'INT64', 'FLOAT', 'DOUBLE'];
/** The Julian day of 1970-01-01; INT96 counts Julian days. */
const JULIAN_EPOCH = 2_440_588n;
const DAY_NS = 86_400_000_000_000n;

const decoder = new TextDecoder();

const map = <T>(stored: DecodedArray, cellOf: (value: never) => T): T[] =>
  Array.from(stored as unknown as ArrayLike<never>, cellOf);

const asNumbers = (cells: Cells): TableColumn => ({
  kind: 'number',
  cells: cells as ArrayLike<number>,
});

const asTimes =
  (form: typeof DATE | typeof CLOCK, hasZone: boolean) =>
  (cells: Cells): TableColumn => ({
    kind: 'time',
    cells: cells as ArrayLike<number>,
    form,
    hasZone,
  });

/** The column of a schema element; throws if columns of its type are not read. */
export function parquetColumn(element: SchemaElement): ParquetColumn {
  const { name, type_length: typeLength, repetition_type } = element;
  const isOptional = repetition_type === 'OPTIONAL';
  return { name, typeLength, isOptional, ...(timeOf(element) ?? numberOrText(element)) };
}

type Conversion = Pick<ParquetColumn, 'convert' | 'toColumn'>;

function timeOf({ type, converted_type, logical_type }: SchemaElement): Conversion | undefined {
  if (logical_type?.type === 'TIMESTAMP') {
    return timestamp(UNITS[logical_type.unit]!, logical_type.isAdjustedToUTC);
  }
  // Older files have only these types, which are UTC.
  if (converted_type === 'TIMESTAMP_MILLIS') return timestamp('millisecond', true);
  if (converted_type === 'TIMESTAMP_MICROS') return timestamp('microsecond', true);
  if (type === 'INT96') {
    return { convert: (stored) => map(stored, int96Milliseconds), toColumn: asTimes(CLOCK, true) };
  }
  if (logical_type?.type === 'DATE' || converted_type === 'DATE') {
    return {
      convert: (stored) => map(stored, (days: number) => days * DAY_MS),
      toColumn: asTimes(DATE, false),
    };
  }
  return undefined;
}

const timestamp = (unit: TimeUnit, hasZone: boolean): Conversion => ({
  convert: (stored) =>
    stored instanceof BigInt64Array
      ? columnMilliseconds(stored, unit)
      : map(stored, (count: bigint) => millisecondsOf(count, unit)),
  toColumn: asTimes(CLOCK, hasZone),
});

/** INT96: nanoseconds of the day in the lower 64 bits, the Julian day above. Most writers mean UTC. */
function int96Milliseconds(value: bigint): number {
  const nanoseconds = BigInt.asUintN(64, value);
  return millisecondsOf(((value >> 64n) - JULIAN_EPOCH) * DAY_NS + nanoseconds, 'nanosecond');
}

function numberOrText(element: SchemaElement): Conversion {
  const { type, converted_type, logical_type } = element;
  const meaning = logical_type?.type ?? converted_type;
  if (meaning === 'DECIMAL') return decimal(element.scale ?? 0);
  if (type === 'BYTE_ARRAY' && [undefined, 'STRING', 'UTF8', 'ENUM'].includes(meaning)) {
    return {
      convert: (stored) => map(stored, (bytes: Uint8Array) => decoder.decode(bytes)),
      toColumn: (cells) => ({ kind: 'text', cells: cells as ArrayLike<string> }),
    };
  }
  const isNumber = meaning === undefined || /^U?INT|^NULL$/.test(meaning);
  if (!NUMBER_TYPES.includes(type!) || !isNumber) {
    throw new ImportFault(
      `holds ${meaning ?? type}: a text, a number, a date or a time stamp is needed`,
    );
  }
  const isUnsigned =
    logical_type?.type === 'INTEGER' ? !logical_type.isSigned : /^UINT/.test(converted_type ?? '');
  return { convert: (stored) => numbersOf(stored, isUnsigned), toColumn: asNumbers };
}

function numbersOf(stored: DecodedArray, isUnsigned: boolean): Cells {
  if (stored instanceof Float64Array || stored instanceof Float32Array) return stored;
  if (!isUnsigned) return stored instanceof Int32Array ? stored : map(stored, Number);
  return map(stored, (value: number | bigint) =>
    typeof value === 'bigint' ? Number(BigInt.asUintN(64, value)) : value >>> 0,
  );
}

/** Gives the double nearest to an integer divided by a power of ten: rounded once, by Number. */
const decimal = (scale: number): Conversion => ({
  convert: (stored) =>
    map(stored, (value: number | bigint | Uint8Array) =>
      Number(`${typeof value === 'object' ? integerOf(value) : value}e${-scale}`),
    ),
  toColumn: asNumbers,
});

/** The integer of big-endian bytes in two's complement. */
function integerOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}
