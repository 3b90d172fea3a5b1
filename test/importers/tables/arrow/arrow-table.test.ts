import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import {
  Bool,
  CompressionType,
  compressionRegistry,
  type DataType,
  DateMillisecond,
  Decimal,
  Dictionary,
  Float32,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  makeData,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Table,
  TimestampMicrosecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint64,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { HOUR_MS } from '#core/time/instant';
import { rounds } from '../../../../harness/rounds.ts';
import { importBytes } from '../../made-files.ts';
import { countFilled, openMarket, readFrom } from '../../open-market.ts';
import { inFrame, packLz4 } from '../lz4-writer.ts';

const START = Date.parse('2024-05-17T10:00Z');
const TIMES = [START, START + HOUR_MS];

const counts = (type: DataType, values: readonly bigint[]): Vector =>
  new Vector([
    makeData({ type, length: values.length, data: BigInt64Array.from(values) } as never),
  ]);

const tableOf = (time: Vector, value: Vector): Table =>
  new Table({
    series: vectorFromArray(Array(time.length).fill('dehrprice'), new Utf8()),
    time,
    value,
  } as Record<string, Vector>);

async function streamOf(table: Table, compressionType?: CompressionType): Promise<Uint8Array> {
  const writer = new RecordBatchStreamWriter({ compressionType });
  writer.write(table);
  writer.finish();
  return writer.toUint8Array();
}

const UTC_TIMES = counts(
  new TimestampMicrosecond('UTC'),
  TIMES.map((ms) => BigInt(ms) * 1_000n),
);
const VALUES = vectorFromArray([1, 2], new Float64());

suite('Arrow files', () => {
  for (const [name, time] of [
    [
      'seconds of UTC',
      counts(
        new TimestampSecond('UTC'),
        TIMES.map((ms) => BigInt(ms / 1_000)),
      ),
    ],
    [
      'seconds with any zone, which are UTC all the same',
      counts(
        new TimestampSecond('Asia/Tokyo'),
        TIMES.map((ms) => BigInt(ms / 1_000)),
      ),
    ],
    ['microseconds of UTC', UTC_TIMES],
    [
      'nanoseconds without zone, which are market time',
      counts(
        new TimestampNanosecond(),
        TIMES.map((ms) => BigInt(ms + 2 * HOUR_MS) * 1_000_000n),
      ),
    ],
    ['whole numbers, which are milliseconds', counts(new Int64(), TIMES.map(BigInt))],
    [
      'large texts',
      vectorFromArray(['2024-05-17T10:00Z', '2024-05-17 13:00+02:00'], new LargeUtf8()),
    ],
  ] as const) {
    test(`times are read exactly from ${name}`, async (t) => {
      const store = await openMarket(t);
      await importBytes(t, store, await streamOf(tableOf(time as Vector, VALUES)), 'arrow');
      assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [1, 2]);
    });
  }

  for (const [name, value, expected] of [
    ['short floats', vectorFromArray([0.5, null], new Float32()), [0.5, Number.NaN]],
    ['whole numbers', vectorFromArray([-7, null], new Int32()), [-7, Number.NaN]],
    ['large whole numbers', vectorFromArray([3n, null], new Uint64()), [3, Number.NaN]],
    ['texts', vectorFromArray(['4.25', null], new Utf8()), [4.25, Number.NaN]],
    [
      'decimals, to the nearest number',
      new Vector([
        makeData({
          type: new Decimal(2, 10, 128),
          length: 2,
          data: Uint32Array.from([4567, 0, 0, 0, 0xffffffff - 4566, ...Array(3).fill(0xffffffff)]),
        }),
      ]),
      [45.67, -45.67],
    ],
  ] as const) {
    test(`values are read from ${name}`, async (t) => {
      const store = await openMarket(t);
      await importBytes(t, store, await streamOf(tableOf(UTC_TIMES, value as Vector)), 'arrow');
      assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), expected);
    });
  }

  test('dates in milliseconds are days', async (t) => {
    const store = await openMarket(t);
    const days = counts(new DateMillisecond(), [BigInt(Date.parse('2024-10-27'))]);
    const table = new Table({ time: days, dedaygas: vectorFromArray([5], new Float64()) });
    await importBytes(t, store, await streamOf(table), 'ipc');
    assert.deepEqual(await readFrom(store, 'dedaygas', '2024-10-27T12:00Z', 1), [5]);
  });

  test('a batch of many rows and a stream without its end mark are read to their end', async (t) => {
    const store = await openMarket(t);
    const count = 150_000;
    const time = counts(
      new TimestampMicrosecond('UTC'),
      Array.from({ length: count }, (_, i) => BigInt(START + i * HOUR_MS) * 1_000n),
    );
    const value = vectorFromArray(
      Array.from({ length: count }, (_, i) => i / 4),
      new Float64(),
    );
    const bytes = await streamOf(tableOf(time, value));
    const { added } = await importBytes(t, store, bytes.subarray(0, -8), 'arrows');
    assert.equal(added, count);
    assert.deepEqual(
      await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', count),
      Array.from({ length: count }, (_, i) => i / 4),
    );
  });

  test('dictionaries may grow from batch to batch', async (t) => {
    const store = await openMarket(t);
    const words = new Dictionary(new Utf8(), new Int32());
    const batches = ['dehrprice', 'frhrprice'].map(
      (code, i) =>
        new Table({
          series: vectorFromArray([code], words),
          time: UTC_TIMES.slice(0, 1),
          value: vectorFromArray([i], new Float64()),
        } as Record<string, Vector>).batches[0]!,
    );
    const writer = new RecordBatchStreamWriter();
    for (const batch of batches) writer.write(batch);
    writer.finish();
    const result = await importBytes(t, store, await writer.toUint8Array(), 'arrow');
    assert.deepEqual([result.series, result.added], [2, 2]);
    assert.deepEqual(await readFrom(store, 'frhrprice', '2024-05-17T10:00Z', 1), [1]);
  });

  test('batches compressed with zstd or lz4 are read', async (t) => {
    const { ZSTD, LZ4_FRAME } = CompressionType;
    const table = tableOf(UTC_TIMES, VALUES);
    for (const [type, encode] of [
      [ZSTD, (bytes: Uint8Array) => zstdCompressSync(bytes)],
      [LZ4_FRAME, (bytes: Uint8Array) => inFrame([{ bytes: packLz4(bytes) }])],
      [
        LZ4_FRAME,
        (bytes: Uint8Array) => inFrame([{ bytes, isPlain: true }], { size: bytes.length }),
      ],
    ] as const) {
      const store = await openMarket(t);
      compressionRegistry.set(type, { encode });
      await importBytes(t, store, await streamOf(table, type), 'feather');
      assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [1, 2]);
    }
  });

  test('a batch of lz4 that is damaged, or unpacks to too much, is refused', async (t) => {
    const store = await openMarket(t);
    const { LZ4_FRAME } = CompressionType;
    const table = tableOf(UTC_TIMES, VALUES);
    for (const [frame, message] of [
      [
        Uint8Array.of(4, 34, 77, 24, 64, 64, 0),
        'the Arrow data are damaged or cut off (the lz4 data end too early)',
      ],
      [
        // No longer than the bytes that it stands for: else they would be stored as they are.
        inFrame([], { size: 2 ** 30 }).subarray(0, 15),
        'a record batch has more than 268435456 bytes when decompressed: write smaller batches',
      ],
    ] as const) {
      compressionRegistry.set(LZ4_FRAME, { encode: () => frame });
      const bytes = await streamOf(table, LZ4_FRAME);
      await assert.rejects(importBytes(t, store, bytes, 'feather'), { message });
    }
  });

  test('a boolean value and an empty file are refused', async (t) => {
    const store = await openMarket(t);
    const truths = vectorFromArray([true, false], new Bool());
    await assert.rejects(
      importBytes(t, store, await streamOf(tableOf(UTC_TIMES, truths)), 'arrow'),
      {
        message:
          'there is a column of the type Bool: a text, a number, a date or a time stamp is needed',
      },
    );
    await assert.rejects(importBytes(t, store, new Uint8Array(0), 'arrow'), {
      message: 'the file is empty',
    });
    await assert.rejects(importBytes(t, store, Buffer.from('series,time,value\n'), 'arrow'), {
      message: 'this is not Arrow IPC, or from before Arrow 0.15',
    });
  });

  test('a damaged Arrow file is refused or stored whole', async (t) => {
    const store = await openMarket(t);
    const table = tableOf(UTC_TIMES, VALUES);
    const fileWriter = new RecordBatchFileWriter();
    fileWriter.write(table);
    fileWriter.finish();
    let refused = 0;
    const tries = rounds(150, 3);
    for (const sound of [await streamOf(table), await fileWriter.toUint8Array()]) {
      for (let i = 0; i < tries; i++) {
        const bytes = Uint8Array.from(sound);
        const at = (i * 7_919 + 13) % bytes.length;
        bytes[at] = bytes[at]! ^ (1 + (i % 255));
        const cut = i % 3 === 0 ? bytes.subarray(0, at) : bytes;
        await importBytes(t, store, cut, 'arrow').catch((error) => {
          assert.equal(error.name, 'ImportFault', error.stack);
          refused++;
          return undefined;
        });
      }
    }
    assert.ok(refused > tries / 2, `${refused} were refused`);
    assert.ok((await countFilled(store)) <= 2);
  });
});
