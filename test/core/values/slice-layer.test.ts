// The intervals of a slice: each is taken once, by the first run that is offered for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SliceLayer } from '#core/values/slice-layer';
import { runs } from '../properties.ts';

const takeAll = (layer: SliceLayer, start: number, end: number): string[] => {
  const taken: string[] = [];
  layer.take({ start, end }, (from, to) => taken.push(`${from}–${to}`));
  return taken;
};

test('a later run takes only what earlier ones left', () => {
  const layer = new SliceLayer({ start: 10, end: 20 });
  assert.deepEqual(takeAll(layer, 12, 14), ['12–14']);
  assert.deepEqual(takeAll(layer, 16, 17), ['16–17']);
  assert.deepEqual(takeAll(layer, 0, 18), ['10–12', '14–16', '17–18']);
  assert.equal(layer.free, 2);
  assert.deepEqual(takeAll(layer, 15, 99), ['18–20']);
  assert.equal(layer.free, 0);
  assert.deepEqual(takeAll(layer, 0, 99), []);
});

test('a span that is empty or outside takes nothing', () => {
  const layer = new SliceLayer({ start: -5, end: 5 });
  for (const [start, end] of [
    [5, 9],
    [-9, -5],
    [3, 3],
    [4, 2],
  ] as const)
    assert.deepEqual(takeAll(layer, start, end), []);
  assert.equal(layer.free, 10);
  assert.deepEqual(takeAll(new SliceLayer({ start: 3, end: 3 }), 0, 9), []);
});

test('any offers take what a list of flags would give them', () => {
  const offer = fc.tuple(fc.integer({ min: -5, max: 45 }), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 30 }), (offers) => {
      const layer = new SliceLayer({ start: 0, end: 40 });
      const isTaken = new Array<boolean>(40).fill(false);
      for (const [start, length] of offers) {
        const expected: number[] = [];
        for (let i = Math.max(0, start); i < Math.min(40, start + length); i++) {
          if (!isTaken[i]) expected.push(i);
          isTaken[i] = true;
        }
        const found: number[] = [];
        layer.take({ start, end: start + length }, (from, to) => {
          for (let i = from; i < to; i++) found.push(i);
        });
        assert.deepEqual(found, expected);
      }
      assert.equal(layer.free, isTaken.filter((one) => !one).length);
    }),
    runs(2_000),
  );
});
