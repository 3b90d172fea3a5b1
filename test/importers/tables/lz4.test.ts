// LZ4 in its three frames. Damaged data end, whatever they are.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Lz4TooLong, unpackLz4Block, unpackLz4Frame, unpackLz4Hadoop } from '#importers/tables/lz4';
import { runs } from '../../core/properties.ts';
import { inFrame, inHadoopFrame, packBlock, type Step } from './lz4-writer.ts';

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ literal: fc.uint8Array({ minLength: 1, maxLength: 600 }) }),
  fc.record({ length: fc.integer({ min: 4, max: 700 }), back: fc.nat(100_000) }),
);
const anySteps = fc.array(anyStep, { maxLength: 20 });

const same = (given: Uint8Array, expected: Uint8Array): void =>
  assert.ok(Buffer.from(given).equals(expected), `${given.length} bytes of ${expected.length}`);

suite('lz4', () => {
  test('a block unpacks to its literals and copies', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { bytes, plain } = packBlock(steps);
        same(unpackLz4Block(bytes, plain.length), plain);
      }),
      runs(300),
    );
  });

  test('a page in Hadoop’s frame is unpacked block by block, and one without a frame too', () => {
    fc.assert(
      fc.property(fc.array(anySteps, { minLength: 1, maxLength: 4 }), (all) => {
        const blocks = all.map(packBlock).filter(({ plain }) => plain.length > 0);
        const plain = Buffer.concat(blocks.map((block) => block.plain));
        const framed = inHadoopFrame(
          blocks.map((block) => ({ bytes: block.bytes, length: block.plain.length })),
        );
        same(unpackLz4Hadoop(framed, plain.length), plain);
        for (const block of blocks)
          same(unpackLz4Hadoop(block.bytes, block.plain.length), block.plain);
      }),
      runs(100),
    );
  });

  test('a page whose length is told once for several blocks is unpacked', () => {
    const [a, b] = ['first block ', 'second block'].map((text) =>
      packBlock([{ literal: Buffer.from(text) }]),
    );
    const length = (bytes: Uint8Array): number[] => [0, 0, 0, bytes.length];
    const page = Uint8Array.from([
      ...length(Buffer.concat([a!.plain, b!.plain])),
      ...[...length(a!.bytes), ...a!.bytes],
      ...[...length(b!.bytes), ...b!.bytes],
    ]);
    same(unpackLz4Hadoop(page, 24), Buffer.from('first block second block'));
  });

  test('a frame is unpacked with and without its length, checksums and compression of its blocks', () => {
    fc.assert(
      fc.property(anySteps, fc.boolean(), fc.boolean(), (steps, hasSize, hasChecksums) => {
        const { bytes, plain } = packBlock(steps);
        const size = hasSize ? { size: 2 * plain.length } : {};
        const blocks = [{ bytes }, { bytes: plain, isPlain: true }];
        const frame = inFrame(blocks, { ...size, hasChecksums });
        same(unpackLz4Frame(frame, 2 * plain.length), Buffer.concat([plain, plain]));
        if (plain.length > 0)
          assert.throws(() => unpackLz4Frame(frame, 2 * plain.length - 1), Lz4TooLong);
      }),
      runs(200),
    );
  });

  test('a block of a frame may copy from the blocks before it', () => {
    const first = packBlock([{ literal: Buffer.from('0123456789abcdef') }]);
    // A copy of 8 bytes from 16 bytes before, and no literals.
    const second = Uint8Array.of(0x04, 16, 0, 0x00);
    const frame = inFrame([{ bytes: first.bytes }, { bytes: second }]);
    assert.equal(Buffer.from(unpackLz4Frame(frame, 100)).toString(), '0123456789abcdef01234567');
  });

  test('a frame that unpacks to far more than is allowed ends early', () => {
    const zeros = packBlock([{ literal: Uint8Array.of(0) }, { length: 4 * 2 ** 20 - 1, back: 0 }]);
    const frame = inFrame(Array(100).fill({ bytes: zeros.bytes }), { blockCode: 7 });
    assert.ok(frame.length < 2_000_000);
    assert.throws(() => unpackLz4Frame(frame, 8 * 2 ** 20), Lz4TooLong);
    const lying = inFrame([{ bytes: Uint8Array.of(0) }], { size: 2 ** 31 });
    assert.throws(() => unpackLz4Frame(lying, 8 * 2 ** 20), Lz4TooLong);
  });

  test('damaged data end with a RangeError, or unpack to other bytes of the same length', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(), fc.nat(255), fc.nat(), (steps, at, byte, cut) => {
        const { bytes, plain } = packBlock(steps);
        for (const [pack, unpack] of [
          [(block: Uint8Array) => block, unpackLz4Block],
          [
            (block: Uint8Array) => inHadoopFrame([{ bytes: block, length: plain.length }]),
            unpackLz4Hadoop,
          ],
          [(block: Uint8Array) => inFrame([{ bytes: block }]), unpackLz4Frame],
        ] as const) {
          const damaged = pack(bytes);
          damaged[at % damaged.length] = byte;
          const given = damaged.subarray(
            0,
            damaged.length - (cut % 3 === 0 ? cut % damaged.length : 0),
          );
          try {
            assert.ok(unpack(given, plain.length).length <= plain.length);
          } catch (error) {
            assert.ok(error instanceof RangeError || error instanceof Lz4TooLong, String(error));
          }
        }
      }),
      runs(500),
    );
  });

  test('data of any bytes end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat(100_000), (bytes, length) => {
        for (const unpack of [unpackLz4Block, unpackLz4Hadoop, unpackLz4Frame]) {
          try {
            unpack(bytes, length);
          } catch (error) {
            assert.ok(error instanceof RangeError || error instanceof Lz4TooLong, String(error));
          }
        }
      }),
      runs(500),
    );
  });
});
