import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { AnswerCache } from '#http/answer-cache';

const slicesOf = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));
const drain = (slices: Iterable<Buffer>): string => Buffer.concat([...slices]).toString();

suite('the answer cache', () => {
  test('passes an answer on unchanged and has it whole afterwards', () => {
    const cache = new AnswerCache(1_000);
    assert.equal(cache.find('a'), undefined);
    assert.equal(drain(cache.keep('a', slicesOf('one ', 'two'))), 'one two');
    assert.equal(cache.find('a')?.toString(), 'one two');
  });

  test('keeps nothing of an answer that was not taken to its end', () => {
    const cache = new AnswerCache(1_000);
    const slices = cache.keep('a', slicesOf('one ', 'two'));
    slices.next();
    slices.return(undefined);
    assert.equal(cache.find('a'), undefined);
    assert.equal(cache.size, 0);
  });

  test('keeps no answer that would take more than a quarter of it', () => {
    const cache = new AnswerCache(100);
    assert.equal(drain(cache.keep('a', slicesOf('x'.repeat(20), 'y'.repeat(6)))).length, 26);
    assert.equal(cache.find('a'), undefined);
    drain(cache.keep('b', slicesOf('x'.repeat(25))));
    assert.equal(cache.find('b')?.length, 25);
  });

  test('lets go of what was not asked for the longest', () => {
    const cache = new AnswerCache(100);
    for (const name of ['a', 'b', 'c', 'd']) drain(cache.keep(name, slicesOf(name.repeat(25))));
    cache.find('a');
    drain(cache.keep('e', slicesOf('e'.repeat(25))));
    assert.equal(cache.find('b'), undefined);
    assert.equal(cache.find('a')?.length, 25);
  });

  test('never holds more than it may, and always the right bytes', () => {
    const entry = fc.record({ name: fc.nat(12), length: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const cache = new AnswerCache(100);
        for (const { name, length } of entries) {
          const text = String.fromCharCode(97 + name).repeat(length);
          drain(cache.keep(`${name} ${length}`, slicesOf(text)));
          assert.ok(cache.size <= 100);
          const held = cache.find(`${name} ${length}`);
          assert.equal(held?.toString(), length <= 25 ? text : undefined);
        }
      }),
    );
  });

  test('a cache of no bytes keeps nothing but empty answers', () => {
    const cache = new AnswerCache(0);
    assert.equal(drain(cache.keep('a', slicesOf('x'))), 'x');
    assert.equal(cache.find('a'), undefined);
  });
});
