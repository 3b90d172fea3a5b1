import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, it } from 'node:test';
import { hashPassword, passwordLoad, verifyPassword } from '#accounts/passwords';
import { Refusal } from '#core/errors';

const PASSWORD = 'wind over Skagerrak';

const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Makes a PHC string by node:crypto alone. */
function makePhc(
  password: string,
  memory: number,
  passes: number,
  parallelism: number,
  nonce = Buffer.from('0123456789abcdef'),
): string {
  const parameters = { message: password, nonce, memory, passes, parallelism, tagLength: 32 };
  const tag = argon2Sync('argon2id', parameters);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(nonce)}$${bare(tag)}`;
}

/** Runs `work` and returns how many hashes it started. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  const before = passwordLoad().started;
  await work();
  return passwordLoad().started - before;
}

describe('a password', () => {
  it('a password fits its hash, and no other password does', async () => {
    const phc = await hashPassword(PASSWORD);
    assert.equal(await verifyPassword(PASSWORD, phc), true);
    assert.equal(await verifyPassword(`${PASSWORD} `, phc), false);
    assert.equal(await verifyPassword(PASSWORD.toUpperCase(), phc), false);
    assert.equal(await verifyPassword('', phc), false);
  });

  it('a password is hashed to an argon2id string with a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
    assert.match(one!, form);
    assert.match(two!, form);
    assert.notEqual(one!.split('$')[4], two!.split('$')[4]);
  });

  it('a password fits the hash that node:crypto computes for it with a fixed salt', async () => {
    assert.equal(await verifyPassword(PASSWORD, makePhc(PASSWORD, 19_456, 2, 1)), true);
    const made = await hashPassword(PASSWORD);
    const salt = Buffer.from(made.split('$')[4]!, 'base64');
    assert.equal(made, makePhc(PASSWORD, 19_456, 2, 1, salt));
  });

  it('a password fits the published test hash of the argon2 reference implementation', async () => {
    const phc =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await verifyPassword('password', phc), true);
    assert.equal(await verifyPassword('passwore', phc), false);
  });

  it('a password is checked at the cost that its hash names', async () => {
    for (const [memory, passes, lanes] of [
      [64, 1, 1],
      [64, 3, 2],
      [64, 12, 1],
      // The least memory that argon2 allows.
      [8, 1, 1],
      [16, 1, 2],
    ] as const) {
      assert.equal(await verifyPassword(PASSWORD, makePhc(PASSWORD, memory, passes, lanes)), true);
    }
  });

  it('a password is the same however its accents were typed', async () => {
    const phc = await hashPassword('Bl\u00e5b\u00e6r og n\u00f8tter');
    assert.equal(await verifyPassword('Bla\u030ab\u00e6r og n\u00f8tter', phc), true);
  });

  it('a password of a user who does not exist is hashed all the same, and never right', async () => {
    const hashes = await countHashes(async () => {
      assert.equal(await verifyPassword(PASSWORD, null), false);
      assert.equal(await verifyPassword('', null), false);
    });
    assert.equal(hashes, 2);
  });

  it('a password never fits a hash that cannot be read, and costs the same', async () => {
    const good = makePhc(PASSWORD, 64, 1, 1);
    const unreadable = [
      '',
      'password',
      good.replace('argon2id', 'argon2i'),
      good.replace('v=19', 'v=16'),
      good.replace('m=64', 'm=1'),
      good.replace('m=64,t=1,p=1', 'm=15,t=1,p=2'),
      good.replace('t=1', 't=0'),
      good.replace('p=1', 'p=0'),
      `${good}$`,
      ` ${good}`,
      good.slice(0, good.lastIndexOf('$')),
    ];
    const hashes = await countHashes(async () => {
      for (const phc of unreadable) assert.equal(await verifyPassword(PASSWORD, phc), false);
    });
    assert.equal(hashes, unreadable.length);
  });

  it('a presented password of more than 1,024 characters is wrong, at the same cost', async () => {
    const longest = 'x'.repeat(1_024);
    assert.equal(await verifyPassword(longest, makePhc(longest, 64, 1, 1)), true);
    const longer = 'x'.repeat(1_025);
    const hashes = await countHashes(async () => {
      assert.equal(await verifyPassword(longer, makePhc(longer, 64, 1, 1)), false);
      assert.equal(await verifyPassword(longer, makePhc('', 64, 1, 1)), false);
    });
    assert.equal(hashes, 2);
  });

  for (const [lane, waiting] of [
    ['known', 64],
    ['stranger', 32],
  ] as const) {
    it(`passwords of a ${lane} caller wait in a queue of ${waiting} when many come at once`, async () => {
      const phc = makePhc(PASSWORD, 64, 1, 1);
      const checks = Array.from({ length: 70 }, () => verifyPassword(PASSWORD, phc, lane));
      assert.deepEqual(passwordLoad(), { ...passwordLoad(), running: 2, waiting });
      const outcomes = await Promise.allSettled(checks);
      const refused = outcomes.filter((each) => each.status === 'rejected');
      assert.equal(refused.length, 70 - 2 - waiting);
      for (const { reason } of refused) {
        assert.ok(reason instanceof Refusal && reason.code === 'sign_in_throttled');
      }
      const right = outcomes.filter((each) => each.status === 'fulfilled' && each.value);
      assert.equal(right.length, 2 + waiting);
    });
  }
});
