// Tokens of the provider that programs send as Bearer.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { linkIdentity, unlinkIdentity } from '#accounts/sso/linked-account';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { disableUser, enableUser } from '#accounts/users';
import { AUDIENCE, unsigned } from '../../../../../harness/sso/forging-provider.ts';
import { type Answer, PASSWORD } from '../../../../../harness/world/world.ts';
import { type Claims, ForgedWorld } from './forged-sign-in.ts';

const seconds = (text: string): number => Date.parse(text) / 1_000;

describe('a token of the sign-in provider', async () => {
  const forged = await ForgedWorld.open({ after });
  const { world, provider } = forged;
  const { accounts } = world.store;
  const identity = { issuer: issuerKeyOf(provider.issuer), subject: 'robot' };
  const trader = (await accounts.findUser('trader'))!;
  await linkIdentity(accounts, trader, identity, { actor: 'operator', now: world.now });

  let count = 0;
  const claimsOf = (more: Claims = {}): Claims => ({
    ...{ iss: provider.issuer, aud: AUDIENCE, sub: 'robot', jti: `${++count}` },
    ...{ iat: Math.floor(world.now / 1_000), exp: Math.floor(world.now / 1_000) + 300 },
    ...more,
  });
  const token = (more: Claims = {}) => provider.sign(claimsOf(more));
  const ask = (bearer: string, path = '/api/v1/account'): Promise<Answer> =>
    world.get(path, null, { authorization: `Bearer ${bearer}` });

  it('a good token reads with the plan of the linked user', async () => {
    const { status, body } = await ask(await token());
    assert.equal(status, 200);
    assert.deepEqual(
      [body.userName, body.plan.name, body.credential.kind],
      ['trader', 'everything', 'provider'],
    );
  });

  it('a token works in UserInfo of the fundamental interface too', async () => {
    await world.load({ code: 'dehrprice', from: '2024-05-17T00:00:00Z', values: [1] });
    const UserInfo = { UserName: 'trader', Token: await token() };
    const { status } = await world.post(
      '/api/fundamental/series',
      { SeriesId: 'dehrprice', UserInfo },
      null,
    );
    assert.equal(status, 200);
  });

  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA'] as const) {
    it(`a token that is signed with ${alg} is accepted`, async () => {
      assert.equal((await ask(await provider.sign(claimsOf(), { alg }))).status, 200);
    });
  }

  for (const [title, more] of [
    ['an end 50 s ago, within the tolerance for clocks,', { exp: seconds('2024-05-17T09:59:10Z') }],
    ['a start in 50 s, within the tolerance for clocks,', { nbf: seconds('2024-05-17T10:00:50Z') }],
    ['several audiences', { aud: ['other', AUDIENCE] }],
  ] as const) {
    it(`a token with ${title} is accepted`, async () => {
      assert.equal((await ask(await token(more))).status, 200);
    });
  }

  const REFUSED: readonly (readonly [title: string, make: () => string | Promise<string>])[] = [
    ['an end two minutes ago', () => token({ exp: seconds('2024-05-17T09:58:00Z') })],
    ['no end', () => token({ exp: undefined })],
    ['an end that is a text', () => token({ exp: '2099' })],
    ['a start in two minutes', () => token({ nbf: seconds('2024-05-17T10:02:00Z') })],
    ['another audience', () => token({ aud: 'other' })],
    ['the client’s audience', () => token({ aud: 'gridtide' })],
    ['no audience', () => token({ aud: undefined })],
    ['another issuer', () => token({ iss: 'https://evil.example.com' })],
    ['no issuer', () => token({ iss: undefined })],
    ['a subject that no user is linked to', () => token({ sub: 'somebody' })],
    ['the name of a user as its subject', () => token({ sub: 'trader' })],
    ['no subject', () => token({ sub: undefined })],
    ['the claims of an ID token', () => token({ nonce: 'a' })],
    ['no signature', () => `${unsigned(claimsOf())}${'A'.repeat(43)}`],
    ['the public key as a secret', () => provider.signByPublicKey(claimsOf())],
    ['an unknown key', () => provider.sign(claimsOf(), { kid: 'other' })],
    [
      'the signature of another token',
      async () => {
        const [good, other] = [await token(), await token({ sub: 'other' })];
        return `${good.split('.').slice(0, 2).join('.')}.${other.split('.')[2]}`;
      },
    ],
    ['8 kB of claims', () => token({ more: 'x'.repeat(8_000) })],
    ['a header that is no JSON', async () => `eyJxxxxx${(await token()).slice(8)}`],
  ];
  for (const [title, make] of REFUSED) {
    it(`a token with ${title} is refused`, async () => {
      const { status, body } = await ask(await make());
      assert.deepEqual([status, body.code], [401, 'token_invalid']);
    });
  }

  it('a token opens neither the operator interface nor changes of the account', async () => {
    await accounts.updateUser('trader', { role: 'operator' });
    const bearer = await token();
    const operating = await ask(bearer, '/api/operator/users');
    assert.deepEqual([operating.status, operating.body.code], [403, 'operator_key_needed']);
    const made = await world.raw({
      method: 'POST',
      url: '/api/v1/account/keys',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'outlives', password: PASSWORD }),
    });
    assert.deepEqual([made.status, made.body.code], [403, 'session_needed']);
    assert.match(made.body.detail, /a token of the provider/);
    await accounts.updateUser('trader', { role: 'reader' });
  });

  it('a token that was accepted is looked up, and checked again after an hour', async () => {
    const bearer = await token({ exp: Math.floor(world.now / 1_000) + 86_400 });
    assert.equal((await ask(bearer)).status, 200);
    const before = provider.asked.length;
    provider.isDown = true;
    for (let i = 0; i < 3; i++) assert.equal((await ask(bearer)).status, 200);
    assert.equal(provider.asked.length, before);
    provider.isDown = false;
    forged.passMinutes(61);
    assert.equal((await ask(bearer)).status, 200);
  });

  it('a token that was accepted ends with its time', async () => {
    const bearer = await token();
    assert.equal((await ask(bearer)).status, 200);
    forged.passMinutes(5.9);
    assert.equal((await ask(bearer)).status, 200);
    forged.passMinutes(0.2);
    assert.equal((await ask(bearer)).status, 401);
    assert.equal((await ask(bearer)).status, 401);
  });

  it('a disabled user’s tokens are refused until the user is enabled', async () => {
    const [known, fresh] = [await token(), await token()];
    assert.equal((await ask(known)).status, 200);
    await disableUser(world.signIn.accounts, 'trader');
    for (const bearer of [known, fresh]) assert.equal((await ask(bearer)).status, 401);
    await enableUser(world.signIn.accounts, 'trader');
    for (const bearer of [known, fresh]) assert.equal((await ask(bearer)).status, 200);
  });

  it('a token ends with the identity that it belongs to', async () => {
    const bearer = await token();
    assert.equal((await ask(bearer)).status, 200);
    const by = { actor: 'operator', now: world.now };
    await world.signIn.accounts.transact((within) => unlinkIdentity(within, trader, identity, by));
    assert.equal((await ask(bearer)).status, 401);
    await linkIdentity(accounts, trader, identity, by);
    assert.equal((await ask(bearer)).status, 200);
  });

  it('a service account reads with a token, and does not sign in', async () => {
    const service = { name: 'loader', passwordHash: null, planName: 'germany', isService: true };
    const user = await accounts.addUser({ ...service, isDisabled: false, createdAt: world.now });
    const own = { ...identity, subject: 'loader' };
    await linkIdentity(accounts, user!, own, { actor: 'operator', now: world.now });
    const { status, body } = await ask(await token({ sub: 'loader' }));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.plan.name, body.role], ['germany', 'reader']);
    const page = await forged.signIn(forged.browser(), { claims: { sub: 'loader' } });
    assert.equal(page.status, 403);
    assert.match(page.text, /service account, which does not sign in/);
  });

  it('signing out ends no token of the provider', async () => {
    const bearer = await token();
    const { body } = await world.raw({
      method: 'POST',
      url: '/api/user/logout',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    assert.deepEqual(body, { SignedOut: false });
    assert.equal((await ask(bearer)).status, 200);
  });

  it('tokens with unknown keys make the server ask for keys at most twice', async () => {
    const before = provider.asked.filter((path) => path === '/jwks').length;
    for (let i = 0; i < 50; i++) {
      const bearer = await provider.sign(claimsOf(), { kid: `stranger-${i}` });
      assert.equal((await ask(bearer)).status, 401);
    }
    const asked = provider.asked.filter((path) => path === '/jwks').length - before;
    assert.ok(asked <= 1, `${asked} requests`);
  });
});

