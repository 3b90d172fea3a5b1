import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { listRoutes } from '../../../../harness/authorisation/server-routes.ts';
import { putSpareLink } from '../../../../harness/world/spare-link.ts';
import { putSpareWebhook } from '../../../../harness/world/spare-webhook.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { NOW, OperatorWorld, PASSWORD, type Sent, type Who } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
const webhook = { owner: 'anna', id: '0123456789abcdef', now: NOW };
await putSpareWebhook(world.store.accounts, webhook);
await putSpareLink(world.store.accounts, 'anna', '0123456789abcdef', NOW);

/** Every route with a request that an operator may send, in an order in which each can succeed. */
const ROUTES: readonly (readonly [method: string, path: string, sent?: Sent])[] = [
  ['PUT', '/series/dehrprice', { body: { description: 'Price' } }],
  ['GET', '/series/dehrprice'],
  ['GET', '/series/dehrprice/gaps'],
  ['GET', '/series/dehrprice/readers'],
  ['POST', '/series/dehrprice/values', { body: { start: '2024-05-17T00:00Z', values: [1] } }],
  [
    'POST',
    '/series/dehrprice/runs',
    {
      body: {
        analyzedTime: '2024-05-17T06:00Z',
        source: 'model',
        start: '2024-05-18T00:00Z',
        values: [1],
      },
    },
  ],
  ['PUT', '/series/dehrprice/rule', { body: { maximum: 100 } }],
  ['DELETE', '/series/dehrprice/rule'],
  ['GET', '/series/dehrprice/rule/trial?maximum=100'],
  ['GET', '/series/dehrprice/source-order'],
  ['PUT', '/series/dehrprice/source-order', { body: { order: ['model'] } }],
  ['GET', '/alerts'],
  ['POST', '/alerts', { body: { name: 'a', condition: 'dehrprice < 0' } }],
  ['GET', '/alert-trial?condition=dehrprice+<+0'],
  ['GET', '/alerts/a'],
  ['GET', '/alerts/a/history'],
  ['PUT', '/alerts/a/silence', { body: { until: '2 h' } }],
  ['DELETE', '/alerts/a/silence'],
  ['DELETE', '/alerts/a'],
  ['GET', '/held'],
  ['POST', '/held/accept', { body: { series: 'dehrprice', all: true } }],
  ['POST', '/held/reject', { body: { series: 'dehrprice', all: true } }],
  ['GET', '/imports'],
  ['GET', '/imports/1'],
  ['POST', '/imports/1/undo'],
  ['GET', '/audit'],
  ['GET', '/collect'],
  ['GET', '/state'],
  ['GET', '/freshness'],
  ['GET', '/expectations'],
  ['PUT', '/expectations', { body: { series: 'de*', expect: 'within PT2H' } }],
  ['DELETE', '/expectations?series=de*'],
  ['GET', '/forecast-targets'],
  ['PUT', '/forecast-targets/mine', { body: { target: 'dehrprice' } }],
  ['DELETE', '/forecast-targets/mine'],
  ['POST', '/users', { body: { name: 'robot', plan: 'everything' } }],
  ['GET', '/users'],
  ['GET', '/users/robot'],
  ['PUT', '/users/robot', { body: { disabled: false } }],
  ['POST', '/users/robot/unlock', { body: {} }],
  ['POST', '/users/robot/sign-in-link', { body: {} }],
  ['POST', '/users/robot/keys', { body: { name: 'nightly' } }],
  ['GET', '/users/robot/keys'],
  ['DELETE', '/users/robot/keys/nightly'],
  ['GET', '/users/anna/links'],
  ['DELETE', '/users/anna/links/0123456789abcdef'],
  ['PUT', '/plans/germany', { body: { series: ['de*'] } }],
  ['GET', '/plans'],
  ['GET', '/matches?series=de*'],
  ['GET', '/webhooks'],
  ['POST', '/webhooks', { body: { url: 'https://example.com/in' } }],
  ['GET', '/webhooks/0123456789abcdef'],
  ['PUT', '/webhooks/0123456789abcdef', { body: { kinds: [] } }],
  ['GET', '/webhooks/0123456789abcdef/deliveries'],
  ['POST', '/webhooks/0123456789abcdef/rotate'],
  ['POST', '/webhooks/0123456789abcdef/enable'],
  ['POST', '/webhooks/0123456789abcdef/replay?from=0'],
  ['DELETE', '/webhooks/0123456789abcdef'],
];

const REFUSED: readonly (readonly [Who, string, number, Parameters<typeof assertRefused>[2]])[] = [
  ['nobody', 'a caller without a token', 401, 'token_missing'],
  ['unknown', 'an unknown token', 401, 'token_invalid'],
  ['token', 'a token', 403, 'operator_key_needed'],
  ['key', 'a key that only reads', 403, 'operator_key_needed'],
];

