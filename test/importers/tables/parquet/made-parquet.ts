// Parquet files with columns of chosen types.

import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { CompressionCodec, SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { inHadoopFrame, packLz4 } from '../lz4-writer.ts';

export const START = Date.parse('2024-05-17T10:00Z');

interface ColumnMade {
  readonly element: Omit<SchemaElement, 'name' | 'repetition_type'>;
  readonly data: unknown[];
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
export const DOUBLE = { type: 'DOUBLE' } as const;

export function parquetOf(
  columns: Readonly<Record<string, ColumnMade>>,
  options: { codec?: CompressionCodec; rowGroupSize?: number; pageSize?: number } = {},
): Uint8Array {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: Object.keys(columns).length },
    ...Object.entries(columns).map(([name, { element }]) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...element,
    })),
  ];
  const columnData = Object.entries(columns).map(([name, { data }]) => ({ name, data }));
  return new Uint8Array(
    parquetWriteBuffer({
      columnData,
      schema,
      ...options,
      compressors: {
        GZIP: (bytes) => gzipSync(bytes),
        ZSTD: (bytes) => zstdCompressSync(bytes),
        BROTLI: (bytes) => brotliCompressSync(bytes),
        LZ4_RAW: (bytes) => packLz4(bytes),
        LZ4: (bytes) => inHadoopFrame([{ bytes: packLz4(bytes), length: bytes.length }]),
      },
    }),
  );
}

export const longOf = (
  time: ColumnMade,
  value: ColumnMade,
): Readonly<Record<string, ColumnMade>> => ({
  series: { element: TEXT, data: time.data.map(() => 'dehrprice') },
  time,
  value,
});
export const VALUES: ColumnMade = { element: DOUBLE, data: [1, 2] };

export const timestamp = (unit: 'MILLIS' | 'MICROS' | 'NANOS', isAdjustedToUTC: boolean) =>
  ({ type: 'INT64', logical_type: { type: 'TIMESTAMP', unit, isAdjustedToUTC } }) as const;
