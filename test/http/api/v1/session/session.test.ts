// Signing in and out on the web page: the cookie, and how long it is good for.

import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { PASSWORD, sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { Browser, cookieOf, OWN_PAGE, openBrowser } from './browser.ts';

const NOW = '2024-05-17T10:00:00Z';
const SESSION = '/api/v1/session';
const world = await World.open({ after }, { now: NOW });
await world.load({ code: 'dehrprice', from: NOW, values: sequence(24) });

describe('signing in on the page', () => {
  it('the answer names the user and the ends of the session, and is not kept', async () => {
    const answer = await new Browser(world).signIn('TRADER');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      userName: 'trader',
      expires: '2024-05-17T22:00:00Z',
      ends: '2024-05-24T10:00:00Z',
    });
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { value } = cookieOf(answer)!;
    assert.ok(!answer.text.includes(value), 'the secret is in the cookie alone');
  });

  it('the cookie is for this host and no script, and ends with the browser', async () => {
    const { name, value, attributes } = cookieOf(await new Browser(world).signIn())!;
    assert.equal(name, 'gridtide-session');
    assert.match(value, /^gts_[0-9A-Za-z]{49}$/);
    assert.deepEqual(attributes, ['path=/', 'httponly', 'samesite=strict']);
  });

  it('a browser that keeps the session is told how long it can last', async () => {
    const { attributes } = cookieOf(await new Browser(world).signIn('trader', { keep: true }))!;
    assert.ok(attributes.includes(`max-age=${7 * 24 * 3_600}`), String(attributes));
  });

  it('the name of the cookie has the port, so that servers on one host do not meet', async () => {
    const headers = { ...OWN_PAGE, host: 'grid.example.org:8443' };
    const browser = new Browser(world);
    const { name } = cookieOf(await browser.signIn('trader', {}, { headers }))!;
    assert.equal(name, 'gridtide-session-8443');
    assert.equal((await browser.get('/api/v1/account', { headers })).status, 200);
    assertRefused(await browser.get('/api/v1/account'), 401, 'token_missing');
  });

  it('behind a trusted proxy with TLS the cookie is Secure and bound to the host', async (t) => {
    const proxied = await World.open(t, { now: NOW, trustProxy: true });
    const headers = { ...OWN_PAGE, host: 'grid.example.org', 'x-forwarded-proto': 'https' };
    const browser = new Browser(proxied);
    const { name, attributes } = cookieOf(await browser.signIn('trader', {}, { headers }))!;
    assert.equal(name, '__Host-gridtide-session');
    assert.deepEqual(attributes, ['path=/', 'httponly', 'samesite=strict', 'secure']);
    assert.equal((await browser.get('/api/v1/account', { headers })).status, 200);
    assertRefused(await browser.get('/api/v1/account'), 401, 'token_missing');
  });

  it('a wrong password, an unknown user and a disabled one get the same words and no cookie', async () => {
    await world.addUser('leaver', 'everything');
    await world.signIn.accounts.updateUser('leaver', { isDisabled: true });
    const words = new Set<string>();
    for (const [username, password] of [
      ['german', 'not-the-password'],
      ['nobody', PASSWORD],
      ['leaver', PASSWORD],
    ]) {
      const answer = await new Browser(world).signIn(username, { password });
      words.add(assertRefused(answer, 401, 'invalid_credentials').detail);
      assert.equal(cookieOf(answer), undefined);
    }
    assert.equal(words.size, 1);
  });

  it('missing and mistyped fields are named', async () => {
    const browser = new Browser(world);
    const missing = await browser.send('POST', SESSION, { body: { username: 'trader' } });
    assert.equal(assertRefused(missing, 400, 'field_missing').errors[0]!.field, 'password');
    const mistyped = await browser.signIn('trader', { keep: 'yes' });
    assert.equal(assertRefused(mistyped, 400, 'type_invalid').errors[0]!.field, 'keep');
    const noCode = await browser.send('POST', `${SESSION}/code`, { body: {} });
    assert.equal(assertRefused(noCode, 400, 'field_missing').errors[0]!.field, 'code');
  });

  it('failed sign-ins on the page and by programs are counted together', async (t) => {
    const own = await World.open(t, { now: NOW });
    const password = 'not-the-password';
    for (let i = 0; i < 20; i++) await new Browser(own).signIn('trader', { password });
    const last = await own.post('/api/v1/auth', { username: 'trader', password }, null);
    assertRefused(last, 429, 'sign_in_throttled');
    assertRefused(await new Browser(own).signIn(), 429, 'sign_in_throttled');
  });

  it('a one-time code signs in once', async () => {
    const code = await world.signIn.codes.make('trader', world.now);
    const browser = new Browser(world);
    const answer = await browser.send('POST', `${SESSION}/code`, { body: { code } });
    assert.equal(answer.body.userName, 'trader');
    assert.ok(await browser.isSignedIn());
    const again = await new Browser(world).send('POST', `${SESSION}/code`, { body: { code } });
    assertRefused(again, 401, 'invalid_credentials');
  });
});

