import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addNoise, noiseAt, seedOf } from '#demo/world/noise';

const SEED = seedOf('a name');

test('the noise of a step is the same in every span', () => {
  const whole = new Float64Array(5_000);
  addNoise(whole, 400_000, SEED, 37, 2.5);
  fc.assert(
    fc.property(fc.nat(4_900), fc.integer({ min: 1, max: 100 }), (start, length) => {
      const part = new Float64Array(length);
      addNoise(part, 400_000 + start, SEED, 37, 2.5);
      assert.deepEqual(part, whole.slice(start, start + length));
    }),
  );
});

test('one step of noise equals that step of a span', () => {
  const span = new Float64Array(200);
  addNoise(span, -100, SEED, 12, 1);
  for (let i = 0; i < span.length; i++) assert.equal(noiseAt(i - 100, SEED, 12), span[i]);
});

test('noise has mean 0 and the wanted standard deviation', () => {
  for (const scale of [1, 9, 60]) {
    const out = new Float64Array(400_000);
    addNoise(out, 0, SEED, scale, 3);
    const mean = out.reduce((sum, value) => sum + value, 0) / out.length;
    const deviation = Math.sqrt(out.reduce((sum, value) => sum + value * value, 0) / out.length);
    assert.ok(Math.abs(mean) < 0.15, `mean ${mean} at scale ${scale}`);
    assert.ok(Math.abs(deviation - 3) < 0.1, `deviation ${deviation} at scale ${scale}`);
  }
});

test('noise of a long scale moves little from step to step', () => {
  const out = new Float64Array(10_000);
  addNoise(out, 0, SEED, 100, 1);
  for (let i = 1; i < out.length; i++) assert.ok(Math.abs(out[i]! - out[i - 1]!) < 0.2);
});

test('noises of different names are not correlated', () => {
  const one = new Float64Array(200_000);
  const other = new Float64Array(200_000);
  addNoise(one, 0, seedOf('wind DE'), 8, 1);
  addNoise(other, 0, seedOf('wind FR'), 8, 1);
  const together = one.reduce((sum, value, i) => sum + value * other[i]!, 0) / one.length;
  assert.ok(Math.abs(together) < 0.05, `correlation ${together}`);
});
