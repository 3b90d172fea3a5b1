import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { checkNewPassword } from '#accounts/new-password';
import { verifyPassword } from '#accounts/passwords';
import { DEMO_NORDIC_USER, DEMO_USER, prepareDemoUsers } from '#demo/demo-start';
import { openAccounts, START } from '../accounts/open-accounts.ts';

describe('users', () => {
  it('are none in a fresh store: nobody can sign in', async (t: TestContext) => {
    const accounts = await openAccounts(t);
    assert.deepEqual(await accounts.listUsers(), []);
  });

  it('of the demo get a new password at every start, which nobody can guess', async (t: TestContext) => {
    const accounts = await openAccounts(t);
    const first = await prepareDemoUsers(accounts, undefined, START);
    const second = await prepareDemoUsers(accounts, undefined, START);
    assert.notEqual(first, second);
    // 16 of 31 characters: 79 bits.
    for (const made of [first, second])
      assert.match(made, /^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    checkNewPassword(second, DEMO_USER);
    for (const name of [DEMO_USER, DEMO_NORDIC_USER]) {
      const { passwordHash } = (await accounts.findUser(name))!;
      assert.equal(await verifyPassword(second, passwordHash), true);
      assert.equal(await verifyPassword(first, passwordHash), false);
    }
  });
});
