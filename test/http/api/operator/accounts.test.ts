import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import type { AccountEntry } from '#store/account-store';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld, PASSWORD } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
const OTHER = 'seven quiet herons!';

const signIn = async (username: string, password: string): Promise<number> =>
  (await world.send('POST', '/api/v1/auth', { body: { username, password }, as: 'nobody' })).status;

/** The newest entries of the accounts' journal, without failed sign-ins, which are written a second later. */
const newestEntries = async (count: number): Promise<AccountEntry[]> =>
  (await world.store.accounts.listEntries(count + 20))
    .filter(({ kind }) => !kind.startsWith('sign-in'))
    .slice(0, count);

/** The newest entries: actor, kind, user. */
const newest = async (count: number): Promise<string[]> =>
  (await newestEntries(count)).map(({ actor, kind, name }) => `${actor} ${kind} ${name}`);

/** All users without the number of their requests, which these tests add to. */
const usersNow = async (): Promise<object[]> =>
  (await world.ask('GET', '/users')).map(
    ({ requestsToday: _, ...user }: { requestsToday: number }) => user,
  );

describe('users over the operator interface', () => {
  it('a user who is added is shown without a hash and can sign in', async () => {
    const body = { name: 'Bert', plan: 'everything', password: PASSWORD };
    const added = await world.ask('POST', '/users', { body });
    assert.deepEqual(added, {
      name: 'Bert',
      plan: 'everything',
      disabled: false,
      ...{ operator: false, role: 'reader', writePatterns: [], service: false },
      hasPassword: true,
      created: '2024-05-17T10:00:00Z',
    });
    const unused = { lastSeen: null, requestsToday: 0, requestsPerDay: 0 };
    assert.deepEqual(await world.ask('GET', '/users/bert'), { ...added, ...unused });
    assert.equal(await signIn('bert', PASSWORD), 200);
    assert.deepEqual(await newest(1), ['anna user-added Bert']);
  });

  it('the list says when a user was last seen and how many requests it sent', async () => {
    const entryOf = async (name: string) =>
      (await world.ask('GET', '/users')).find((user: { name: string }) => user.name === name);
    const before = await entryOf('anna');
    assert.equal(before.lastSeen, '2024-05-17T10:00:00Z');
    await world.ask('GET', '/plans');
    const { id } = (await world.store.accounts.findUser('anna'))!;
    const yesterday = Math.floor(Date.parse('2024-05-16T10:00:00Z') / 86_400_000);
    await world.store.accounts.addRequestCounts([
      { userId: id, day: yesterday, requests: 71, lastAt: 0 },
    ]);
    const after = await entryOf('anna');
    assert.equal(after.requestsToday, before.requestsToday + 2);
    assert.equal(after.requestsPerDay, 10.1);
    // Bert has signed in and sent no request.
    const bert = await entryOf('Bert');
    assert.deepEqual([bert.lastSeen, bert.requestsToday], ['2024-05-17T10:00:00Z', 0]);
  });

  it('a user is changed only in the fields that are given, and each change has an entry', async () => {
    await world.ask('PUT', '/plans/prices', { body: { series: ['*price'] } });
    const changed = await world.ask('PUT', '/users/BERT', {
      body: { plan: 'prices', password: OTHER },
    });
    assert.deepEqual([changed.name, changed.plan, changed.disabled], ['Bert', 'prices', false]);
    assert.deepEqual([await signIn('bert', PASSWORD), await signIn('bert', OTHER)], [401, 200]);
    assert.equal(
      (await world.ask('PUT', '/users/bert', { body: { disabled: true } })).disabled,
      true,
    );
    assert.equal(await signIn('bert', OTHER), 401);
    await world.ask('PUT', '/users/bert', { body: { disabled: false } });
    assert.equal(await signIn('bert', OTHER), 200);
    assert.deepEqual(await newest(5), [
      'anna user-enabled Bert',
      'anna user-disabled Bert',
      'anna password-changed Bert',
      'anna user-plan-changed Bert',
      'anna plan-set prices',
    ]);
  });

  it('a user who has to wait after failed sign-ins is unlocked', async () => {
    for (let tries = 0; tries < 20; tries++) await signIn('bert', 'wrong');
    assert.equal(await signIn('bert', OTHER), 429);
    const body = { address: '127.0.0.1' };
    const answer = await world.ask('POST', '/users/BERT/unlock', { body });
    assert.deepEqual(answer, { unlocked: 'Bert' });
    assert.equal(await signIn('bert', OTHER), 200);
    assert.deepEqual(await world.ask('POST', '/users/bert/unlock'), { unlocked: 'Bert' });
    assert.deepEqual(await newest(1), ['anna user-unlocked Bert']);
  });

  it('a new password ends the keys made since the last one, or those that endKeys says', async () => {
    const keysOf = async (): Promise<string[]> =>
      (await world.ask('GET', '/users/bert/keys')).map(({ name }: { name: string }) => name);
    const change = (body: object) => world.ask('PUT', '/users/bert', { body });
    for (const [endKeys, ended] of [
      ['none', []],
      [undefined, ['daily', 'nightly']],
      ['all', ['nightly']],
    ] as const) {
      const name = endKeys === undefined ? 'daily' : 'nightly';
      await world.ask('POST', '/users/bert/keys', { body: { name } });
      const before = await keysOf();
      const answer = await change({ password: OTHER, ...(endKeys ? { endKeys } : {}) });
      assert.deepEqual(answer.endedKeys, ended);
      const left = before.filter((key) => !(ended as readonly string[]).includes(key));
      assert.deepEqual(await keysOf(), left);
    }
    assert.equal('endedKeys' in (await change({ disabled: false })), false);
  });

  for (const [name, method, path, body, status, code, field] of [
    [
      'another word for endKeys',
      'PUT',
      '/users/bert',
      { password: OTHER, endKeys: 'some' },
      400,
      'field_invalid',
      'endKeys',
    ],
    [
      'an address that is none',
      'POST',
      '/users/bert/unlock',
      { address: 'here' },
      400,
      'field_invalid',
      'address',
    ],
    ['an unknown user', 'POST', '/users/berta/unlock', {}, 404, 'user_unknown', 'name'],
    [
      'endKeys without a password',
      'PUT',
      '/users/bert',
      { disabled: false, endKeys: 'all' },
      400,
      'field_invalid',
      'endKeys',
    ],
    [
      'a name that is taken',
      'POST',
      '/users',
      { name: 'BERT', plan: 'everything' },
      400,
      'field_invalid',
      'name',
    ],
    [
      'an invalid name',
      'POST',
      '/users',
      { name: 'a b', plan: 'everything' },
      400,
      'field_invalid',
      'name',
    ],
    ['no name', 'POST', '/users', { plan: 'everything' }, 400, 'field_missing', 'name'],
    ['no plan', 'POST', '/users', { name: 'carl' }, 400, 'field_missing', 'plan'],
    [
      'a plan that does not exist',
      'POST',
      '/users',
      { name: 'carl', plan: 'gold' },
      400,
      'field_invalid',
      'plan',
    ],
    [
      'a weak password',
      'POST',
      '/users',
      { name: 'carl', plan: 'everything', password: 'short' },
      400,
      'field_invalid',
      'password',
    ],
    [
      'a password that is a number',
      'POST',
      '/users',
      { name: 'carl', plan: 'everything', password: 5 },
      400,
      'type_invalid',
      'password',
    ],
    [
      'a user that does not exist',
      'PUT',
      '/users/berta',
      { disabled: true },
      404,
      'user_unknown',
      'name',
    ],
    ['no change', 'PUT', '/users/bert', {}, 400, 'field_missing', 'plan'],
    [
      'half a change',
      'PUT',
      '/users/bert',
      { plan: 'everything', password: 'short' },
      400,
      'field_invalid',
      'password',
    ],
    [
      'keys of a user that does not exist',
      'GET',
      '/users/nobody/keys',
      undefined,
      404,
      'user_unknown',
      'name',
    ],
    ['a key without a name', 'POST', '/users/bert/keys', {}, 400, 'field_missing', 'name'],
    [
      'a key with a bad name',
      'POST',
      '/users/bert/keys',
      { name: 'a/b' },
      400,
      'field_invalid',
      'name',
    ],
    [
      'a key that does not exist',
      'DELETE',
      '/users/bert/keys/none',
      undefined,
      404,
      'key_unknown',
      undefined,
    ],
    ['a new plan without series', 'PUT', '/plans/gold', {}, 400, 'field_missing', 'series'],
    ['a plan of no series', 'PUT', '/plans/gold', { series: [] }, 400, 'field_invalid', 'series'],
    [
      'a plan with a bad limit',
      'PUT',
      '/plans/prices',
      { pointsPerAnswer: 0 },
      400,
      'field_invalid',
      'pointsPerAnswer',
    ],
    [
      'a plan with a bad name',
      'PUT',
      '/plans/a%20b',
      { series: ['*'] },
      400,
      'field_invalid',
      'name',
    ],
  ] as const) {
    it(`the operator interface refuses ${name}, and nothing is changed or recorded`, async () => {
      const users = await usersNow();
      const plans = await world.ask('GET', '/plans');
      const entries = await newestEntries(1);
      const answer = await world.send(method, path, { body });
      assert.equal(assertRefused(answer, status, code).errors[0]?.field, field);
      assert.deepEqual(await usersNow(), users);
      assert.deepEqual(await world.ask('GET', '/plans'), plans);
      assert.deepEqual(await newestEntries(1), entries);
    });
  }
});

