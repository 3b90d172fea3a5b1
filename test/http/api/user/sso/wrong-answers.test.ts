// What comes back from a provider, right and wrong in every way. Each wrong one is refused, and starts no session.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { AUDIENCE, unsigned } from '../../../../../harness/sso/forging-provider.ts';
import { type Claims, ForgedWorld, type Forging } from './forged-sign-in.ts';

const seconds = (text: string): number => Date.parse(text) / 1_000;

describe('the answer of the sign-in provider', async () => {
  const forged = await ForgedWorld.open({ after });
  const { provider, world } = forged;
  const sign = (alg: 'RS256' | 'PS256' | 'ES256' | 'EdDSA') => (claims: Claims) =>
    provider.sign(claims, { alg });

  const ACCEPTED: readonly (readonly [title: string, forging: Forging])[] = [
    ['a right ID token', {}],
    ['an ID token signed with PS256', { token: sign('PS256') }],
    ['an ID token signed with ES256', { token: sign('ES256') }],
    ['an ID token signed with EdDSA', { token: sign('EdDSA') }],
    ['a provider that names itself in the answer', { query: { iss: provider.issuer } }],
    ['a clock that is 50 s behind', { claims: { exp: seconds('2024-05-17T09:59:10Z') } }],
    ['an audience among others', { claims: { aud: ['gridtide', 'other'], azp: 'gridtide' } }],
  ];
  for (const [title, forging] of ACCEPTED) {
    it(`${title} is accepted`, async () => {
      const browser = forged.browser();
      const answer = await forged.signIn(browser, forging);
      assert.equal(answer.status, 303, answer.text);
      assert.equal(answer.headers.location, '/account?code=sso');
      assert.equal(answer.headers['cache-control'], 'no-store');
    });
  }

  const REFUSED: readonly (readonly [title: string, forging: Forging, words: RegExp])[] = [
    ['another nonce', { claims: { nonce: 'other' } }, /nonce/],
    ['no nonce', { claims: { nonce: undefined } }, /INVALID_RESPONSE/],
    ['another issuer', { claims: { iss: 'https://evil.example.com' } }, /iss/],
    ['no issuer', { claims: { iss: undefined } }, /iss|INVALID/i],
    ['another audience', { claims: { aud: 'other' } }, /aud/],
    ['the audience of programs', { claims: { aud: AUDIENCE } }, /aud/],
    ['another authorised party', { claims: { aud: ['gridtide', 'b'], azp: 'b' } }, /azp/],
    ['an end in the past', { claims: { exp: seconds('2024-05-17T09:58:59Z') } }, /exp|TIMESTAMP/i],
    ['no end', { claims: { exp: undefined } }, /exp|INVALID|MISSING/i],
    ['a start ahead', { claims: { nbf: seconds('2024-05-17T10:01:01Z') } }, /nbf|TIMESTAMP/i],
    ['no subject', { claims: { sub: undefined } }, /sub|INVALID/i],
    ['no signature', { token: unsigned }, /not accepted/],
    ['the public key as a secret', { token: (c) => provider.signByPublicKey(c) }, /not accepted/],
    ['an unknown key', { token: (c) => provider.sign(c, { kid: 'unknown' }) }, /JWKS/],
    ['the key of another algorithm', { token: (c) => provider.sign(c, { kid: 'ES256' }) }, /JWKS/],
    [
      'a changed claim',
      {
        token: async (claims) => {
          const [head, , signature] = (await provider.sign(claims)).split('.');
          const body = Buffer.from(JSON.stringify({ ...claims, sub: 'other' }));
          return `${head}.${body.toString('base64url')}.${signature}`;
        },
      },
      /SIGNATURE/,
    ],
    ['garbage instead of a token', { token: () => 'garbage' }, /not accepted/],
    ['another state', { query: { state: 'A'.repeat(43) } }, /did not begin this sign-in/],
    ['no state', { query: { state: undefined } }, /did not begin this sign-in/],
    ['another code', { query: { code: 'stolen' } }, /it says invalid_grant/],
    ['no code', { query: { code: undefined } }, /not accepted/],
    ['a refusal', { query: { code: undefined, error: 'access_denied' } }, /it says access_denied/],
    ['markup in a refusal', { query: { code: undefined, error: '<b>no</b>' } }, /not accepted/],
    [
      'another provider in the answer',
      { query: { iss: 'https://evil.example.com' } },
      /iss|INVALID/,
    ],
  ];
  for (const [i, [title, forging, words]] of REFUSED.entries()) {
    it(`${title} is refused`, async () => {
      // Failed sign-ins count by address.
      const browser = forged.browser(`198.51.100.${i + 10}`);
      const answer = await forged.signIn(browser, forging);
      assert.equal(answer.status, 403, answer.text);
      assert.match(answer.text, /<h1>Single sign-on refused<\/h1>/);
      const [, detail = ''] = /<p>([^<]*)<\/p>/.exec(answer.text) ?? [];
      assert.match(detail, words);
      assert.doesNotMatch(answer.text, /<b>|eyJ/);
      const started = await browser.send('POST', '/api/v1/session/code', { code: 'sso' });
      assert.equal(started.status, 401);
    });
  }

  it('an answer works once, and a code is asked for once', async () => {
    const browser = forged.browser();
    const asked = await forged.begin(browser);
    const kept = [...browser.cookies];
    let exchanged = 0;
    forged.answerWith(
      (claims) => provider.sign(claims),
      () => {
        exchanged++;
        return forged.claimsOf(asked);
      },
    );
    assert.equal((await browser.open(forged.callback(asked))).status, 303);
    for (const [name, value] of kept) browser.setCookie(name, value);
    const again = await browser.open(forged.callback(asked));
    assert.equal(again.status, 403);
    assert.match(again.text, /This sign-in was used already/);
    assert.equal(exchanged, 1);
  });

  it('an answer that another browser asked for is refused', async () => {
    const [victim, attacker] = [forged.browser(), forged.browser('198.51.100.80')];
    await forged.begin(victim);
    const asked = await forged.begin(attacker);
    forged.answerWith(
      (claims) => provider.sign(claims),
      () => forged.claimsOf(asked),
    );
    assert.equal((await victim.open(forged.callback(asked))).status, 403);
    assert.equal((await forged.browser().open(forged.callback(asked))).status, 403);
  });

  it('an answer after ten minutes is refused', async () => {
    const browser = forged.browser('198.51.100.81');
    const asked = await forged.begin(browser);
    forged.passMinutes(10);
    forged.answerWith(
      (claims) => provider.sign(claims),
      () => forged.claimsOf(asked),
    );
    const answer = await browser.open(forged.callback(asked));
    assert.equal(answer.status, 403);
    assert.match(answer.text, /more than 10 minutes ago/);
  });

  it('the code is sent with PKCE, the redirect address and the client’s secret', async () => {
    const browser = forged.browser();
    const asked = await forged.begin(browser, '');
    assert.equal(asked.get('code_challenge_method'), 'S256');
    assert.equal(asked.get('tenant'), 'desk');
    assert.equal(asked.get('scope'), 'openid profile');
    let sent: URLSearchParams | undefined;
    let authorization = '';
    provider.answer = async (fields, headers) => {
      sent = fields;
      authorization = headers.authorization ?? '';
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    await browser.open(forged.callback(asked));
    const { createHash } = await import('node:crypto');
    const challenge = createHash('sha256').update(sent!.get('code_verifier')!).digest('base64url');
    assert.equal(challenge, asked.get('code_challenge'));
    assert.equal(sent!.get('redirect_uri'), asked.get('redirect_uri'));
    const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    assert.equal(
      decodeURIComponent(basic.replaceAll('+', ' ')),
      'gridtide:a secret: of the client',
    );
  });

  it('twenty wrong answers make an address wait, and the provider is left alone', async () => {
    const browser = forged.browser('203.0.113.9');
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) {
      const before = provider.asked.length;
      const { status } = await browser.open(`/sso/callback?code=a&state=${i}`);
      assert.equal(provider.asked.length, before);
      statuses.push(status);
    }
    assert.deepEqual([statuses[0], statuses[18], statuses[21]], [403, 403, 429]);
  });

  it('a program that meets a refusal gets a problem document', async () => {
    const { status, body } = await world.get('/sso/callback?code=a', null);
    assert.deepEqual([status, body.code], [403, 'sso_refused']);
  });
});
