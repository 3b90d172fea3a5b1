// Logout tokens that the provider sends by itself: what a good one ends, and that every other one is refused.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { AUDIENCE, CLIENT_ID, unsigned } from '../../../../../harness/sso/forging-provider.ts';
import type { Answer } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { type Claims, ForgedWorld } from './forged-sign-in.ts';

const PATH = '/sso/back-channel-logout';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const FORM = 'application/x-www-form-urlencoded';

describe('a logout token of the sign-in provider', async () => {
  const forged = await ForgedWorld.open({ after });
  const { world, provider } = forged;
  const { accounts } = world.store;
  const seconds = (): number => Math.floor(world.now / 1_000);

  let count = 0;
  const claimsOf = (more: Claims = {}): Claims => {
    const claims: Claims = {
      ...{ iss: provider.issuer, aud: CLIENT_ID, sub: 'sub-of-anna', jti: `logout-${++count}` },
      ...{ iat: seconds(), exp: seconds() + 120, events: { [EVENT]: {} } },
      ...more,
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  };
  const post = (payload: string, type = FORM): Promise<Answer> =>
    world.raw({ method: 'POST', url: PATH, headers: { 'content-type': type }, payload });
  const send = (token: string): Promise<Answer> =>
    post(new URLSearchParams({ logout_token: token }).toString());
  const logout = async (more: Claims = {}): Promise<Answer> =>
    send(await provider.sign(claimsOf(more)));

  /** A browser in which a user signed in at the provider. */
  const enter = async (claims: Claims = {}) => {
    const browser = forged.browser();
    assert.equal((await forged.enter(browser, claims)).status, 200);
    return browser;
  };
  const statusOf = async (browser: Awaited<ReturnType<typeof enter>>): Promise<number> =>
    (await browser.send('GET', '/api/v1/account')).status;

  it('a token ends all sessions of its user, and those of no other', async () => {
    const [first, second] = [await enter(), await enter()];
    const other = await enter({ sub: 'sub-of-bert', preferred_username: 'bert' });
    const { status, body } = await logout();
    assert.deepEqual([status, body], [200, { signedOut: true }]);
    for (const browser of [first, second]) {
      const answer = await browser.send('GET', '/api/v1/account');
      assert.match(assertRefused(answer, 401, 'session_ended').detail, /sign-in provider/);
    }
    assert.equal(await statusOf(other), 200);
    const [entry] = await accounts.listEntries(1);
    assert.deepEqual(
      [entry!.kind, entry!.name, entry!.actor],
      ['sessions-ended', 'anna', 'single sign-on'],
    );
    assert.equal(await statusOf(await enter()), 200, 'the user may sign in again');
  });

  it('a token with a session at the provider alone ends the sessions of its user', async () => {
    const browser = await enter({ sid: 'session-of-anna' });
    assert.equal((await logout({ sub: undefined, sid: 'another' })).status, 200);
    assert.equal(await statusOf(browser), 200);
    assert.equal((await logout({ sub: undefined, sid: 'session-of-anna' })).status, 200);
    assert.equal(await statusOf(browser), 401);
  });

  it('a sign-in that has not begun its session yet begins none after the logout', async () => {
    const browser = forged.browser();
    assert.equal((await forged.signIn(browser)).status, 303);
    assert.equal((await logout()).status, 200);
    const answer = await browser.send('POST', '/api/v1/session/code', { code: 'sso' });
    assertRefused(answer, 401, 'invalid_credentials');
  });

  it('a token for a user who is not known here is accepted and ends nothing', async () => {
    const browser = await enter();
    assert.equal((await logout({ sub: 'nobody-here' })).status, 200);
    assert.equal(await statusOf(browser), 200);
  });

  it('the provider’s tokens that were issued before are refused, also unseen ones, and keys stay', async () => {
    // Logouts of earlier tests refuse what was issued in their second.
    forged.passMinutes(1);
    await enter();
    const issuer = issuerKeyOf(provider.issuer);
    const anna = (await (
      await accounts.identities()
    ).findUser({ issuer, subject: 'sub-of-anna' }))!;
    const key = await addKey(accounts, anna, 'nightly', world.now);
    const bearer = (more: Claims = {}) =>
      provider.sign({
        ...{ iss: provider.issuer, aud: AUDIENCE, sub: 'sub-of-anna', jti: `${++count}` },
        ...{ iat: seconds(), exp: seconds() + 3_600, ...more },
      });
    const ask = (secret: string) =>
      world.get('/api/v1/account', null, { authorization: `Bearer ${secret}` });
    const [seen, unseen, timeless] = [
      await bearer(),
      await bearer(),
      await bearer({ iat: undefined }),
    ];
    assert.equal((await ask(seen)).status, 200);
    assert.equal((await logout()).status, 200);
    forged.passMinutes(1);
    for (const token of [seen, unseen, timeless]) assert.equal((await ask(token)).status, 401);
    assert.equal((await ask(await bearer())).status, 200, 'a token that was issued later');
    assert.equal((await ask(key)).status, 200);
  });

  it('a token works once', async () => {
    const token = await provider.sign(claimsOf());
    assert.equal((await send(token)).status, 200);
    const browser = await enter();
    assert.match(assertRefused(await send(token), 400, 'field_invalid').detail, /was used already/);
    forged.passMinutes(9);
    assertRefused(await send(token), 400, 'field_invalid');
    assert.equal(await statusOf(browser), 200);
  });

  for (const [title, more, words] of [
    ['another issuer', { iss: 'https://elsewhere.example.com' }, /of another issuer/],
    ['another client', { aud: 'other' }, /for another client/],
    ['no audience', { aud: undefined }, /for another client/],
    ['no events', { events: undefined }, /has not the event http/],
    ['another event', { events: { 'urn:other': {} } }, /has not the event/],
    ['an event that is no object', { events: { [EVENT]: 'yes' } }, /has not the event/],
    ['events as a list', { events: [EVENT] }, /has not the event/],
    ['a nonce', { nonce: 'n' }, /has a nonce/],
    ['an empty nonce', { nonce: '' }, /has a nonce/],
    ['no jti', { jti: undefined }, /has no jti/],
    ['a jti of a number', { jti: 7 }, /has no jti/],
    ['neither sub nor sid', { sub: undefined }, /neither sub nor sid/],
    ['a sub of a number', { sub: 7 }, /no name/],
    ['a long sid', { sid: 'x'.repeat(300) }, /no name/],
    ['no iat', { iat: undefined }, /no iat/],
    ['no exp', { exp: undefined }, /no exp/],
    ['an old iat', { iat: 1_715_939_000 }, /more than 10 minutes ago/],
    ['a future iat', { iat: 2_000_000_000 }, /in the future/],
    ['an exp in the past', { exp: 1_715_939_000 }, /has expired/],
  ] as const) {
    it(`a token with ${title} is refused before any key is asked for`, async () => {
      const browser = await enter();
      const asked = provider.asked.length;
      const answer = await logout(more as Claims);
      const { detail } = assertRefused(answer, 400, 'field_invalid');
      assert.match(detail, words);
      assert.ok(answer.text.length < 1_000);
      assert.equal(provider.asked.length, asked);
      assert.equal(await statusOf(browser), 200);
    });
  }

  it('a token that is not signed by the provider is refused', async () => {
    const browser = await enter();
    const good = await provider.sign(claimsOf());
    const [head, , signature] = good.split('.');
    const body = Buffer.from(JSON.stringify(claimsOf())).toString('base64url');
    const cases: [title: string, token: string][] = [
      ['changed', `${head}.${body}.${signature}`],
      ['unsigned', unsigned(claimsOf())],
      ['signed with the public key', await provider.signByPublicKey(claimsOf())],
      ['signed with another key', await provider.sign(claimsOf(), { alg: 'RS256', kid: 'ES256' })],
      ['an ID token', await provider.sign(forged.claimsOf(new URLSearchParams('nonce=n')))],
      ['no token', 'word'],
      ['empty', ''],
      ['too long', `${good}${'a'.repeat(9_000)}`],
    ];
    for (const [title, token] of cases) {
      const answer = await send(token);
      assertRefused(answer, 400, 'field_invalid');
      assert.ok(answer.text.length < 1_000, title);
      assert.doesNotMatch(answer.text, /eyJ/);
    }
    assert.equal(await statusOf(browser), 200);
  });

  it('a request that is no form with one token is refused', async () => {
    const token = await provider.sign(claimsOf());
    assertRefused(await post(''), 400, 'field_missing');
    assertRefused(await post('other=1'), 400, 'field_missing');
    assertRefused(await post(`logout_token=${token}&logout_token=${token}`), 400, 'field_missing');
    const json = JSON.stringify({ logout_token: token });
    assertRefused(await post(json, 'application/json'), 400, 'field_missing');
    assertRefused(await post(token, 'text/plain'), 415, 'media_type_unsupported');
    assertRefused(await post(`logout_token=${'a'.repeat(20_000)}`), 413, 'body_too_large');
    assertRefused(await world.get(PATH, null), 405, 'method_not_allowed');
  });

  it('a provider that cannot be asked for its keys gives 503, and the token can be sent again', async (t) => {
    let elapsedMs = 0;
    const down = await ForgedWorld.open(t, { elapsed: () => elapsedMs });
    down.provider.isDown = true;
    const iat = Math.floor(down.world.now / 1_000);
    const claims = { ...claimsOf(), iss: down.provider.issuer, iat, exp: iat + 120 };
    const payload = `logout_token=${await down.provider.sign(claims)}`;
    const ask = () =>
      down.world.raw({ method: 'POST', url: PATH, headers: { 'content-type': FORM }, payload });
    assertRefused(await ask(), 503, 'sso_unavailable');
    down.provider.isDown = false;
    elapsedMs += 6_000;
    assert.equal((await ask()).status, 200);
  });
});