describe('keys and plans over the operator interface', () => {
  it('a key is shown once, works at once, and ends when it is revoked', async () => {
    const { accounts } = world.store;
    const made = await world.ask('POST', '/users/bert/keys', { body: { name: ' nightly ' } });
    assert.deepEqual([made.user, made.name], ['Bert', 'nightly']);
    assert.equal((await findCaller(accounts, made.key, world.now))?.user.name, 'Bert');
    const listed = await world.send('GET', '/users/bert/keys');
    assert.deepEqual(listed.body, [
      {
        ...{ name: 'nightly', operator: false, created: '2024-05-17T10:00:00Z' },
        ...{ role: 'reader', series: null, lastUsed: null, expires: null },
      },
    ]);
    assert.ok(!listed.text.includes('gtk_'));
    await world.ask('DELETE', '/users/bert/keys/nightly');
    assert.equal(await findCaller(accounts, made.key, world.now), undefined);
    assert.deepEqual(await newest(2), ['anna key-revoked Bert', 'anna key-added Bert']);
  });

  it('a key that an operator makes ends with the day that is given', async () => {
    const { accounts } = world.store;
    const body = { name: 'trial', expires: '2024-06-30' };
    const { key } = await world.ask('POST', '/users/bert/keys', { body });
    const end = Date.parse('2024-06-30T22:00:00Z');
    const [listed] = await world.ask('GET', '/users/bert/keys');
    assert.equal(listed.expires, '2024-06-30T22:00:00Z');
    assert.ok(await findCaller(accounts, key, end - 1));
    assert.equal(await findCaller(accounts, key, end), undefined);
    const past = await world.send('POST', '/users/bert/keys', {
      body: { name: 'past', expires: '2024-05-16' },
    });
    assert.equal(assertRefused(past, 400, 'field_invalid').errors[0]?.field, 'expires');
  });

  it('a plan is changed only in the fields that are given, and applies at once', async () => {
    const limits = { requestsPerMinute: 7, pointsPerAnswer: 9 };
    const changed = await world.ask('PUT', '/plans/prices', { body: limits });
    assert.deepEqual(changed, { name: 'prices', series: ['*price'], ...limits });
    const plans = await world.ask('GET', '/plans');
    assert.deepEqual(
      plans.find(({ name }: { name: string }) => name === 'prices'),
      changed,
    );
  });
});