describe('tokens of the sign-in provider while it is down', () => {
  it('a flood of tokens makes the server ask once in five seconds', async (t) => {
    let elapsed = 0;
    const { world, provider } = await ForgedWorld.open(t, { elapsed: () => elapsed });
    provider.isDown = true;
    const claims = { iss: provider.issuer, aud: AUDIENCE, sub: 'robot' };
    const flood = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let i = 0; i < 20; i++) {
        const bearer = await provider.sign({ ...claims, exp: world.now, jti: `${i}` });
        const authorization = `Bearer ${bearer}`;
        statuses.push((await world.get('/api/v1/account', null, { authorization })).status);
      }
      return statuses;
    };
    assert.deepEqual(new Set(await flood()), new Set([503]));
    assert.equal(provider.asked.length, 1);
    elapsed += 5_000;
    await flood();
    assert.equal(provider.asked.length, 2);
  });

  it('without OIDC_AUDIENCE no token is accepted, and the provider is not asked', async (t) => {
    const { world, provider } = await ForgedWorld.open(t, { sso: { OIDC_AUDIENCE: '' } });
    const bearer = await provider.sign({ iss: provider.issuer, aud: '', sub: 'a', exp: world.now });
    const authorization = `Bearer ${bearer}`;
    assert.equal((await world.get('/api/v1/account', null, { authorization })).status, 401);
    assert.equal(provider.asked.length, 0);
  });
});
