// Damaged bytes of stored values are noticed.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decodeValues } from '#store/codec/decode-values';
import { encodeValues } from '#store/codec/encode-values';
import { runs } from '../../core/properties.ts';
import { values } from './codec-values.ts';

const damaged = /^StoreDamaged: stored values are damaged: /;

suite('damaged bytes of stored values', () => {
  test('bytes with a missing end or something after it are noticed', () => {
    fc.assert(
      fc.property(values, fc.nat(), (list, seed) => {
        const bytes = encodeValues(list);
        const into = new Float64Array(list.length + 8);
        assert.throws(() => decodeValues(bytes.slice(0, seed % bytes.length), into, 0), damaged);
        assert.throws(() => decodeValues(Uint8Array.from([...bytes, 0]), into, 0), damaged);
      }),
    );
  });

  test('damaged bytes never write outside their part of the array', () => {
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

  test('the message names what is wrong with damaged bytes', () => {
    const good = encodeValues(Float64Array.of(1.5, 2.5));
    const withTag = (tag: number): Uint8Array => Uint8Array.from([tag, ...good.slice(1)]);
    const into = new Float64Array(17);
    const cases: [Uint8Array, RegExp][] = [
      [new Uint8Array(0), /no bytes/],
      [withTag(0xc1), /unknown format 3/],
      [withTag(0x01), /unknown format 0/],
      [withTag(0x8f), /unknown encoding 15/],
      [Uint8Array.of(0x80, 2, 0, 0, 0, 0, 8, 0), /2 values, fewer than \d/],
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
      [Uint8Array.of(0x40, 18, 0, 0, 0), /18 points instead of at most 17/],
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
