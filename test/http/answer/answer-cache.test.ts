import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { AnswerCache, roomFor } from '#http/answer/answer-cache';

const slicesOf = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));
const drain = (slices: Iterable<Buffer>): string => Buffer.concat([...slices]).toString();

suite('the answer cache', () => {
  test('the cache passes an answer on unchanged and has it whole afterwards', () => {
    const cache = new AnswerCache(10_000);
    assert.equal(cache.find('a'), undefined);
    assert.equal(drain(cache.keep('a', slicesOf('one ', 'two'))), 'one two');
    assert.equal(cache.find('a')?.toString(), 'one two');
  });

  test('the cache keeps nothing of an answer that was not taken to its end', () => {
    const cache = new AnswerCache(10_000);
    const slices = cache.keep('a', slicesOf('one ', 'two'));
    slices.next();
    slices.return(undefined);
    assert.equal(cache.find('a'), undefined);
    assert.equal(cache.bytes, 0);
  });

  test('the cache keeps no answer that would take more than a quarter of it', () => {
    const cache = new AnswerCache(10_000);
    assert.equal(
      drain(cache.keep('a', slicesOf('x'.repeat(2_000), 'y'.repeat(501)))).length,
      2_501,
    );
    assert.equal(cache.find('a'), undefined);
    drain(cache.keep('b', slicesOf('x'.repeat(2_500))));
    assert.equal(cache.find('b')?.length, 2_500);
    cache.keepCopy('c', Buffer.alloc(2_501));
    assert.equal(cache.find('c'), undefined);
  });

  test('an answer that is compressed on its way out is not kept as it is, unless it is short or long', () => {
    const cache = new AnswerCache(100_000);
    for (const [name, ...slices] of [
      ['short', 'x'.repeat(1_023)],
      ['whole', 'x'.repeat(1_024), 'y'.repeat(975)],
      ['long', 'x'.repeat(1_024), 'y'.repeat(976)],
    ] as const)
      drain(cache.keep(`"${name}"`, slicesOf(...slices), 2_000));
    assert.deepEqual(
      ['short', 'whole', 'long'].map((name) => cache.find(`"${name}"`) !== undefined),
      [true, false, true],
    );
    assert.equal(cache.findForm('"short"', 'zstd')?.coding, undefined);
    assert.equal(cache.findForm('"short"', 'zstd')?.tag, '"short"');
    assert.equal(cache.findForm('"long"', 'zstd'), undefined);
    assert.equal(cache.findForm('"long"', undefined)?.tag, '"long"');
    cache.keepCopy('"long-zstd"', Buffer.from('packed'));
    assert.equal(cache.findForm('"long"', 'zstd')?.bytes.toString(), 'packed');
    assert.equal(cache.findForm('"long"', 'gzip'), undefined);
  });

  test('the cache drops the answers that were not asked for the longest', () => {
    const cache = new AnswerCache(10_800);
    for (const name of ['a', 'b', 'c']) drain(cache.keep(name, slicesOf(name.repeat(2_500))));
    cache.find('a');
    drain(cache.keep('d', slicesOf('d'.repeat(2_500))));
    assert.equal(cache.find('b'), undefined);
    assert.equal(cache.find('a')?.length, 2_500);
  });

  test('the cache keeps its own copy of bytes whose memory is used again', () => {
    const cache = new AnswerCache(10_000);
    const bytes = Buffer.from('right');
    cache.keepCopy('a', bytes);
    drain(cache.keep('b', [bytes]));
    bytes.fill('x');
    assert.deepEqual(
      [cache.find('a')?.toString(), cache.find('b')?.toString()],
      ['right', 'right'],
    );
  });

  test('the cache makes room in few sizes, at most an eighth too large', () => {
    for (const length of [0, 1, 256, 257, 2_047, 2_048, 2_049, 100_000, 3_000_000]) {
      const room = roomFor(length);
      assert.ok(room >= length && room <= length * 1.125 + 256, `${length}: ${room}`);
    }
    const sizes = new Set(Array.from({ length: 100_000 }, (_, length) => roomFor(length)));
    assert.ok(sizes.size < 70, `${sizes.size} sizes`);
  });

  test('the cache never takes more memory than it may, and always has the right bytes', () => {
    const entry = fc.record({ name: fc.nat(12), length: fc.nat(4_000) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const cache = new AnswerCache(10_000);
        for (const { name, length } of entries) {
          const text = String.fromCharCode(97 + name).repeat(length);
          drain(cache.keep(`${name} ${length}`, slicesOf(text)));
          assert.ok(cache.bytes <= 10_000);
          const kept = cache.find(`${name} ${length}`);
          assert.equal(kept?.toString(), length <= 2_500 ? text : undefined);
        }
      }),
    );
  });

  test('the cache counts the overhead of an answer, so that many tiny ones are bounded as well', () => {
    const cache = new AnswerCache(1_000_000);
    for (let i = 0; i < 100_000; i++) cache.keepCopy(`"${i}"`, Buffer.from('{}'));
    assert.ok(cache.bytes <= 1_000_000);
    const kept = Array.from({ length: 100_000 }, (_, i) => cache.find(`"${i}"`)).filter(Boolean);
    assert.ok(kept.length > 1_000 && kept.length < 4_000, `${kept.length} are kept`);
  });

  test('a cache of no bytes keeps nothing', () => {
    const cache = new AnswerCache(0);
    assert.equal(drain(cache.keep('a', slicesOf('x'))), 'x');
    drain(cache.keep('b', []));
    assert.equal(cache.find('a') ?? cache.find('b'), undefined);
    assert.equal(cache.questions.maxBytes, 0);
  });
});
