// Numbers and text as bytes: always what JSON.stringify would have written.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ByteWriter, SLICE_BYTES } from '#bytes/byte-writer';
import { rounds } from '../../harness/rounds.ts';

const writer = new ByteWriter();

function written(value: number): string {
  writer.number(value);
  return writer.take().toString('latin1');
}

const isAsJson = (value: number): boolean => written(value) === JSON.stringify(value);

describe('a number as bytes', () => {
  it('a number is written as JSON.stringify writes it, for any double', () => {
    const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(anyDouble, isAsJson), { numRuns: rounds(20_000) });
  });

  it('a number is written as JSON.stringify writes it, for every price of two decimals from -5,000 to 5,000', () => {
    const wrong: number[] = [];
    for (let cents = -500_000; cents <= 500_000; cents++) {
      if (!isAsJson(cents / 100)) wrong.push(cents / 100);
    }
    assert.deepEqual(wrong, []);
  });

  it('a number is written as JSON.stringify writes it, for any decimal of few digits', () => {
    const decimals = fc
      .tuple(fc.maxSafeInteger(), fc.integer({ min: -3, max: 9 }))
      .map(([digits, places]) => Number(`${digits}e${-places}`));
    fc.assert(fc.property(decimals, isAsJson), { numRuns: rounds(20_000) });
  });

  it('a number is written as JSON.stringify writes it, for sums and means of prices', () => {
    const prices = fc.array(fc.integer({ min: -50_000, max: 400_000 }), { minLength: 1 });
    fc.assert(
      fc.property(prices, (cents) => {
        const sum = cents.reduce((total, each) => total + each / 100, 0);
        return isAsJson(sum) && isAsJson(sum / cents.length);
      }),
      { numRuns: rounds(5_000) },
    );
  });

  it('a number is written as JSON.stringify writes it, at every edge', () => {
    const edges = [
      0,
      -0,
      1,
      9,
      10,
      99,
      100,
      0.1,
      0.01,
      0.001,
      0.05,
      0.29,
      1.005,
      1.1,
      99.99,
      99.995,
      Number.MIN_VALUE,
      Number.MAX_VALUE,
      Number.EPSILON,
      1e-7,
      1e-6,
      1e20,
      1e21,
      1e22,
      2 ** 31,
      2 ** 32,
      2 ** 53,
      2 ** 53 - 1,
      2 ** 53 + 2,
      9_999_999_999_999.99,
      1e13,
      1e13 - 0.01,
      1e15,
      1e15 - 1,
      999_999_999_999_999,
      1e16,
    ];
    for (const edge of edges) {
      assert.equal(written(edge), JSON.stringify(edge));
      assert.equal(written(-edge), JSON.stringify(-edge));
    }
  });

  it('a gap and an infinite sum are written as null', () => {
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      assert.equal(written(none), 'null');
    }
  });
});

describe('a writer of bytes', () => {
  it('a writer of bytes keeps text of any script and length', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (texts) => {
        for (const text of texts) writer.text(text);
        return writer.take().toString('utf8') === texts.join('');
      }),
    );
    const long = 'ä€😀'.repeat(SLICE_BYTES);
    writer.text('<');
    writer.text(long);
    writer.text('>');
    assert.equal(writer.take().toString('utf8'), `<${long}>`);
  });

  it('the slices of a writer join to the whole', () => {
    const out = new ByteWriter();
    const slices: Buffer[] = [];
    const expected: string[] = [];
    for (let i = 0; i < 200_000; i++) {
      out.fragment(Buffer.from('{"value":'));
      out.number(i / 100);
      out.byte(125);
      expected.push(`{"value":${i / 100}}`);
      if (out.isFull) slices.push(out.take());
    }
    slices.push(out.take());
    assert.ok(slices.length > 5);
    assert.equal(Buffer.concat(slices).toString('utf8'), expected.join(''));
  });

  it('two writers at work at once keep their bytes apart', () => {
    const [one, other] = [new ByteWriter(), new ByteWriter()];
    const [ones, others]: [string[], string[]] = [[], []];
    for (let i = 0; i < 1_000; i++) {
      one.text(`one ${i},`);
      other.text(`other ${i},`);
      ones.push(`one ${i},`);
      others.push(`other ${i},`);
    }
    assert.equal(one.take().toString('utf8'), ones.join(''));
    assert.equal(other.take().toString('utf8'), others.join(''));
  });

  it('bytes that were taken do not change when the writer goes on', () => {
    const out = new ByteWriter();
    out.text('first');
    const taken = out.take();
    out.text('SECOND');
    new ByteWriter().text('third');
    assert.equal(taken.toString('utf8'), 'first');
    assert.equal(out.take().toString('utf8'), 'SECOND');
  });
});
