// Roles and service accounts through the operator interface: how they are given, and what each does with data. Who
// may call which route is the matrix's matter (test/http/authorisation).

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey, type NewKey } from '#accounts/api-keys';
import { setOperatorRole, setRole } from '#accounts/users';
import { type Answer, PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { Browser } from '../v1/session/browser.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const { accounts } = world.signIn;
for (const code of ['dehrprice', 'frhrprice']) await world.load({ code });
await world.addUser('chief', 'everything');

async function keyOf(userName: string, name: string, wanted: NewKey = {}): Promise<string> {
  return addKey(accounts, (await accounts.findUser(userName))!, name, world.now, wanted);
}
const operator = await keyOf('chief', 'desk', { isOperator: true });

function send(key: string, method: string, url: string, body?: object): Promise<Answer> {
  return world.raw({
    ...{ method, url: url.startsWith('/api') ? url : `/api/operator${url}` },
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
}
const POINT = { start: '2024-05-17T00:00Z', values: [1] };
const RUN = { analyzedTime: '2024-05-17T06:00Z', source: 'desk', ...POINT };

describe('a role', () => {
  it('a user is added with a role and its patterns, and shown with them', async () => {
    const body = { name: 'scribe', plan: 'germany', role: 'Writer', writePatterns: ['DE*', 'de*'] };
    const { status, body: made } = await send(operator, 'POST', '/users', body);
    assert.equal(status, 200);
    assert.deepEqual([made.role, made.writePatterns, made.service], ['writer', ['de*'], false]);
    const { body: users } = await send(operator, 'GET', '/users');
    const roles = new Map(users.map((user: { name: string }) => [user.name, user]));
    assert.deepEqual((roles.get('scribe') as { writePatterns: string[] }).writePatterns, ['de*']);
    assert.equal((roles.get('trader') as { role: string }).role, 'reader');
  });

  it('a role is changed, and the audit says who changed it to what', async () => {
    await world.addUser('anna', 'germany');
    const change = { role: 'writer', writePatterns: ['de*', 'fr*'] };
    assert.equal((await send(operator, 'PUT', '/users/anna', change)).body.role, 'writer');
    assert.equal((await send(operator, 'PUT', '/users/anna', { role: 'auditor' })).status, 200);
    const details = (await accounts.listEntries(2)).map(({ actor, kind, detail }) => [
      actor,
      kind,
      detail,
    ]);
    assert.deepEqual(details, [
      ['chief', 'user-role-changed', 'The role is auditor now.'],
      ['chief', 'user-role-changed', 'The role is writer of de*, fr* now.'],
    ]);
    assert.deepEqual((await accounts.findUser('anna'))!.writePatterns, []);
  });

  for (const [body, field, said] of [
    [{ role: 'boss' }, 'role', /not a role: "boss"/],
    [{ role: 'writter' }, 'role', /did you mean writer\?/],
    [{ role: 'writer' }, 'writePatterns', /a writer needs patterns/],
    [{ role: 'writer', writePatterns: [] }, 'writePatterns', /a writer needs patterns/],
    [{ role: 'writer', writePatterns: ['d e'] }, 'writePatterns', /a pattern is/],
    [{ role: 'reader', writePatterns: ['de*'] }, 'writePatterns', /only a writer has patterns/],
    [{ writePatterns: ['de*'] }, 'writePatterns', /only a writer has patterns/],
    [{ role: 'operator' }, 'role', /the command line gives and takes/],
  ] as const) {
    it(`a change to ${JSON.stringify(body)} is refused and names ${field}`, async () => {
      const answer = await send(operator, 'PUT', '/users/german', body);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.errors[0].field, field);
      assert.match(answer.body.detail, said);
      assert.equal((await accounts.findUser('german'))!.role, 'reader');
    });
  }

  it('no request takes the role operator away', async () => {
    const answer = await send(operator, 'PUT', '/users/chief', { role: 'reader' });
    assertRefused(answer, 400, 'field_invalid');
    assert.equal((await accounts.findUser('chief'))!.role, 'operator');
  });
});

describe('a writer', () => {
  it('a writer defines its series and writes values and runs, in its own name', async () => {
    const key = await keyOf('scribe', 'load', { role: 'writer' });
    const definition = { description: 'New', unit: 'MW', resolution: 'hour' };
    assert.equal((await send(key, 'PUT', '/series/dehrload', definition)).status, 200);
    const { status, body } = await send(key, 'POST', '/series/dehrprice/values', POINT);
    assert.deepEqual([status, body.new], [200, 1]);
    assert.equal((await send(key, 'POST', '/series/DEhrprice/runs', RUN)).status, 200);
    const { body: entry } = await send(operator, 'GET', `/imports/${body.entry}`);
    assert.deepEqual([entry.actor, entry.kind, entry.name], ['scribe', 'values', 'dehrprice']);
  });

  it('a writer is refused for other series, and told its patterns', async () => {
    const key = await keyOf('scribe', 'other', { role: 'writer' });
    for (const path of ['/series/frhrprice/values', '/series/%20FRhrprice/values']) {
      const answer = await send(key, 'POST', path, POINT);
      const { errors } = assertRefused(
        answer,
        403,
        'series_not_writable',
      ) as unknown as Answer['body'];
      assert.deepEqual([errors[0].field, errors[0].allowed], ['code', ['de*']]);
    }
    assert.equal((await send(key, 'PUT', '/series/frhrprice', { unit: 'x' })).status, 403);
  });

  it('a writer key for fewer series writes these alone', async () => {
    const key = await keyOf('scribe', 'narrow', { role: 'writer', patterns: ['*price'] });
    assert.equal((await send(key, 'POST', '/series/dehrprice/values', POINT)).status, 200);
    const answer = await send(key, 'POST', '/series/dehrload/values', POINT);
    const { errors } = assertRefused(
      answer,
      403,
      'series_not_writable',
    ) as unknown as Answer['body'];
    assert.deepEqual(errors[0].allowed, ['de*&*price']);
  });

  it('a writer takes nothing back, not even its own entry', async () => {
    const key = await keyOf('scribe', 'undo', { role: 'writer' });
    const { body } = await send(key, 'POST', '/series/dehrprice/values', { ...POINT, values: [7] });
    const answer = await send(key, 'POST', `/imports/${body.entry}/undo`);
    const { detail } = assertRefused(answer, 403, 'operator_key_needed');
    assert.match(detail, /write values, runs and definitions of its series/);
  });

  it('a writer’s key only reads as soon as its user is a reader', async () => {
    const key = await keyOf('scribe', 'later', { role: 'writer' });
    const writer = { role: 'writer', writePatterns: ['de*'] } as const;
    await setRole(accounts, 'scribe', { role: 'reader', writePatterns: [] });
    const answer = await send(key, 'POST', '/series/dehrprice/values', POINT);
    assertRefused(answer, 403, 'operator_key_needed');
    assert.equal((await send(key, 'GET', '/api/v1/series/dehrprice')).status, 200);
    await setRole(accounts, 'scribe', writer);
    assert.equal((await send(key, 'POST', '/series/dehrprice/values', POINT)).status, 200);
  });
});

describe('an operator key', () => {
  it('an operator key opens nothing more once its user is no operator', async () => {
    await world.addUser('former', 'everything');
    const key = await keyOf('former', 'desk', { isOperator: true });
    assert.equal((await send(key, 'GET', '/users')).status, 200);
    await setOperatorRole(accounts, 'former', false);
    assertRefused(await send(key, 'GET', '/users'), 403, 'operator_key_needed');
    assertRefused(await send(key, 'GET', '/audit'), 403, 'operator_key_needed');
    assert.equal((await send(key, 'GET', '/api/v1/series/dehrprice')).status, 200);
  });

  it('an operator key is not made for some series, nor for a writer', async () => {
    const wanted = { isOperator: true, patterns: ['de*'] };
    await assert.rejects(keyOf('chief', 'narrow', wanted), /for all series/);
    await assert.rejects(keyOf('scribe', 'up', { isOperator: true }), /role of "scribe" is writer/);
  });
});

describe('keys through the operator interface', () => {
  const keysPath = '/users/scribe/keys';

  it('a key is made with a role, series and an end, and listed with them', async () => {
    const body = { name: 'feed', role: 'writer', series: ['DE*'], expires: '2024-12-31' };
    const { status, body: made } = await send(operator, 'POST', keysPath, body);
    assert.equal(status, 200);
    assert.match(made.key, /^gtw_/);
    const { body: keys } = await send(operator, 'GET', keysPath);
    const key = keys.find(({ name }: { name: string }) => name === 'feed');
    assert.deepEqual(
      [key.role, key.series, key.expires, key.lastUsed, key.operator],
      ['writer', ['de*'], '2024-12-31T23:00:00Z', null, false],
    );
    const used = await send(made.key, 'GET', '/api/v1/account');
    assert.deepEqual(used.body.credential.series, ['de*']);
    assert.deepEqual([used.body.role, used.body.writePatterns], ['writer', ['de*']]);
    await world.signIn.keyUses.flush();
    const listed = (await send(operator, 'GET', keysPath)).body as {
      name: string;
      lastUsed: string;
    }[];
    assert.equal(listed.find(({ name }) => name === 'feed')!.lastUsed, '2024-05-17T10:00:00Z');
  });

  for (const [body, field, said] of [
    [{ role: 'operator' }, 'role', /made on the command line/],
    [{ role: 'auditor' }, 'role', /role of "scribe" is writer: a key never carries more/],
    [{ role: 'king' }, 'role', /not a role/],
    [{ series: [] }, 'series', /give 1 to 100 patterns/],
    [{ series: ['a&b'] }, 'series', /a pattern is/],
  ] as const) {
    it(`a key with ${JSON.stringify(body)} is refused and names ${field}`, async () => {
      const answer = await send(operator, 'POST', keysPath, { name: 'bad', ...body });
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.errors[0].field, field);
      assert.match(answer.body.detail, said);
    });
  }

  it('a user makes a narrower key alone, but none with a role', async () => {
    const make = (more: object) =>
      world.post('/api/v1/account/keys', { name: 'own', password: PASSWORD, ...more }, 'trader');
    const { body } = await make({ series: ['fr*'] });
    const read = (code: string) => send(body.key, 'GET', `/api/v1/series/${code}`);
    assert.equal((await read('frhrprice')).status, 200);
    assertRefused(await read('dehrprice'), 403, 'subscription_required');
    await setRole(accounts, 'trader', { role: 'writer', writePatterns: ['*'] });
    const plain = await make({ name: 'plain', role: 'writer' });
    const write = await send(plain.body.key, 'POST', '/series/dehrprice/values', POINT);
    assertRefused(write, 403, 'operator_key_needed');
  });
});

describe('a service account', () => {
  it('a service account has keys and cannot sign in, whatever is tried', async () => {
    const body = { name: 'loader', plan: 'germany', service: true };
    const { body: made } = await send(operator, 'POST', '/users', body);
    assert.deepEqual([made.service, made.hasPassword], [true, false]);
    const key = (await send(operator, 'POST', '/users/loader/keys', { name: 'k' })).body.key;
    assert.equal((await send(key, 'GET', '/api/v1/series/dehrprice')).status, 200);
    const password = await send(operator, 'PUT', '/users/loader', { password: PASSWORD });
    assert.match(password.body.detail, /service account, which has no password/);
    const link = await send(operator, 'POST', '/users/loader/sign-in-link');
    assert.match(link.body.detail, /service account, which does not sign in/);
    assertRefused(await new Browser(world).signIn('loader'), 401, 'invalid_credentials');
    const code = await world.signIn.codes.make('loader', world.now);
    const byCode = await world.post('/api/user/login/code', { Code: code }, null);
    assertRefused(byCode, 401, 'invalid_credentials');
  });

  it('a service account is not added with a password', async () => {
    const body = { name: 'odd', plan: 'germany', service: true, password: PASSWORD };
    const answer = await send(operator, 'POST', '/users', body);
    assert.equal(answer.body.errors[0].field, 'password');
    assert.equal(await accounts.findUser('odd'), undefined);
  });
});
