import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addKey, revokeKey } from '#accounts/api-keys';
import { changePassword } from '#accounts/password-changes';
import { setPlan } from '#accounts/plan-changes';
import { addUser, changePlan, disableUser, enableUser } from '#accounts/users';
import type { AccountStore } from '#store/account-store';
import { openAccounts, openAccountsWithAnna, PASSWORD, START } from './open-accounts.ts';

const by = { actor: 'the operator', now: START };

/** Each change with its entry in the journal. */
const CHANGES: readonly (readonly [
  name: string,
  change: (accounts: AccountStore) => Promise<unknown>,
  recorded: readonly [kind: string, name: string, detail: string],
])[] = [
  [
    'adding a user',
    (accounts) =>
      addUser(accounts, { name: 'Bert', password: null, planName: 'german' }, START, by.actor),
    ['user-added', 'Bert', 'Added with plan german, without a password.'],
  ],
  [
    'a user with a password',
    (accounts) =>
      addUser(accounts, { name: 'Bert', password: PASSWORD, planName: 'german' }, START, by.actor),
    ['user-added', 'Bert', 'Added with plan german, with a password.'],
  ],
  [
    'a new password',
    (accounts) => changePassword(accounts, 'ANNA', 'wind over Kattegat', { by }),
    ['password-changed', 'Anna', 'A new password was set.'],
  ],
  [
    'disabling a user',
    (accounts) => disableUser(accounts, 'anna', by),
    ['user-disabled', 'Anna', 'Shut out; tokens ended.'],
  ],
  [
    'enabling a user',
    (accounts) => enableUser(accounts, 'anna', by),
    ['user-enabled', 'Anna', 'Let in again.'],
  ],
  [
    'another plan',
    (accounts) => changePlan(accounts, 'anna', 'everything', by),
    ['user-plan-changed', 'Anna', 'The plan is everything now.'],
  ],
  [
    'a plan',
    (accounts) => setPlan(accounts, { name: 'gold', patterns: ['DE*', 'fr*'] }, by),
    ['plan-set', 'gold', 'Series de*, fr*; 600 requests a minute, 500000 points an answer.'],
  ],
  [
    'a key',
    async (accounts) =>
      addKey(accounts, (await accounts.findUser('anna'))!, 'report', START, { actor: by.actor }),
    ['key-added', 'Anna', 'Key "report" was made.'],
  ],
  [
    'an operator key',
    async (accounts) =>
      addKey(accounts, (await accounts.findUser('anna'))!, 'desk', START, {
        actor: by.actor,
        isOperator: true,
      }),
    ['operator-key-added', 'Anna', 'Key "desk" was made.'],
  ],
  [
    'revoking a key',
    async (accounts) => {
      const anna = (await accounts.findUser('anna'))!;
      await addKey(accounts, anna, 'old', START);
      await revokeKey(accounts, anna, 'old', by);
    },
    ['key-revoked', 'Anna', 'Key "old" was revoked.'],
  ],
];

describe('the journal of accounts', () => {
  for (const [name, change, [kind, about, detail]] of CHANGES) {
    it(`the journal records ${name}: who, what, when`, async (t) => {
      const { accounts } = await openAccountsWithAnna(t);
      await change(accounts);
      const [entry] = await accounts.listEntries(1);
      const { id, ...rest } = entry!;
      assert.ok(id >= 1);
      assert.deepEqual(rest, { recordedAt: START, actor: by.actor, kind, name: about, detail });
    });
  }

  it('the journal names the owner of a key as its maker unless told otherwise', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    await addKey(accounts, anna, 'report', START);
    const [entry] = await accounts.listEntries(1);
    assert.deepEqual([entry?.actor, entry?.kind], ['Anna', 'key-added']);
  });

  it('the journal has no entry for a change that was refused', async (t) => {
    const accounts = await openAccounts(t);
    await assert.rejects(changePassword(accounts, 'nobody', PASSWORD, { by }));
    await assert.rejects(disableUser(accounts, 'nobody', by));
    await assert.rejects(enableUser(accounts, 'nobody', by));
    await assert.rejects(setPlan(accounts, { name: 'gold', patterns: [] }, by));
    await assert.rejects(revokeKey(accounts, { id: 1, name: 'nobody' }, 'old', by));
    assert.deepEqual(await accounts.listEntries(10), []);
  });

  it('the journal never contains a secret', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const secret = await addKey(accounts, anna, 'report', START, { isOperator: true });
    await changePassword(accounts, 'anna', 'wind over Kattegat', { by });
    const text = JSON.stringify(await accounts.listEntries(10));
    for (const part of [secret, 'Kattegat', 'argon2']) assert.ok(!text.includes(part), part);
  });
});
