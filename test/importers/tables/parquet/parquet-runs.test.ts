import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readRuns } from '#importers/tables/parquet/parquet-runs';
import { checkThrift } from '#importers/tables/parquet/thrift-check';

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return [...bytes, rest];
}

/** Packs numbers bit by bit, the lowest first, in groups of eight. */
function packed(numbers: readonly number[], bits: number): number[] {
  const all = numbers.flatMap((number) =>
    Array.from({ length: bits }, (_, bit) => Math.floor(number / 2 ** bit) % 2),
  );
  const groups = Math.ceil(numbers.length / 8);
  const bytes = Array.from({ length: groups * bits }, (_, i) =>
    all.slice(8 * i, 8 * i + 8).reduce((byte, bit, at) => byte + bit * 2 ** at, 0),
  );
  return [...varint(groups * 2 + 1), ...bytes];
}

function repeated(number: number, count: number, bits: number): number[] {
  const bytes = Array.from(
    { length: (bits + 7) >> 3 },
    (_, i) => Math.floor(number / 256 ** i) % 256,
  );
  return [...varint(count * 2), ...bytes];
}

suite('runs of a Parquet page', () => {
  test('runs of any mixture are read as they were written', () => {
    const runs = fc.integer({ min: 1, max: 31 }).chain((bits) => {
      const number = fc.integer({ min: 0, max: 2 ** bits - 1 });
      const groupsOf8 = fc
        .integer({ min: 1, max: 3 })
        .chain((groups) => fc.array(number, { minLength: 8 * groups, maxLength: 8 * groups }));
      return fc.record({
        bits: fc.constant(bits),
        runs: fc.array(
          fc.oneof(
            groupsOf8.map((numbers) => ({ numbers, bytes: packed(numbers, bits) })),
            fc.tuple(number, fc.integer({ min: 1, max: 300 })).map(([number, count]) => ({
              numbers: Array<number>(count).fill(number),
              bytes: repeated(number, count, bits),
            })),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        fewer: fc.nat(7),
      });
    });
    fc.assert(
      fc.property(runs, ({ bits, runs, fewer }) => {
        const all = runs.flatMap(({ numbers }) => numbers);
        const count = Math.max(1, all.length - fewer);
        const bytes = Uint8Array.from(runs.flatMap(({ bytes }) => bytes));
        assert.deepEqual([...readRuns(bytes, bits, count)], all.slice(0, count));
      }),
    );
  });

  test('runs that are too short, empty or too wide are refused', () => {
    assert.throws(() => readRuns(Uint8Array.of(4), 8, 2), RangeError);
    assert.throws(() => readRuns(Uint8Array.of(0, 1), 8, 2), RangeError);
    assert.throws(() => readRuns(Uint8Array.of(4, 1), 32, 2), RangeError);
    // A run of a thousand million takes no more memory than the cells need.
    assert.deepEqual([...readRuns(Uint8Array.of(...varint(2e9), 1), 1, 3)], [1, 1, 1]);
  });
});

suite("Parquet's metadata", () => {
  test('a struct is whole up to its end mark', () => {
    // field 1: i32 2; field 2: text of 3; field 3: list of two structs; end
    const bytes = [0x15, 4, 0x18, 3, 97, 98, 99, 0x19, 0x2c, 0, 0, 0];
    assert.equal(checkThrift(Uint8Array.from([...bytes, 9, 9])), bytes.length);
    for (let length = 0; length < bytes.length; length++) {
      assert.throws(() => checkThrift(Uint8Array.from(bytes.slice(0, length))), RangeError);
    }
  });

  test('lists, texts and depths that the bytes cannot hold are refused', () => {
    const nested = Array<number>(40).fill(0x1c);
    for (const bytes of [
      [0x19, 0xfc, 0xff, 0xff, 0xff, 0x7f, 0],
      [0x18, 0xff, 0xff, 0xff, 0x7f, 0],
      [...nested, ...Array<number>(41).fill(0)],
      [0x1d, 0],
      [0x16, ...Array<number>(12).fill(0x80), 0, 0],
    ]) {
      assert.throws(() => checkThrift(Uint8Array.from(bytes)), RangeError);
    }
  });
});
