// Which keys a new password ends.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { changePassword, type EndedKeys } from '#accounts/password-changes';
import { DAY_MS } from '#core/time/instant';
import { openAccountsWithAnna, START } from './open-accounts.ts';

const SECOND = 'wind over Kattegat';
const THIRD = 'wind over Bornholm';

/** Anna's keys: `old` and `desk` from before her last new password, `new` and `new desk` since. */
async function openWithKeys(t: TestContext) {
  const { accounts, anna } = await openAccountsWithAnna(t);
  const secrets = new Map<string, string>();
  const add = async (name: string, now: number, isOperator = false): Promise<void> => {
    secrets.set(name, await addKey(accounts, anna, name, now, { isOperator }));
  };
  await add('old', START);
  await add('desk', START, true);
  const by = { actor: 'operator', now: START + DAY_MS };
  await changePassword(accounts, 'anna', SECOND, { by, endKeys: 'none' });
  await add('new', START + 2 * DAY_MS);
  await add('new desk', START + 2 * DAY_MS, true);
  const change = (endKeys?: EndedKeys) =>
    changePassword(accounts, 'ANNA', THIRD, {
      by: { actor: 'operator', now: START + 3 * DAY_MS },
      endKeys,
    });
  const working = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, secret] of secrets) {
      if (await findCaller(accounts, secret, START + 3 * DAY_MS)) names.push(name);
    }
    return names;
  };
  return { accounts, change, working };
}

describe('a new password', () => {
  it('a new password ends the read keys made since the last one, unless told otherwise', async (t) => {
    const { change, working } = await openWithKeys(t);
    assert.deepEqual(await working(), ['old', 'desk', 'new', 'new desk']);
    assert.deepEqual((await change()).endedKeys, ['new']);
    assert.deepEqual(await working(), ['old', 'desk', 'new desk']);
  });

  it('a new password ends every key, operator keys too, if told so', async (t) => {
    const { change, working } = await openWithKeys(t);
    assert.deepEqual((await change('all')).endedKeys, ['desk', 'new', 'new desk', 'old']);
    assert.deepEqual(await working(), []);
  });

  it('a new password ends no key if told so', async (t) => {
    const { change, working } = await openWithKeys(t);
    assert.deepEqual((await change('none')).endedKeys, []);
    assert.equal((await working()).length, 4);
  });

  it('the first new password ends all read keys, as all were made since the password was set', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    await addKey(accounts, anna, 'report', START);
    const by = { actor: 'operator', now: START };
    assert.deepEqual((await changePassword(accounts, 'anna', SECOND, { by })).endedKeys, [
      'report',
    ]);
  });

  it('each ended key has an entry in the journal', async (t) => {
    const { accounts, change } = await openWithKeys(t);
    await change('all');
    const entries = (await accounts.listEntries(5)).map(({ kind, detail }) => `${kind}: ${detail}`);
    assert.deepEqual(entries.toSorted(), [
      'key-revoked: Key "desk" was ended by the new password.',
      'key-revoked: Key "new desk" was ended by the new password.',
      'key-revoked: Key "new" was ended by the new password.',
      'key-revoked: Key "old" was ended by the new password.',
      'password-changed: A new password was set.',
    ]);
  });
});

describe('webhooks and a new password', () => {
  const by = { actor: 'operator', now: START + 3 * DAY_MS };

  /** Anna's webhooks: `old` from before her last new password, `new` since, and one of the operator. */
  async function openWithHooks(t: TestContext) {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const webhooks = await accounts.webhooks();
    const add = (id: string, createdAt: number, ownerId: number | null) =>
      webhooks.addWebhook({
        ...{ id, ownerId, createdAt, url: 'https://example.com/', cursor: 0, secret: 'whsec_AA==' },
        ...{ patterns: [], kinds: [] },
      });
    await add('old', START, anna.id);
    const before = { actor: 'operator', now: START + DAY_MS };
    await changePassword(accounts, 'anna', SECOND, { by: before, endKeys: 'none' });
    await add('new', START + 2 * DAY_MS, anna.id);
    await add('operator', START + 2 * DAY_MS, null);
    const disabled = async (): Promise<string[]> =>
      (await webhooks.listWebhooks(9))
        .filter(({ disabledAt }) => disabledAt === by.now)
        .map(({ id }) => id)
        .sort();
    return { accounts, webhooks, disabled };
  }

  const cases: readonly [which: EndedKeys | undefined, disabled: readonly string[]][] = [
    [undefined, ['new']],
    ['all', ['new', 'old']],
    ['none', []],
  ];
  for (const [endKeys, ids] of cases) {
    const which = ids.length === 0 ? 'no webhook' : ids.join(' and ');
    it(`a new password that ends keys by ${endKeys ?? 'default'} disables ${which}`, async (t) => {
      const { accounts, webhooks, disabled } = await openWithHooks(t);
      await changePassword(accounts, 'anna', THIRD, { by, endKeys });
      assert.deepEqual(await disabled(), ids);
      const listed = (await webhooks.listDeliverable()).map(({ id }) => id).sort();
      assert.deepEqual(
        listed,
        ['new', 'old', 'operator'].filter((id) => !ids.includes(id)),
      );
      for (const id of ids) {
        const { disabledReason } = (await webhooks.findWebhook(id))!;
        assert.equal(disabledReason, 'its owner has a new password');
      }
    });
  }
});
