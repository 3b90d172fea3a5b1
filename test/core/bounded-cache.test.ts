import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { BoundedCache } from '#core/bounded-cache';

suite('a cache with a byte limit', () => {
  test('find returns the value that was added last', () => {
    const cache = new BoundedCache<number>(10_000);
    cache.add('a', 1, 100);
    const { bytes } = cache;
    cache.add('a', 2, 100);
    assert.deepEqual([cache.find('a'), cache.size, cache.bytes], [2, 1, bytes]);
    cache.clear();
    assert.deepEqual([cache.find('a'), cache.size, cache.bytes], [undefined, 0, 0]);
  });

  test('a value larger than the cache is not kept, and neither is the one it replaces', () => {
    const cache = new BoundedCache<number>(1_000);
    cache.add('a', 1, 100);
    cache.add('a', 2, 1_000);
    assert.deepEqual([cache.find('a'), cache.bytes], [undefined, 0]);
  });

  test('a value larger than the cache evicts no other value', () => {
    const cache = new BoundedCache<number>(1_000);
    cache.add('a', 1, 100);
    cache.add('b', 2, 1_000);
    assert.deepEqual([cache.find('a'), cache.find('b'), cache.size], [1, undefined, 1]);
  });

  test('the cache fills to the last byte, and a key takes some of it', () => {
    const bytesOf = (name: string, bytes: number): number => {
      const cache = new BoundedCache<number>(10_000);
      cache.add(name, 1, bytes);
      return cache.bytes;
    };
    assert.equal(bytesOf('a'.repeat(51), 0) - bytesOf('a', 0), 50);
    const room = 1_000 - bytesOf('a', 0);
    const alone = new BoundedCache<number>(1_000);
    alone.add('a', 1, room);
    assert.deepEqual([alone.size, alone.bytes], [1, 1_000]);
    const both = new BoundedCache<number>(2_000);
    both.add('a', 1, room);
    both.add('b', 2, room);
    assert.deepEqual([both.size, both.bytes], [2, 2_000]);
  });

  test('find puts a value last in the order of eviction, and peek does not', () => {
    const cache = new BoundedCache<number>(1_000);
    for (const name of ['a', 'b', 'c']) cache.add(name, 1, 150);
    cache.find('a');
    cache.peek('b');
    cache.add('d', 1, 150);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((name) => cache.peek(name)),
      [1, undefined, 1, 1],
    );
  });

  test('a value that was found is spared once, and room for a value is made by few such moves', () => {
    const cache = new BoundedCache<number>(1_000 * 150);
    const names = Array.from({ length: 1_000 }, (_, i) => `key ${String(i).padStart(4, '0')}`);
    for (const name of names) cache.add(name, 1, 150 - 128 - name.length);
    for (const name of names) cache.find(name);
    assert.equal(cache.size, 1_000);
    cache.add('new 0000', 2, 150 - 128 - 8);
    assert.deepEqual(
      names.filter((name) => cache.peek(name) === undefined),
      ['key 0100'],
    );
    assert.equal(cache.peek('new 0000'), 2);
  });

  test('the cache counts the bytes of its values and never exceeds its limit', () => {
    const step = fc.record({ name: fc.nat(9), bytes: fc.nat(900), isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const cache = new BoundedCache<number>(2_000);
        for (const { name, bytes, isAdded } of steps) {
          const key = `key ${name}`;
          if (isAdded) cache.add(key, bytes, bytes);
          else cache.remove(key);
          const kept = Array.from({ length: 10 }, (_, i) => cache.peek(`key ${i}`));
          const sum = kept.reduce<number>((all, each) => all + (each ?? 0), 0);
          const count = kept.filter((each) => each !== undefined).length;
          assert.equal(cache.size, count);
          assert.ok(cache.bytes <= 2_000 && cache.bytes >= sum + 100 * count);
          if (isAdded && bytes < 1_800) assert.equal(cache.peek(key), bytes);
        }
      }),
    );
  });
});
