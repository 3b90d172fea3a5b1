// Links that sign a user in once, made by an operator.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { OWN_PAGE } from '../v1/session/browser.ts';
import { NOW, OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.ask('POST', '/users', { body: { name: 'Robot', plan: 'everything' } });

const make = (name = 'robot') => world.ask('POST', `/users/${name}/sign-in-link`, { body: {} });
const codeOf = ({ path }: { path: string }): string =>
  new URL(path, 'http://localhost').searchParams.get('code')!;
const redeem = (code: string) =>
  world.app.inject({
    method: 'POST',
    url: '/api/v1/session/code',
    headers: OWN_PAGE,
    payload: { code },
  });

describe('a sign-in link', () => {
  it('a link signs its user in once, also one without a password', async () => {
    const made = await make();
    assert.deepEqual(
      { ...made, path: '' },
      { user: 'Robot', path: '', expires: '2024-05-17T10:15:00Z' },
    );
    assert.match(made.path, /^\/\?code=[\w-]{24}$/);
    const answer = await redeem(codeOf(made));
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.json().userName, 'Robot');
    assert.equal((await redeem(codeOf(made))).statusCode, 401);
  });

  it('a link ends after 15 minutes', async () => {
    const made = await make();
    world.now = NOW + 15 * 60_000;
    assert.equal((await redeem(codeOf(made))).statusCode, 401);
    world.now = NOW;
  });

  it('the audit says who made a link for whom, without the code', async () => {
    const made = await make();
    const [entry] = (await world.ask('GET', '/audit')).filter(
      ({ kind }: { kind: string }) => kind === 'sign-in-link-made',
    );
    assert.deepEqual([entry.actor, entry.name], ['anna', 'Robot']);
    assert.ok(!JSON.stringify(entry).includes(codeOf(made)));
  });

  it('a request that is repeated under one Idempotency-Key makes one link', async () => {
    const ask = () =>
      world.ask('POST', '/users/robot/sign-in-link', { body: {}, once: 'a-link-for-the-robot' });
    assert.deepEqual(await ask(), await ask());
  });

  it('a disabled user and an unknown one get no link', async () => {
    await world.ask('POST', '/users', { body: { name: 'leaver', plan: 'everything' } });
    await world.ask('PUT', '/users/leaver', { body: { disabled: true } });
    const disabled = await world.send('POST', '/users/leaver/sign-in-link', { body: {} });
    assert.equal(assertRefused(disabled, 400, 'field_invalid').errors![0]!.field, 'name');
    const unknown = await world.send('POST', '/users/robbot/sign-in-link', { body: {} });
    assert.match(assertRefused(unknown, 404, 'user_unknown').detail, /did you mean/);
  });

  it('a link of a user who is disabled in the meantime is refused', async () => {
    await world.ask('POST', '/users', { body: { name: 'mover', plan: 'everything' } });
    const made = await make('mover');
    await world.ask('PUT', '/users/mover', { body: { disabled: true } });
    assert.equal((await redeem(codeOf(made))).statusCode, 401);
  });
});
