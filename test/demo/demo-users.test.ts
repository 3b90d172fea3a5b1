import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { checkNewPassword } from '#accounts/new-password';
import { verifyPassword } from '#accounts/passwords';
import { DEMO_NORDIC_USER, DEMO_USER, prepareDemoUsers } from '#demo/demo-start';
import { openAccounts, START } from '../accounts/open-accounts.ts';

describe('users of the demo', () => {
  it('a new store has no users', async (t: TestContext) => {
    const accounts = await openAccounts(t);
    assert.deepEqual(await accounts.listUsers(), []);
  });

  it('the demo’s users get a new random password of 79 bits at every start', async (t: TestContext) => {
    const accounts = await openAccounts(t);
    const first = await prepareDemoUsers(accounts, undefined, START);
    const second = await prepareDemoUsers(accounts, undefined, START);
    assert.notEqual(first, second);
    // 16 characters out of 31: 79 bits.
    for (const made of [first, second])
      assert.match(made, /^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    checkNewPassword(second, DEMO_USER);
    for (const name of [DEMO_USER, DEMO_NORDIC_USER]) {
      const { passwordHash } = (await accounts.findUser(name))!;
      assert.equal(await verifyPassword(second, passwordHash), true);
      assert.equal(await verifyPassword(first, passwordHash), false);
    }
  });

  it('a restart of the demo keeps what is signed in, unless another password was chosen', async (t: TestContext) => {
    const accounts = await openAccounts(t);
    await prepareDemoUsers(accounts, 'chosen-once', START);
    const { id } = (await accounts.findUser(DEMO_USER))!;
    await accounts.addCredential({
      ...{ hash: 'h', userId: id, kind: 'session', name: null },
      ...{ createdAt: START, expiresAt: START + 1 },
      session: { lastUsedAt: START, address: '192.0.2.1', agent: 'Firefox on Linux' },
    });
    for (const [password, isKept] of [
      ['chosen-once', true],
      [undefined, true],
      ['chosen-again', false],
    ] as const) {
      await prepareDemoUsers(accounts, password, START);
      assert.equal((await accounts.listSessions(id)).length, isKept ? 1 : 0, String(password));
    }
  });
});