describe('the operator interface', () => {
  it('every operator route is in the table of this test', () => {
    const patterns = ROUTES.map(([method, path]) => `${method} ${path.replace(/\?.*/, '')}`);
    const served = listRoutes(world.app)
      .filter(({ path }) => path.startsWith('/api/operator/'))
      .flatMap(({ path, methods }) => methods.map((method) => ({ method, path })))
      .filter(({ method }) => method !== 'HEAD');
    assert.equal(served.length, ROUTES.length);
    for (const { method, path } of served) {
      const form = new RegExp(
        `^${method} ${path.slice('/api/operator'.length).replace(/\{\w+\}/g, '[^/]+')}$`,
      );
      assert.ok(
        patterns.some((pattern) => form.test(pattern)),
        `${method} ${path}`,
      );
    }
  });

  for (const [method, path, sent] of ROUTES) {
    for (const [who, name, status, code] of REFUSED) {
      it(`${method} ${path} is closed to ${name}`, async () => {
        assertRefused(await world.send(method, path, { ...sent, as: who }), status, code);
      });
    }
  }

  for (const [method, path, sent] of ROUTES) {
    it(`${method} ${path} is open to an operator key`, async () => {
      const { status, text, headers } = await world.send(method, path, sent);
      assert.equal(status, 200, text);
      assert.equal(headers['cache-control'], 'no-store');
      assert.doesNotMatch(text, /argon2|"hash"|passwordHash/);
    });
  }

  it('the operator interface is closed to a disabled operator', async () => {
    const { accounts } = world.store;
    await accounts.addUser({
      name: 'leaver',
      passwordHash: null,
      planName: 'everything',
      isDisabled: true,
      createdAt: world.now,
    });
    const user = (await accounts.findUser('leaver'))!;
    const key = await addKey(accounts, user, 'old', world.now, { isOperator: true });
    const headers = { authorization: `Bearer ${key}` };
    assertRefused(await world.send('GET', '/users', { headers }), 401, 'token_invalid');
  });

  it('the operator interface does not read a body, good or bad, before it knows the caller', async () => {
    const raw = { type: 'application/json', bytes: '{"values":' };
    const path = '/series/dehrprice/values';
    assertRefused(await world.send('POST', path, { raw, as: 'nobody' }), 401, 'token_missing');
    assertRefused(await world.send('POST', path, { raw, as: 'key' }), 403, 'operator_key_needed');
    assertRefused(await world.send('POST', path, { raw }), 400, 'json_invalid');
  });

  it('the operator interface counts refused requests too', async () => {
    const { headers } = await world.send('GET', '/users', { as: 'key' });
    assert.ok(Number(headers['x-ratelimit-remaining']) < 1_000_000);
  });
});

describe('an operator key', () => {
  it('an operator key reads like any other key elsewhere', async () => {
    const { status, body } = await world.send('GET', '/api/v1/account');
    assert.equal(status, 200);
    assert.deepEqual(body.credential, {
      ...{ kind: 'operator', name: 'desk', expires: null, series: null },
    });
    assert.equal((await world.send('GET', '/api/v1/series/dehrprice')).status, 200);
  });

  it('an operator key begins with gto_, so that a misplaced one is recognised', () => {
    assert.match(world.secrets.operator!, /^gto_[0-9A-Za-z]{49}$/);
  });

  it('an operator key is never made over HTTP, neither for the caller nor for others', async () => {
    const own = await world.ask('POST', '/api/v1/account/keys', {
      body: { name: 'mine', password: PASSWORD, operator: true, kind: 'operator' },
      as: 'token',
    });
    assert.match(own.key, /^gtk_/);
    const body = { name: 'theirs', operator: true };
    const refusal = await world.send('POST', '/users/anna/keys', { body });
    assert.match(assertRefused(refusal, 400, 'field_invalid').detail, /command line/);
  });

  it('an operator key is listed and revoked over HTTP', async () => {
    const { accounts } = world.store;
    const user = (await accounts.findUser('anna'))!;
    const key = await addKey(accounts, user, 'spare', world.now, { isOperator: true });
    const keys = await world.ask('GET', '/users/anna/keys');
    assert.deepEqual(
      keys.map(({ name, operator }: { name: string; operator: boolean }) => [name, operator]),
      [
        ['desk', true],
        ['mine', false],
        ['reader', false],
        ['spare', true],
      ],
    );
    await world.ask('DELETE', '/users/anna/keys/spare');
    const headers = { authorization: `Bearer ${key}` };
    assertRefused(await world.send('GET', '/users', { headers }), 401, 'token_invalid');
  });
});
