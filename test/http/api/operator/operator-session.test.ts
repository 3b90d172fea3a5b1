// The operator interface with the session of a user who is an operator.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setOperatorRole } from '#accounts/users';
import { PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { Browser, OWN_PAGE, openBrowser } from '../v1/session/browser.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
const { accounts } = world.signIn;
await setOperatorRole(accounts, 'trader', true);
const operator = await openBrowser(world);

const put = (url: string, body: object, headers: Record<string, string> = {}) =>
  operator.send('PUT', `/api/operator${url}`, { body, headers: { ...OWN_PAGE, ...headers } });

const PRICE = { description: 'Price', unit: 'EUR/MWh', resolution: 'hour' };

describe('the session of an operator', () => {
  it('the sign-in says that the user is an operator, and says nothing of other users', async () => {
    assert.equal((await new Browser(world).signIn()).body.operator, true);
    await world.addUser('reader', 'everything');
    assert.ok(!('operator' in (await new Browser(world).signIn('reader')).body));
  });

  it('the sign-in names the role, and none of a reader', async () => {
    assert.equal((await new Browser(world).signIn()).body.role, 'operator');
    for (const role of ['writer', 'auditor'] as const) {
      await world.addUser(role, 'everything');
      const writePatterns = role === 'writer' ? ['de*'] : [];
      await accounts.updateUser(role, { role, writePatterns });
      const { body } = await new Browser(world).signIn(role);
      assert.deepEqual([body.role, 'operator' in body], [role, false]);
    }
    assert.ok(!('role' in (await new Browser(world).signIn('reader')).body));
  });

  it('a session writes series in the name of its user', async () => {
    const { status, body } = await put('/series/sehrprice', PRICE);
    assert.equal(status, 200);
    const entry = await operator.get(`/api/operator/imports/${body.entry}`);
    assert.equal(entry.body.actor, 'trader');
  });

  it('a session changes users and plans only with its own password', async () => {
    const plan = { series: ['de*'] };
    const missing = assertRefused(await put('/plans/small', plan), 400, 'field_missing');
    assert.match(JSON.stringify(missing), /"field":"ownPassword"/);
    const wrong = await put('/plans/small', { ...plan, ownPassword: 'not-the-password' });
    assert.match(
      JSON.stringify(assertRefused(wrong, 403, 'password_wrong')),
      /"field":"ownPassword"/,
    );
    assert.equal(await accounts.findPlan('small'), undefined);
    const { status } = await put('/plans/small', { ...plan, ownPassword: PASSWORD });
    assert.equal(status, 200);
    assert.deepEqual((await accounts.findPlan('small'))!.patterns, ['de*']);
  });

  it('a write of a session that is repeated under one Idempotency-Key is done once', async () => {
    const headers = { 'idempotency-key': 'page-1' };
    const first = await put('/series/fihrprice', PRICE, headers);
    const again = await put('/series/fihrprice', PRICE, headers);
    assert.equal(again.text, first.text);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  it('no request gives the operator role', async () => {
    const body = { operator: true, ownPassword: PASSWORD };
    assertRefused(await put('/users/reader', body), 400, 'field_unknown');
    assert.equal((await accounts.findUser('reader'))!.role, 'reader');
  });

  it('a session is refused as soon as its user has lost the role', async () => {
    await setOperatorRole(accounts, 'trader', false);
    const answer = await operator.get('/api/operator/users');
    const { detail } = assertRefused(answer, 403, 'operator_key_needed');
    assert.match(detail, /its user is no operator/);
  });
});