describe('a session on the page', () => {
  it('a session reads lists, values and the account by GET and by POST', async () => {
    const browser = await openBrowser(world);
    for (const path of ['/api/v1/metadata', '/api/v1/series/dehrprice', '/api/v1/account']) {
      assert.equal((await browser.get(path)).status, 200, path);
    }
    const body = { SeriesId: 'dehrprice' };
    const { status } = await browser.send('POST', '/api/fundamental/series', { body });
    assert.equal(status, 200);
    const { credential } = (await browser.get('/api/v1/account')).body;
    const expires = '2024-05-17T22:00:00Z';
    assert.deepEqual(credential, { kind: 'session', name: null, expires, series: null });
  });

  it('requests of a session count for its user and its plan', async () => {
    const browser = await openBrowser(world, 'german');
    const first = await browser.get('/api/v1/account');
    const byToken = await world.get('/api/v1/account', 'german');
    const left = (answer: typeof first) => Number(answer.headers['x-ratelimit-remaining']);
    assert.equal(left(byToken), left(first) - 1);
    assertRefused(await browser.get('/api/v1/series/frhrprice'), 404, 'series_unknown');
  });

  it('signing out ends the session and takes the cookie: a copy of it is refused', async () => {
    const browser = await openBrowser(world);
    const stolen = new Browser(world);
    stolen.cookie = browser.cookie;
    assert.ok(await stolen.isSignedIn());
    const answer = await browser.send('DELETE', SESSION);
    assert.deepEqual(answer.body, { signedOut: true });
    const { value, attributes } = cookieOf(answer)!;
    assert.equal(value, '');
    assert.ok(attributes.includes('max-age=0'));
    assertRefused(await stolen.get('/api/v1/account'), 401, 'session_ended');
  });

  it('the answer to an ended session takes the cookie, so that open lists are open again', async () => {
    const browser = await openBrowser(world);
    const copy = browser.cookie;
    await browser.send('DELETE', SESSION);
    browser.cookie = copy;
    const refused = await browser.get('/api/v1/metadata/areas');
    assertRefused(refused, 401, 'session_ended');
    assert.equal(browser.cookie, '');
    assert.equal((await browser.get('/api/v1/metadata/areas')).status, 200);
  });

  it('the old sign-out ends a session too', async () => {
    const browser = await openBrowser(world);
    const { body } = await browser.send('POST', '/api/user/logout', { body: {} });
    assert.deepEqual(body, { SignedOut: true });
    assert.equal(await browser.isSignedIn(), false);
  });

  it('a session opens no operator route, not even of a user with an operator key', async () => {
    await world.key('trader', 'reader');
    const browser = await openBrowser(world);
    const answer = await browser.get('/api/operator/users');
    assertRefused(answer, 403, 'operator_key_needed');
  });

  it('use renews the session for 12 hours, and after 7 days it ends', async (t: TestContext) => {
    const own = await World.open(t, { now: NOW });
    const browser = await openBrowser(own);
    const start = Date.parse(NOW);
    for (let hours = 11; hours < 168; hours += 11) {
      own.setNow(new Date(start + hours * 3_600_000).toISOString());
      assert.ok(await browser.isSignedIn(), `${hours} hours`);
      await own.signIn.renewals.flush();
    }
    own.setNow(new Date(start + 168 * 3_600_000).toISOString());
    assertRefused(await browser.get('/api/v1/account'), 401, 'session_ended');
  });

  it('a session that is not used ends after the time that is set', async (t: TestContext) => {
    const own = await World.open(t, { now: NOW, sessionIdleMinutes: 30 });
    const browser = await openBrowser(own);
    own.setNow('2024-05-17T10:30:00Z');
    assertRefused(await browser.get('/api/v1/account'), 401, 'session_ended');
  });
});
