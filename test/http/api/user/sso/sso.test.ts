// Signing in at a provider: the account that follows, its rights, its session, and signing out.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { disableUser, setOperatorRole } from '#accounts/users';
import { AUDIENCE } from '../../../../../harness/sso/forging-provider.ts';
import { ForgedWorld } from './forged-sign-in.ts';

describe('single sign-on', () => {
  it('the first sign-in makes an account with the plan of its group, and a session', async (t) => {
    const forged = await ForgedWorld.open(t);
    const browser = forged.browser();
    const { status, body } = await forged.enter(browser);
    assert.deepEqual([status, body.userName, body.operator], [200, 'anna', undefined]);
    assert.deepEqual([...browser.cookies.keys()], ['gridtide-session']);
    const account = await browser.send('GET', '/api/v1/account');
    assert.deepEqual([account.body.userName, account.body.plan.name], ['anna', 'everything']);
    const user = (await forged.world.store.accounts.findUser('anna'))!;
    assert.equal(user.passwordHash, null);
    const entries = await forged.world.store.accounts.listEntries(10);
    assert.deepEqual(
      entries.map(({ actor, kind, name }) => [actor, kind, name]),
      [
        ['single sign-on', 'identity-linked', 'anna'],
        ['single sign-on', 'user-added', 'anna'],
      ],
    );
  });

  it('the next sign-in finds the account by its subject, whatever the name is now', async (t) => {
    const forged = await ForgedWorld.open(t);
    await forged.enter(forged.browser());
    const { body } = await forged.enter(forged.browser(), { preferred_username: 'anna.married' });
    assert.equal(body.userName, 'anna');
    assert.equal(await forged.world.store.accounts.findUser('anna.married'), undefined);
  });

  it('plan and role follow the groups at every sign-in', async (t) => {
    const forged = await ForgedWorld.open(t);
    const { accounts } = forged.world.store;
    const rights = async (...groups: string[]): Promise<string> => {
      const { status } = await forged.enter(forged.browser(), { groups });
      const user = await accounts.findUser('anna');
      return `${status} ${user?.planName} ${user?.role} ${user?.writePatterns}`.trim();
    };
    assert.equal(await rights('gt-germany'), '200 germany reader');
    assert.equal(await rights('gt-germany', 'gt-ops'), '200 everything operator');
    assert.equal(await rights('gt-traders'), '200 everything reader');
    assert.equal(await rights('gt-desk'), '200 everything writer de*,fr*');
    assert.equal(await rights('gt-audit', 'gt-traders'), '200 germany auditor');
    await setOperatorRole(accounts, 'anna', true);
    assert.equal(await rights('gt-traders'), '200 everything reader');
  });

  it('an operator who loses the group loses the role in every browser', async (t) => {
    const forged = await ForgedWorld.open(t);
    const browser = forged.browser();
    const { body } = await forged.enter(browser, { groups: ['gt-ops'] });
    assert.equal(body.operator, true);
    assert.equal((await browser.send('GET', '/api/operator/users')).status, 200);
    await forged.enter(forged.browser(), { groups: ['gt-traders'] });
    assert.equal((await browser.send('GET', '/api/operator/users')).status, 403);
  });

  it('a user in no mapped group is refused, told what to ask for, and signed out', async (t) => {
    const forged = await ForgedWorld.open(t);
    const stranger = await forged.enter(forged.browser(), { groups: ['others'] });
    assert.equal(stranger.status, 403);
    assert.match(stranger.text, /Ask for one of &quot;gt-ops&quot;, &quot;gt-desk&quot;/);
    assert.equal(await forged.world.store.accounts.findUser('anna'), undefined);
    const browser = forged.browser();
    await forged.enter(browser, { groups: ['gt-ops'] });
    assert.equal((await forged.enter(forged.browser(), { groups: undefined })).status, 403);
    assert.equal((await browser.send('GET', '/api/v1/account')).status, 401);
    assert.equal((await forged.world.store.accounts.findUser('anna'))!.role, 'reader');
  });

  it('a user who left all mapped groups keeps no token of the provider, seen here or not', async (t) => {
    const forged = await ForgedWorld.open(t);
    const { world, provider } = forged;
    const seconds = () => Math.floor(world.now / 1_000);
    let count = 0;
    const bearer = (sub: string) =>
      provider.sign({
        ...{ iss: provider.issuer, aud: AUDIENCE, sub, jti: `${++count}` },
        ...{ iat: seconds(), exp: seconds() + 3_600 },
      });
    const statusOf = async (token: string): Promise<number> =>
      (await world.get('/api/v1/account', null, { authorization: `Bearer ${token}` })).status;
    const bert = { sub: 'sub-of-bert', preferred_username: 'bert' };
    for (const claims of [{}, bert]) await forged.enter(forged.browser(), claims);
    const [seen, unseen] = [await bearer('sub-of-anna'), await bearer('sub-of-anna')];
    const other = await bearer('sub-of-bert');
    for (const token of [seen, other]) assert.equal(await statusOf(token), 200);
    const waiting = forged.browser();
    assert.equal((await forged.signIn(waiting)).status, 303);
    forged.passMinutes(1);
    assert.equal((await forged.enter(forged.browser(), { groups: ['others'] })).status, 403);
    for (const token of [seen, unseen]) assert.equal(await statusOf(token), 401);
    assert.equal(await statusOf(other), 200);
    const late = await waiting.send('POST', '/api/v1/session/code', { code: 'sso' });
    assert.equal(late.status, 401, 'a sign-in that had not begun its session yet');
    assert.match(
      (await world.store.accounts.findLastEntry('sessions-ended', 'anna'))!.detail,
      /in no group of OIDC_MAP any more: tokens and sessions ended/,
    );
    forged.passMinutes(1);
    assert.equal((await forged.enter(forged.browser())).status, 200);
    for (const token of [seen, unseen]) assert.equal(await statusOf(token), 401);
    assert.equal(await statusOf(await bearer('sub-of-anna')), 200, 'a token that was issued later');
  });

  it('a user who left all groups is signed out whatever time the ID token has', async (t) => {
    const forged = await ForgedWorld.open(t);
    const { accounts } = forged.world.store;
    for (const [i, iat] of [1_715_940_000.1234, 1e11, 1e300, -1e300].entries()) {
      const who = { sub: `sub-${i}`, preferred_username: `user-${i}` };
      assert.equal((await forged.enter(forged.browser(), who)).status, 200);
      const left = { ...who, groups: ['others'], iat };
      assert.equal((await forged.enter(forged.browser(), left)).status, 403);
      const { id } = (await accounts.findUser(`user-${i}`))!;
      const endedAt = await (await accounts.identities()).tokensEndedAt(id);
      assert.ok(Number.isSafeInteger(endedAt) && endedAt! <= forged.world.now + 60_000);
    }
  });

  it('a name that a local account has never opens it', async (t) => {
    const forged = await ForgedWorld.open(t);
    for (const preferred_username of ['trader', 'TRADER']) {
      const answer = await forged.enter(forged.browser(), { preferred_username });
      assert.equal(answer.status, 403);
      assert.match(answer.text, /belongs to another account of this server/);
      assert.match(answer.text, /gridtide user identity trader --issuer http:\/\/127.* --subject/i);
    }
  });

  it('a name that no user can have, and a plan that does not exist, are refused', async (t) => {
    const forged = await ForgedWorld.open(t, { sso: { OIDC_MAP: '[{"group":"g","plan":"no"}]' } });
    const noPlan = await forged.enter(forged.browser(), { groups: ['g'] });
    assert.match(noPlan.text, /The plan &quot;no&quot; of your group does not exist/);
    const other = await ForgedWorld.open(t);
    for (const preferred_username of ['Änna', '', undefined, 7]) {
      const answer = await other.enter(other.browser(), { preferred_username });
      assert.equal(answer.status, 403);
      assert.match(answer.text, /gives no name that a user can have/);
    }
  });

  it('a disabled user stays out, and the journal says so', async (t) => {
    const forged = await ForgedWorld.open(t);
    const { accounts } = forged.world.store;
    await forged.enter(forged.browser());
    await disableUser(accounts, 'anna');
    const answer = await forged.enter(forged.browser(), { groups: ['gt-ops'] });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /The operator has disabled this user/);
    assert.equal((await accounts.findUser('anna'))!.role, 'reader');
    await forged.world.signIn.audit.flush();
    assert.ok(await accounts.findLastEntry('sign-in-failed', 'anna'));
  });

  it('groups may be one text, or in an object of the token', async (t) => {
    const forged = await ForgedWorld.open(t, { sso: { OIDC_GROUPS_CLAIM: 'realm_access.roles' } });
    const realm_access = { roles: 'gt-traders' };
    assert.equal((await forged.enter(forged.browser(), { realm_access })).status, 200);
    const odd = { realm_access: { roles: { 'gt-traders': true } }, sub: 'b' };
    assert.equal((await forged.enter(forged.browser(), odd)).status, 403);
  });

  it('a browser returns to the page that it came from, and to no other origin', async (t) => {
    const forged = await ForgedWorld.open(t);
    const lead = async (returnTo: string): Promise<unknown> => {
      const browser = forged.browser();
      const asked = await forged.begin(browser, returnTo);
      forged.answerWith(
        (claims) => forged.provider.sign(claims),
        () => forged.claimsOf(asked),
      );
      return (await browser.open(forged.callback(asked))).headers.location;
    };
    assert.equal(await lead('/s/dehrprice?from=today'), '/s/dehrprice?from=today&code=sso');
    assert.equal(await lead('/docs#top'), '/docs?code=sso#top');
    assert.equal(await lead('//evil.example.com'), '/?code=sso');
    assert.equal(await lead('https://evil.example.com'), '/?code=sso');
    assert.equal(await lead(''), '/?code=sso');
  });

  it('the cookies of a sign-in are HttpOnly, and behind TLS theirs alone', async (t) => {
    const forged = await ForgedWorld.open(t, { trustProxy: true });
    const { headers } = await forged.world.raw({
      method: 'GET',
      url: '/sso/sign-in',
      headers: { host: 'grid.example.com', 'x-forwarded-proto': 'https' },
    });
    assert.match(
      String(headers['set-cookie']),
      /^__Host-gridtide-sso=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    );
    const redirect = new URL(String(headers.location)).searchParams.get('redirect_uri');
    assert.equal(redirect, 'https://grid.example.com/sso/callback');
  });

  it('a provider that is down gives a page that says so, and is asked again later', async (t) => {
    let elapsed = 0;
    const forged = await ForgedWorld.open(t, { elapsed: () => elapsed });
    forged.provider.isDown = true;
    for (let i = 0; i < 5; i++) {
      const answer = await forged.browser().open('/sso/sign-in');
      assert.equal(answer.status, 503);
      assert.match(answer.text, /<h1>The sign-in provider does not answer<\/h1>/);
      assert.equal(answer.headers['retry-after'], '5');
    }
    assert.equal(forged.provider.asked.length, 1, 'strangers do not make the server ask');
    forged.provider.isDown = false;
    elapsed += 5_000;
    assert.equal((await forged.enter(forged.browser())).status, 200);
  });

  it('a provider that goes down between the pages is told apart from a wrong answer', async (t) => {
    const forged = await ForgedWorld.open(t);
    const browser = forged.browser();
    const asked = await forged.begin(browser);
    forged.provider.isDown = true;
    const answer = await browser.open(forged.callback(asked));
    assert.equal(answer.status, 503);
  });

  it('a description that names another issuer is not believed', async (t) => {
    const forged = await ForgedWorld.open(t);
    forged.provider.description = { issuer: 'https://evil.example.com' };
    assert.equal((await forged.browser().open('/sso/sign-in')).status, 503);
  });

  it('an endpoint that is not https is not asked', async (t) => {
    const forged = await ForgedWorld.open(t);
    forged.provider.description = { token_endpoint: 'http://198.51.100.1/token' };
    const answer = await forged.browser().open('/sso/sign-in');
    assert.equal(answer.status, 503);
    assert.match(answer.text, /has no token_endpoint that may be asked/);
  });

  it('signing out tells the page the provider’s address that signs out there', async (t) => {
    const forged = await ForgedWorld.open(t);
    const browser = forged.browser();
    await forged.enter(browser);
    const { body } = await browser.send('DELETE', '/api/v1/session');
    const next = new URL(body.next);
    assert.equal(`${next.origin}${next.pathname}`, `${forged.provider.issuer}/end`);
    assert.equal(next.searchParams.get('post_logout_redirect_uri'), 'http://localhost/');
    assert.equal((await browser.send('GET', '/api/v1/account')).status, 401);
    const local = forged.browser();
    const password = 'a-long-enough-password';
    await local.send('POST', '/api/v1/session', { username: 'trader', password });
    assert.deepEqual((await local.send('DELETE', '/api/v1/session')).body, { signedOut: true });
  });

  it('a user of the provider confirms changes by a sign-in of the last ten minutes', async (t) => {
    const forged = await ForgedWorld.open(t);
    const browser = forged.browser();
    await forged.enter(browser, { groups: ['gt-ops'] });
    const addKey = (name: string) => browser.send('POST', '/api/v1/account/keys', { name });
    assert.equal((await addKey('first')).status, 200);
    const user = { name: 'new', plan: 'germany' };
    assert.equal((await browser.send('POST', '/api/operator/users', user)).status, 200);
    forged.passMinutes(11);
    const late = await addKey('second');
    assert.deepEqual([late.status, late.body.code], [403, 'password_wrong']);
    assert.match(late.body.detail, /sign-in is more than 10 minutes old/);
    const operating = await browser.send('POST', '/api/operator/users', { ...user, name: 'x' });
    assert.equal(operating.status, 403);
    const body = { password: '', newPassword: 'a-new-long-enough-password' };
    const own = await browser.send('POST', '/api/v1/account/password', body);
    assert.match(own.body.detail, /you sign in at a provider/);
  });

  it('failed sign-ins are logged with the check that failed, and without tokens', async (t) => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const forged = await ForgedWorld.open(t, { logger });
    await forged.signIn(forged.browser(), { claims: { nonce: 'other' } });
    await forged.enter(forged.browser());
    const failed = lines.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome);
    assert.deepEqual(
      failed.map(({ outcome, address }) => [outcome, address]),
      [['refused', '198.51.100.7']],
    );
    assert.match(failed[0].reason, /^OAUTH_/);
    assert.doesNotMatch(lines.join(''), /eyJ|a-code-of|secret|sub-of-anna/);
    const metrics = (await forged.world.get('/metrics', null)).text;
    assert.match(metrics, /gridtide_sign_ins_total\{outcome="refused"\} 1/);
    assert.match(metrics, /gridtide_sign_ins_total\{outcome="accepted"\} 1/);
  });

  it('without single sign-on its pages do not exist, and /about says nothing of it', async (t) => {
    const { World } = await import('../../../../../harness/world/world.ts');
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    for (const path of ['/sso/sign-in', '/sso/callback'])
      assert.equal((await world.get(path, null)).status, 404);
    const logout = { method: 'POST', url: '/sso/back-channel-logout' };
    assert.equal((await world.raw(logout)).status, 404);
    const plain = (await world.get('/api/v1/about', null)).body;
    assert.deepEqual([plain.singleSignOn, plain.passwords], [undefined, undefined]);
    const forged = await ForgedWorld.open(t, { acceptsPasswords: false });
    const { singleSignOn, passwords } = (await forged.world.get('/api/v1/about', null)).body;
    assert.deepEqual([singleSignOn, passwords], [{ label: 'Example AG' }, false]);
  });
});
