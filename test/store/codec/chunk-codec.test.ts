// Values to bytes and back: nothing is lost, and damaged bytes are noticed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeValues } from '#store/codec/decode-values';
import { encodeValues } from '#store/codec/encode-values';
import { runs } from '../../core/properties.ts';

const GAP = Number.NaN;

const roundTrip = (values: Float64Array): Float64Array => {
  const back = new Float64Array(values.length);
  assert.equal(decodeValues(encodeValues(values), back, 0), values.length);
  return back;
};

/** -0 is stored as 0; everything else as it is. */
const stored = (values: Float64Array): Float64Array => values.map((value) => value + 0);

/** Bytes of a zig-zag varint of a difference. */
function varintOf(difference: bigint): number[] {
  const bytes: number[] = [];
  let rest = difference < 0n ? -2n * difference - 1n : 2n * difference;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** Differences in blocks of 16, as packed-integers.ts has them: as text of zeros and ones. */
function packSlowly(integers: readonly number[]): number[] {
  const steps = integers.slice(1).map((each, i) => each - integers[i]!);
  const widths: number[] = [];
  let stream = '';
  for (let i = 0; i < steps.length; i += 16) {
    const block = steps.slice(i, i + 16);
    const width = [0, 8, 12, 16, 32].find((bits) => {
      const bound = bits === 0 ? 0 : 2 ** (bits - 1);
      return block.every((step) => step === 0 || (step >= -bound && step < bound));
    })!;
    widths.push(width);
    // The lowest bit first, so that bytes can be cut off from the front.
    for (const step of width > 0 ? block : []) {
      const bits = BigInt.asUintN(width, BigInt(step)).toString(2).padStart(width, '0');
      stream += [...bits].reverse().join('');
    }
  }
  const bytes = stream.match(/.{1,8}/g) ?? [];
  const packed = bytes.map((bits) => Number.parseInt([...bits].reverse().join(''), 2));
  const first = [...new Uint8Array(Int32Array.of(integers[0]!).buffer)];
  return [...first, ...widths, ...packed];
}

/** Format, decimals and the values' bytes, as chunk-format.ts has them, by trying each encoding. */
function encodeSlowly(values: Float64Array): [format: number, decimals: number, bytes: number[]] {
  const present = [...values].filter((value) => !Number.isNaN(value));
  const raw = [...new Uint8Array(Float64Array.from(present, (value) => value + 0).buffer)];
  for (let decimals = 0; decimals <= 8; decimals++) {
    const power = 10 ** decimals;
    const scaled = present.map((value) => Math.round(value * power));
    const isExact = scaled.every(
      (each, i) => each / power === present[i] && Math.abs(each) < 2 ** 51,
    );
    if (!isExact) continue;
    const isPacked = scaled.length >= 16 && scaled.every((each) => Math.abs(each) < 2 ** 30);
    if (isPacked) return [2, decimals, packSlowly(scaled)];
    const bytes = scaled.flatMap((each, i) => varintOf(BigInt(each) - BigInt(scaled[i - 1] ?? 0)));
    return bytes.length > raw.length ? [1, 15, raw] : [1, decimals, bytes];
  }
  return [1, 15, raw];
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimal = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);
const price = fc.integer({ min: -50_000, max: 400_000 }).map((cents) => cents / 100);
const gap = fc.constant(GAP);

const lists = fc.oneof(
  fc.array(fc.oneof(finite, gap), { maxLength: 80 }),
  fc.array(fc.oneof(decimal, gap), { maxLength: 80 }),
  fc.array(price, { maxLength: 300 }),
  fc.array(fc.constantFrom(-2, -1, 0, 1, 2, 127, 128, -128, 2_047, 2_048), { maxLength: 100 }),
  fc.array(fc.oneof({ weight: 9, arbitrary: price }, { weight: 1, arbitrary: gap }), {
    maxLength: 300,
  }),
  fc.array(fc.oneof(price, finite, fc.constantFrom(-0, 0, 2 ** 51, -(2 ** 51), 2 ** 53)), {
    maxLength: 20,
  }),
);
/** With gaps before and after, as a chunk has that is only half full. */
const values = fc
  .tuple(fc.nat({ max: 40 }), lists, fc.nat({ max: 40 }))
  .map(([before, list, after]) =>
    Float64Array.from([...Array(before).fill(GAP), ...list, ...Array(after).fill(GAP)]),
  );

describe('stored values', () => {
  test('are the values that were given, for every double and every pattern of gaps', () => {
    fc.assert(
      fc.property(values, (list) => {
        assert.deepEqual(roundTrip(list), stored(list));
      }),
      runs(2_000),
    );
  });

  test('are the values that were given at the edges of what a double can be', () => {
    const edges = [
      [],
      [GAP],
      [GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP],
      [0],
      [0, 1, 0, 1],
      [0, -1, -2, -3],
      [5, 5, 5, 4, 4, 4],
      [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE],
      [2 ** 51 - 1, -(2 ** 51) + 1, 2 ** 51 - 1],
      [2 ** 51, -(2 ** 51), 2 ** 53 - 1, 2 ** 53 + 2],
      [0.1 + 0.2, 0.3],
      [1e-8, 123_456.123_456_78, 1e-9],
      [1e-8, 123_456.123_456_78],
      [2 ** 28 - 1, -(2 ** 28), 2 ** 29, 0, -(2 ** 29), 2 ** 30, 2 ** 31, 2 ** 32],
      // 22517998136852.47 has two decimals; beside a third its scaled form is too large.
      [22_517_998_136_852.47, 0.001],
    ];
    for (const edge of edges) {
      const list = Float64Array.from(edge);
      assert.deepEqual(roundTrip(list), list);
    }
    assert.ok(Object.is(roundTrip(Float64Array.of(-0))[0], 0));
    assert.ok(Object.is(roundTrip(Float64Array.of(-0, 1 / 3))[0], 0));
  });

  test('have the fewest decimals that hold them all, or else are raw', () => {
    const mixed = fc.array(
      fc
        .tuple(fc.maxSafeInteger(), fc.nat({ max: 9 }), fc.nat({ max: 16 }))
        .map(([digits, decimals, size]) => Math.trunc(digits / 10 ** size) / 10 ** decimals),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.oneof(values, mixed), (list) => {
        const given = Float64Array.from(list);
        const bytes = encodeValues(given);
        const [format, decimals, rest] = encodeSlowly(given);
        assert.equal(bytes[0]! >> 6, format);
        assert.equal(bytes[0]! & 15, decimals);
        assert.deepEqual([...bytes.subarray(bytes.length - rest.length)], rest);
      }),
      runs(3_000),
    );
  });

  test('of any size are decoded as one difference after the other would be', () => {
    // Around the bounds of one, two, three and four bytes, and of what 32 bits hold.
    const bounds = [0, 64, 8_192, 2 ** 20, 2 ** 27, 2 ** 30, 2 ** 31, 2 ** 34];
    const difference = fc
      .tuple(
        fc.constantFrom(...bounds, 8_192, 64, 64),
        fc.integer({ min: -2, max: 2 }),
        fc.boolean(),
      )
      .map(([bound, beside, isDown]) => (isDown ? -1 : 1) * (bound + beside));
    fc.assert(
      fc.property(
        fc.array(difference, { maxLength: 200 }),
        fc.constantFrom(0, 2, 5),
        (differences, decimals) => {
          const bytes = differences.flatMap((each) => varintOf(BigInt(each)));
          const { length } = differences;
          const head = [64 | decimals, ...(length < 128 ? [length] : [length - 128 + 128, 1])];
          const into = new Float64Array(length);
          decodeValues(Uint8Array.from([...head, ...bytes]), into, 0);
          let scaled = 0;
          const expected = differences.map((each) => (scaled += each) / 10 ** decimals);
          assert.deepEqual(Array.from(into), expected);
        },
      ),
      runs(2_000),
    );
  });

  test('of any width are packed and unpacked, in whole blocks and in part of one', () => {
    for (let width = 0; width <= 31; width++) {
      for (const length of [1, 2, 15, 16, 17, 18, 19, 32, 33, 34, 100]) {
        // From one end of what the width holds to the other and back, but for the first.
        const far = Math.trunc(2 ** (width - 2));
        const list = Float64Array.from({ length }, (_, i) => (i % 2 === 0 ? far : -far) / 100);
        assert.deepEqual(roundTrip(list), stored(list), `${length} values of ${width} bits`);
      }
    }
  });

  test('are the values that were given, however many they are', () => {
    // Longer and longer, because buffers are kept for the next list. Around 2,048 they are outgrown.
    for (const length of [1, 2_040, 2_048, 2_049, 9_000]) {
      const prices = Float64Array.from({ length }, (_, i) => ((i * 7_919) % 90_001) / 100);
      const doubles = prices.map((price) => price / 3);
      const steep = prices.map((_, i) => (i % 2 === 0 ? 1 : -1) * (2 ** 30 - 1 - i));
      for (const list of [prices, doubles, steep]) {
        assert.deepEqual(roundTrip(list), list, `${length}`);
        list[length >> 1] = GAP;
        assert.deepEqual(roundTrip(list), list, `${length} with a gap`);
      }
    }
  });

  test('are packed from sixteen on, where all are below 2^30', () => {
    const formatOf = (list: readonly number[]): number =>
      encodeValues(Float64Array.from(list))[0]! >> 6;
    const alike = (length: number): number[] => Array<number>(length).fill(7);
    assert.deepEqual(
      [15, 16, 17].map((length) => formatOf(alike(length))),
      [1, 2, 2],
    );
    for (const [largest, format] of [
      [2 ** 30 - 1, 2],
      [2 ** 30, 1],
      [-(2 ** 30) + 1, 2],
      [-(2 ** 30), 1],
    ] as const) {
      // Whether the large one comes first or later, and whatever follows it.
      assert.equal(formatOf([largest, ...alike(20)]), format, `${largest} first`);
      assert.equal(formatOf([...alike(20), largest]), format, `${largest} last`);
    }
  });

  test('are scaled where that stays below 2^51, and raw otherwise', () => {
    const tagOf = (value: number): number => encodeValues(Float64Array.of(value))[0]!;
    assert.equal(tagOf(2 ** 51 - 1), 0x40);
    assert.equal(tagOf(2 ** 51), 0x4f);
    assert.equal(tagOf(-(2 ** 51)), 0x4f);
  });

  test('have no byte more than the layout says', () => {
    const bytesOf = (...list: number[]): number[] => [...encodeValues(Float64Array.from(list))];
    assert.deepEqual(bytesOf(), [0x40, 0]);
    // A difference of -64 is the last that a byte holds: 2 × 64 - 1 = 127.
    assert.deepEqual(bytesOf(-64, 0), [0x40, 2, 127, 128, 1]);
    // Gaps around one stretch need no bit a point.
    assert.deepEqual(bytesOf(GAP, GAP, GAP, 1.5, GAP), [0x51, 5, 3, 1, 30]);
    assert.deepEqual(bytesOf(GAP, 1, GAP, 2), [0x60, 4, 1, 3, 0b101, 2, 2]);
    assert.deepEqual(bytesOf(...Array(127).fill(GAP)), [0x50, 127, 127, 0]);
    assert.deepEqual(bytesOf(...Array(128).fill(GAP)), [0x50, 128, 1, 128, 1, 0]);
  });

  test('keep each of their gaps, wherever it is among hundreds of points', () => {
    for (let at = 1; at < 199; at++) {
      const list = Float64Array.from({ length: 200 }, (_, i) => i);
      list[at] = GAP;
      assert.deepEqual(roundTrip(list), list);
    }
  });

  test('take less than two bytes a point for prices, and eight for any double', () => {
    const prices = Float64Array.from({ length: 768 }, (_, i) => {
      return Math.round(5_000 + 3_000 * Math.sin(i / 4) + ((i * 7_919) % 400)) / 100;
    });
    assert.ok(encodeValues(prices).length < 1.8 * 768);
    const doubles = prices.map((price) => price / 3);
    assert.ok(encodeValues(doubles).length <= 8 * 768 + 8);
    const flat = new Float64Array(768).fill(42);
    assert.ok(encodeValues(flat).length <= 768 / 16 + 8);
    const oneValue = new Float64Array(768).fill(GAP);
    oneValue[700] = 1.5;
    assert.ok(encodeValues(oneValue).length < 10);
  });

  test('can be decoded into the middle of a larger array', () => {
    const into = new Float64Array(6).fill(9);
    assert.equal(decodeValues(encodeValues(Float64Array.of(GAP, 1, 2)), into, 2), 3);
    assert.deepEqual(Array.from(into), [9, 9, GAP, 1, 2, 9]);
    // Seventeen are packed as one, a whole block and nothing; twenty have part of a block at the end.
    for (const length of [17, 20, 32, 40]) {
      const list = Float64Array.from({ length }, (_, i) => i * i);
      const wide = new Float64Array(length + 40).fill(9);
      assert.equal(decodeValues(encodeValues(list), wide, 3), length);
      assert.deepEqual([...wide.subarray(0, 3)], [9, 9, 9]);
      assert.deepEqual(wide.subarray(3, 3 + length), list);
      assert.ok(wide.subarray(3 + length).every((value) => value === 9));
    }
  });

  test('must fit where they are to be decoded', () => {
    const bytes = encodeValues(Float64Array.of(1, 2, 3));
    assert.equal(decodeValues(bytes, new Float64Array(5), 2), 3);
    assert.throws(() => decodeValues(bytes, new Float64Array(4), 2), /3 points where at most 2/);
  });

  test('may be numbers of up to eight bytes', () => {
    const into = new Float64Array(1);
    // The largest, 2^53 - 1, stands for -2^52.
    const largest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f];
    decodeValues(Uint8Array.of(0x40, 1, ...largest), into, 0);
    assert.equal(into[0], -(2 ** 52));
  });

  test('may be a stretch of gaps only', () => {
    const into = new Float64Array(3).fill(9);
    decodeValues(Uint8Array.of(0x60, 3, 0, 3, 0), into, 0);
    assert.deepEqual([...into], [GAP, GAP, GAP]);
  });

  test('cannot be infinite', () => {
    for (const infinity of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      assert.throws(() => encodeValues(Float64Array.of(1, infinity, GAP)), /Infinity/);
      assert.throws(() => encodeValues(Float64Array.of(infinity)), /Infinity/);
    }
  });
});

