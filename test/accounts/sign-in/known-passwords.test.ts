import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { KnownPasswords } from '#accounts/known-passwords';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';

const START = 1_750_000_000_000;
const PASSWORD = 'wind over Skagerrak';

/** Makes a memory whose checks are recorded. The hash `phc:x` fits the password `x`. */
function openMemory(maxEntries?: number) {
  const checked: string[] = [];
  const known = new KnownPasswords({
    maxEntries,
    verify: async (password, phc) => {
      checked.push(password);
      return phc === `phc:${password}`;
    },
  });
  return { known, checked };
}

describe('a right password', () => {
  it('a right password is hashed once and then known for ten minutes', async () => {
    const { known, checked } = openMemory();
    for (const afterMs of [0, 1, 10 * MINUTE_MS - 1]) {
      assert.equal(await known.check('1', `phc:${PASSWORD}`, PASSWORD, START + afterMs), true);
    }
    assert.equal(checked.length, 1);
    assert.equal(await known.check('1', `phc:${PASSWORD}`, PASSWORD, START + 10 * MINUTE_MS), true);
    assert.equal(checked.length, 2);
  });

  it('a password can be looked up without hashing', async () => {
    const { known, checked } = openMemory();
    const isKnown = (password: string, now: number): boolean =>
      known.isKnown('1', `phc:${PASSWORD}`, password, now);
    assert.equal(isKnown(PASSWORD, START), false);
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START);
    assert.equal(isKnown(PASSWORD, START), true);
    assert.equal(isKnown('wind over Sahara', START), false);
    assert.equal(isKnown(PASSWORD, START + 10 * MINUTE_MS), false);
    assert.equal(checked.length, 1);
  });

  it('a right password is known for ten minutes even if the clock is set back', async () => {
    const { known, checked } = openMemory();
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START);
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START - HOUR_MS);
    assert.equal(checked.length, 1);
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START - HOUR_MS + 10 * MINUTE_MS);
    assert.equal(checked.length, 2);
  });

  it('a known password is wrong as soon as the stored hash is another', async () => {
    const { known, checked } = openMemory();
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START);
    assert.equal(await known.check('1', 'phc:new one', PASSWORD, START), false);
    assert.equal(await known.check('1', null, PASSWORD, START), false);
    assert.equal(checked.length, 3);
  });

  it('a password of one user is not known for another', async () => {
    const { known, checked } = openMemory();
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START);
    await known.check('2', `phc:${PASSWORD}`, PASSWORD, START);
    assert.equal(checked.length, 2);
  });

  it('a password that comes a hundred times at once is hashed once', async () => {
    const { known, checked } = openMemory();
    const checks = Array.from({ length: 100 }, () =>
      known.check('1', `phc:${PASSWORD}`, PASSWORD, START),
    );
    assert.ok((await Promise.all(checks)).every(Boolean));
    assert.equal(checked.length, 1);
  });

  it('a known password is in memory in no readable form', async () => {
    const { known } = openMemory();
    await known.check('1', `phc:${PASSWORD}`, PASSWORD, START);
    assert.ok(!inspect(known, { depth: 9, showHidden: true }).includes(PASSWORD));
  });

  it('the oldest password is forgotten when there are more than the memory has room for', async () => {
    const { known, checked } = openMemory(2);
    for (const word of ['a', 'b', 'c']) await known.check('1', `phc:${word}`, word, START);
    assert.equal(known.size, 2);
    await known.check('1', 'phc:c', 'c', START);
    await known.check('1', 'phc:b', 'b', START);
    assert.deepEqual(checked, ['a', 'b', 'c']);
    await known.check('1', 'phc:a', 'a', START);
    assert.deepEqual(checked, ['a', 'b', 'c', 'a']);
  });

  it('a password that is hashed again counts as the newest', async () => {
    const { known, checked } = openMemory(2);
    await known.check('1', 'phc:a', 'a', START);
    await known.check('1', 'phc:b', 'b', START + 5 * MINUTE_MS);
    const later = START + 10 * MINUTE_MS;
    for (const word of ['a', 'c', 'a']) await known.check('1', `phc:${word}`, word, later);
    assert.deepEqual(checked, ['a', 'b', 'a', 'c']);
  });

  it('a password leaves memory when its ten minutes are over', async () => {
    const { known } = openMemory();
    for (const word of ['a', 'b', 'c']) await known.check('1', `phc:${word}`, word, START);
    await known.check('1', 'phc:d', 'd', START + 10 * MINUTE_MS);
    assert.equal(known.size, 1);
  });

  it('at most a thousand passwords are remembered', async () => {
    const { known } = openMemory();
    for (let i = 0; i < 1_010; i++) await known.check(`${i}`, 'phc:a', 'a', START);
    assert.equal(known.size, 1_000);
  });
});

describe('a wrong password', () => {
  it('a wrong password is hashed every time and never remembered', async () => {
    const { known, checked } = openMemory();
    for (let i = 0; i < 3; i++) assert.equal(await known.check('1', 'phc:a', 'b', START), false);
    assert.equal(checked.length, 3);
    assert.equal(known.size, 0);
  });

  it('a wrong password does not become right by moving letters between user, hash and password', async () => {
    const { known, checked } = openMemory();
    await known.check('1', 'phc:a', 'a', START);
    await known.check('1phc', ':a', 'a', START);
    await known.check('1', 'phc:', 'aa', START);
    assert.equal(checked.length, 3);
  });

  it('a password whose check failed for another reason is checked again', async () => {
    let calls = 0;
    const known = new KnownPasswords({
      verify: async () => {
        calls++;
        if (calls === 1) throw new Error('queue is full');
        return true;
      },
    });
    await assert.rejects(known.check('1', 'phc:a', 'a', START), /queue is full/);
    assert.equal(await known.check('1', 'phc:a', 'a', START), true);
  });
});
