// Single sign-on against a real provider from npm: the whole way through its pages.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { linkIdentity } from '#accounts/sso/linked-account';
import { SingleSignOn } from '#accounts/sso/single-sign-on';
import { readSsoSettings } from '#accounts/sso/sso-settings';
import { readConfig } from '#config';
import { CLIENT_ID } from '../../../../../harness/sso/forging-provider.ts';
import {
  CLIENT_SECRET,
  type ProviderOptions,
  RealProvider,
} from '../../../../../harness/sso/real-provider.ts';
import { WorldBrowser } from '../../../../../harness/sso/world-browser.ts';
import { type Answer, World } from '../../../../../harness/world/world.ts';

async function openWorld(t: TestContext, options: Omit<ProviderOptions, 'origin'> = {}) {
  const provider = await RealProvider.open(t, { origin: 'http://localhost', ...options });
  const sso = new SingleSignOn(readSsoSettings(readConfig(provider.settings).oidc)!);
  const world = await World.open(t, { now: new Date().toISOString(), sso });
  provider.groups.set('sub-of-anna', ['others', 'gt-traders']);
  return { provider, world };
}

/** Begins a sign-in: the address of the provider. */
const begin = async (browser: WorldBrowser): Promise<string> =>
  String((await browser.open('/sso/sign-in?return=%2Faccount')).headers.location);

/** Goes to an address of Gridtide that the provider sent the browser to. */
function comeBack(browser: WorldBrowser, address: string): Promise<Answer> {
  const url = new URL(address);
  assert.equal(`${url.origin}${url.pathname}`, 'http://localhost/sso/callback');
  return browser.open(url.pathname + url.search);
}

describe('single sign-on with a real provider', () => {
  for (const method of ['client_secret_basic', 'client_secret_post', 'none'] as const) {
    it(`a user signs in, by the client authentication ${method}`, async (t) => {
      const { provider, world } = await openWorld(t, { method });
      const browser = new WorldBrowser(world);
      const back = await provider.pass(await begin(browser), 'sub-of-anna');
      const answer = await comeBack(browser, back);
      assert.equal(answer.status, 303, answer.text);
      assert.equal(answer.headers.location, '/account?code=sso');
      const started = await browser.send('POST', '/api/v1/session/code', { code: 'sso' });
      assert.deepEqual([started.status, started.body.userName], [200, 'anna']);
      const { body } = await browser.send('GET', '/api/v1/account');
      assert.deepEqual([body.userName, body.plan.name], ['anna', 'everything']);
    });
  }

  it('a code that was used is refused, also with a new attempt', async (t) => {
    const { provider, world } = await openWorld(t);
    const browser = new WorldBrowser(world);
    const back = await provider.pass(await begin(browser), 'sub-of-anna');
    assert.equal((await comeBack(browser, back)).status, 303);
    const next = new URL(await begin(browser));
    const replayed = new URL(back);
    replayed.searchParams.set('state', next.searchParams.get('state')!);
    const answer = await comeBack(browser, replayed.href);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /it says invalid_grant/);
  });

  it('a stolen code is worth nothing without its browser’s PKCE verifier', async (t) => {
    const { provider, world } = await openWorld(t);
    const back = new URL(await provider.pass(await begin(new WorldBrowser(world)), 'sub-of-anna'));
    const exchange = async (more: Record<string, string>): Promise<unknown> => {
      const response = await fetch(`${provider.issuer}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`,
        },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code')!,
          redirect_uri: 'http://localhost/sso/callback',
          ...more,
        }),
      });
      return ((await response.json()) as { error?: string }).error;
    };
    assert.equal(await exchange({}), 'invalid_grant');
    assert.equal(await exchange({ code_verifier: 'A'.repeat(43) }), 'invalid_grant');
  });

  it('the provider refuses a sign-in from which PKCE was taken', async (t) => {
    const { provider, world } = await openWorld(t);
    const browser = new WorldBrowser(world);
    const address = new URL(await begin(browser));
    address.searchParams.delete('code_challenge');
    address.searchParams.delete('code_challenge_method');
    const back = await provider.pass(address.href, 'sub-of-anna');
    const answer = await comeBack(browser, back);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /it says invalid_request/);
  });

  it('a user who gives up at the provider is told so', async (t) => {
    const { provider, world } = await openWorld(t);
    const browser = new WorldBrowser(world);
    const answer = await comeBack(browser, await provider.abort(await begin(browser)));
    assert.equal(answer.status, 403);
    assert.match(answer.text, /it says access_denied/);
  });

  it('a user in no mapped group is refused', async (t) => {
    const { provider, world } = await openWorld(t);
    const browser = new WorldBrowser(world);
    const back = await provider.pass(await begin(browser), 'sub-of-bert');
    assert.match((await comeBack(browser, back)).text, /in no group that may use this server/);
  });

  it('the address of signing out is one that the provider knows', async (t) => {
    const { provider, world } = await openWorld(t);
    const browser = new WorldBrowser(world);
    await comeBack(browser, await provider.pass(await begin(browser), 'sub-of-anna'));
    await browser.send('POST', '/api/v1/session/code', { code: 'sso' });
    const { body } = await browser.send('DELETE', '/api/v1/session');
    const page = await fetch(body.next);
    const text = await page.text();
    assert.equal(page.status, 200, text);
    assert.match(text, /logout/i);
  });

  it('a user who signs out at the provider is signed out here, in every browser', async (t) => {
    const { provider, world } = await openWorld(t);
    const statuses: number[] = [];
    provider.deliver = async (url, payload) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status } = await world.raw({ method: 'POST', url, headers, payload });
      statuses.push(status);
      return status;
    };
    provider.groups.set('sub-of-bert', ['gt-traders']);
    const browsers: WorldBrowser[] = [];
    for (const login of ['sub-of-bert', 'sub-of-anna', 'sub-of-anna']) {
      const browser = new WorldBrowser(world);
      await comeBack(browser, await provider.pass(await begin(browser), login));
      await browser.send('POST', '/api/v1/session/code', { code: 'sso' });
      browsers.push(browser);
    }
    await provider.signOut('sub-of-anna');
    assert.deepEqual(statuses, [200]);
    const [bert, ...annas] = browsers;
    assert.equal((await bert!.send('GET', '/api/v1/account')).status, 200);
    for (const browser of annas) {
      const { status, body } = await browser.send('GET', '/api/v1/account');
      assert.deepEqual([status, body.code], [401, 'session_ended']);
      assert.match(body.detail, /the sign-in provider signed you out/);
    }
  });

  it('a program reads with a token that the provider gave it', async (t) => {
    const { provider, world } = await openWorld(t);
    const bearer = await provider.tokenOfRobot();
    const authorization = `Bearer ${bearer}`;
    assert.equal((await world.get('/api/v1/account', null, { authorization })).status, 401);
    const { accounts } = world.store;
    const trader = (await accounts.findUser('trader'))!;
    const identity = { issuer: provider.issuer, subject: 'robot' };
    await linkIdentity(accounts, trader, identity, { actor: 'operator', now: world.now });
    const { status, body } = await world.get('/api/v1/account', null, { authorization });
    assert.deepEqual([status, body.userName], [200, 'trader']);
  });
});
