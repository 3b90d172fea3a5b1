import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addKey, listKeys, MAX_KEYS_PER_USER, revokeKey } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { addUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { DAY_MS } from '#core/time/instant';
import { openAccountsWithAnna, START } from './open-accounts.ts';

const isOfName = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'field_invalid' && error.faults[0]?.field === 'name';

/** What a list says of a key that reads, has no end and was not used. */
const READ = {
  ...{ isOperator: false, role: 'reader', patterns: null },
  ...{ lastUsedAt: null, expiresAt: null },
};

describe('an API key', () => {
  it('a key works for years and has a name', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const secret = await addKey(accounts, anna, ' nightly report ', START);
    assert.match(secret, /^gtk_/);
    const caller = await findCaller(accounts, secret, START + 3_650 * DAY_MS);
    assert.equal(caller?.user.name, 'Anna');
    assert.equal(caller?.credential.name, 'nightly report');
  });

  it('keys are listed by name, without their secrets or hashes', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    await addKey(accounts, anna, 'b', START + 1);
    await addKey(accounts, anna, 'a', START + 2);
    assert.deepEqual(await listKeys(accounts, anna), [
      { name: 'a', createdAt: START + 2, ...READ },
      { name: 'b', createdAt: START + 1, ...READ },
    ]);
  });

  it('the first letters of an operator key mark it, in lists and to the guard', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const secret = await addKey(accounts, anna, 'desk', START, { isOperator: true });
    assert.match(secret, /^gto_/);
    const caller = await findCaller(accounts, secret, START);
    assert.equal(caller?.credential.kind, 'operator');
    assert.deepEqual(await listKeys(accounts, anna), [
      { name: 'desk', createdAt: START, ...READ, isOperator: true, role: 'operator' },
    ]);
    await revokeKey(accounts, anna, 'desk');
    assert.equal(await findCaller(accounts, secret, START), undefined);
  });

  it('a key ends when it is revoked, and its name is free again', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const secret = await addKey(accounts, anna, 'report', START);
    const other = await addKey(accounts, anna, 'other', START);
    await revokeKey(accounts, anna, 'report');
    assert.equal(await findCaller(accounts, secret, START), undefined);
    assert.ok(await findCaller(accounts, other, START));
    assert.ok(await findCaller(accounts, await addKey(accounts, anna, 'report', START), START));
  });

  it('a key is refused under a name that another key of the user has', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const first = await addKey(accounts, anna, 'report', START);
    await assert.rejects(addKey(accounts, anna, 'report', START), { code: 'key_exists' });
    assert.ok(await findCaller(accounts, first, START));
    const bert = await addUser(
      accounts,
      { name: 'bert', password: null, planName: 'german' },
      START,
    );
    assert.ok(await addKey(accounts, bert, 'report', START));
  });

  it('a key is refused under a name that breaks the rule', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    for (const name of ['', '   ', 'a/b', 'schlüssel', 'a\tb', 'x'.repeat(65)]) {
      await assert.rejects(addKey(accounts, anna, name, START), (error) => isOfName(error), name);
    }
    assert.ok(await addKey(accounts, anna, `A-z_0.9 ${'x'.repeat(56)}`, START));
  });

  it('a key that the user does not have cannot be revoked', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const bert = await addUser(
      accounts,
      { name: 'bert', password: null, planName: 'german' },
      START,
    );
    const secret = await addKey(accounts, bert, 'report', START);
    await assert.rejects(revokeKey(accounts, anna, 'report'), { code: 'key_unknown' });
    assert.ok(await findCaller(accounts, secret, START));
  });

  it('a user can have at most a hundred keys', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    for (let i = 0; i < MAX_KEYS_PER_USER; i++) await addKey(accounts, anna, `key ${i}`, START);
    await assert.rejects(
      addKey(accounts, anna, 'one more', START),
      (error) => isOfName(error) && /100 keys.*revoke one/.test(error.message),
    );
    assert.equal((await listKeys(accounts, anna)).length, 100);
    await revokeKey(accounts, anna, 'key 0');
    assert.ok(await addKey(accounts, anna, 'one more', START));
  });
});
