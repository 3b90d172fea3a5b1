import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SchemaElement } from 'hyparquet';
import { parquetColumn } from '#importers/tables/parquet/parquet-column';

const cellsOf = (element: Omit<SchemaElement, 'name'>, stored: unknown): unknown[] =>
  Array.from(parquetColumn({ name: 'x', ...element }).convert(stored as never));

suite('columns of Parquet', () => {
  test('INT96 is the nanosecond of a Julian day, in UTC', () => {
    const noon = (2_460_448n << 64n) | (12n * 3_600_000_000_000n);
    assert.deepEqual(cellsOf({ type: 'INT96' }, [noon]), [Date.parse('2024-05-17T12:00Z')]);
    const column = parquetColumn({ name: 'x', type: 'INT96' }).toColumn([0]);
    assert.ok(column.kind === 'time' && column.hasZone);
  });

  test('unsigned whole numbers are not read as negative', () => {
    assert.deepEqual(
      cellsOf({ type: 'INT32', converted_type: 'UINT_32' }, Int32Array.of(-1)),
      [4_294_967_295],
    );
    const logical_type = { type: 'INTEGER', bitWidth: 64, isSigned: false } as const;
    assert.deepEqual(cellsOf({ type: 'INT64', logical_type }, BigInt64Array.of(-1n)), [2 ** 64]);
    assert.deepEqual(cellsOf({ type: 'INT64' }, BigInt64Array.of(-1n)), [-1]);
  });

  test('decimals in bytes have a sign and a scale', () => {
    const decimal = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 3 } as const;
    assert.deepEqual(
      cellsOf({ ...decimal, converted_type: 'DECIMAL', scale: 2 }, [
        Uint8Array.of(0, 17, 215),
        Uint8Array.of(255, 238, 41),
      ]),
      [45.67, -45.67],
    );
  });

  test('a type that is neither text nor number nor time is refused by its name', () => {
    for (const element of [
      { type: 'BYTE_ARRAY', converted_type: 'JSON' },
      { type: 'INT64', converted_type: 'TIME_MICROS' },
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
      { type: 'BOOLEAN' },
    ] as const) {
      assert.throws(() => parquetColumn({ name: 'x', ...element }), {
        message:
          /^holds (?:JSON|TIME_MICROS|UUID|BOOLEAN): a text, a number, a date or a time stamp/,
      });
    }
  });
});