describe('damaged bytes', () => {
  const damaged = /^Error: stored values are damaged: /;

  test('are noticed when the end is missing or something follows', () => {
    fc.assert(
      fc.property(values, fc.nat(), (list, seed) => {
        const bytes = encodeValues(list);
        const into = new Float64Array(list.length + 8);
        assert.throws(() => decodeValues(bytes.slice(0, seed % bytes.length), into, 0), damaged);
        assert.throws(() => decodeValues(Uint8Array.from([...bytes, 0]), into, 0), damaged);
      }),
    );
  });

  test('never write where they do not belong', () => {
    const room = 50;
    const bytesOfAnyKind = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .tuple(values, fc.nat(), fc.nat({ max: 255 }))
        .filter(([list]) => list.length <= room)
        .map(([list, at, byte]) => {
          const bytes = encodeValues(list);
          bytes[at % bytes.length] = byte;
          return bytes;
        }),
      fc
        .tuple(fc.integer({ min: 64, max: 191 }), fc.uint8Array({ maxLength: 60 }))
        .map(([tag, rest]) => Uint8Array.from([tag, rest.length % room, ...rest])),
    );
    fc.assert(
      fc.property(bytesOfAnyKind, (bytes) => {
        const whole = new Float64Array(room + 4).fill(9);
        const into = whole.subarray(0, room + 2);
        try {
          assert.ok(decodeValues(bytes, into, 2) <= room);
          assert.ok(into.every((value) => value - value === 0 || Number.isNaN(value)));
        } catch (error) {
          assert.match(String(error), damaged);
        }
        assert.deepEqual([whole[0], whole[1], whole[room + 2], whole[room + 3]], [9, 9, 9, 9]);
      }),
      runs(3_000),
    );
  });

  test('are named for what is wrong with them', () => {
    const good = encodeValues(Float64Array.of(1.5, 2.5));
    const withTag = (tag: number): Uint8Array => Uint8Array.from([tag, ...good.slice(1)]);
    const into = new Float64Array(17);
    const cases: [Uint8Array, RegExp][] = [
      [new Uint8Array(0), /no bytes/],
      [withTag(0xc1), /unknown format 3/],
      [withTag(0x01), /unknown format 0/],
      [withTag(0x8f), /unknown encoding 15/],
      [Uint8Array.of(0x80, 2, 0, 0, 0, 0, 8, 0), /2 values where more belong/],
      [Uint8Array.from([0x80, 17, 0, 0]), /too short for its values/],
      [Uint8Array.from([0x80, 17, 0, 0, 0, 0, 12, ...Array(23).fill(0)]), /too short for its/],
      [Uint8Array.from([0x80, 17, 0, 0, 0, 0, 9, ...Array(24).fill(0)]), /differences of 9 bits/],
      [withTag(0x71), /unknown kind of gaps 3/],
      [withTag(0x4c), /unknown encoding 12/],
      [Uint8Array.of(0x40, 0xff, 0xff), /does not end/],
      [Uint8Array.of(0x40, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f), /does not end/],
      // Nine bytes, and eight that say more than 2^53.
      [Uint8Array.of(0x40, 1, 128, 128, 128, 128, 128, 128, 128, 128, 0), /does not end/],
      [Uint8Array.of(0x40, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x10), /does not end/],
      [Uint8Array.of(0x40, 18, 0, 0, 0), /18 points where at most 17 belong/],
      [Uint8Array.of(0x50, 2, 1, 2, 0, 0), /longer than the whole/],
      [Uint8Array.of(0x60, 2, 0, 2), /too short for its gaps/],
      [Uint8Array.of(0x4f, 1, 0, 0, 0), /too short for its values/],
      [Uint8Array.of(0x4f, 1, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f), /a value is Infinity/],
      [Uint8Array.of(0x40, 1, 0, 0), /1 bytes too many/],
    ];
    for (const [bytes, message] of cases) {
      assert.throws(() => decodeValues(bytes, into, 0), message);
    }
    const doubles = new Uint8Array(Float64Array.of(1, 2, Number.NEGATIVE_INFINITY).buffer);
    const infinite = Uint8Array.of(0x4f, 3, ...doubles);
    assert.throws(() => decodeValues(infinite, into, 5), /a value is -Infinity/);
  });
});
