// Requests with a session's cookie that another site could have sent, and sign-ins of another site's form.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { PASSWORD, World } from '../../../harness/world/world.ts';
import { Browser, cookieOf, openBrowser } from '../api/v1/session/browser.ts';
import { assertRefused } from './assert-refused.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
const proxied = await World.open({ after }, { now: NOW, trustProxy: true });

type Headers = Readonly<Record<string, string>>;

/** The name of the only host that the requests below go to, with the cookie of a browser there. */
async function cookieFor(on: World, headers: Headers): Promise<string> {
  const browser = new Browser(on);
  const own = { ...headers, 'sec-fetch-site': 'same-origin' };
  assert.equal((await browser.signIn('trader', {}, { headers: own })).status, 200);
  return browser.cookie;
}

const HOST = { host: 'grid.example.org' };
const PORT = { host: 'grid.example.org:8080' };
const PROXIED = { host: '10.0.0.7:8080', 'x-forwarded-host': 'grid.example.org' };
const TLS = { ...PROXIED, 'x-forwarded-proto': 'https' };

/** What a browser sends: the headers of the connection, what it says of the page, and what is allowed. */
const CASES: readonly [what: string, on: World, via: Headers, says: Headers, allows: string][] = [
  ['nothing about the page', world, HOST, {}, 'reads'],
  ['its own page', world, HOST, { 'sec-fetch-site': 'same-origin' }, 'all'],
  ['an address that the user typed', world, HOST, { 'sec-fetch-site': 'none' }, 'reads'],
  ['a page of another site', world, HOST, { 'sec-fetch-site': 'cross-site' }, 'nothing'],
  ['a page of a sibling host', world, HOST, { 'sec-fetch-site': 'same-site' }, 'nothing'],
  ['a word that is none of them', world, HOST, { 'sec-fetch-site': 'Same-Origin' }, 'nothing'],
  [
    'another site, with the right Origin',
    world,
    HOST,
    { 'sec-fetch-site': 'cross-site', origin: 'http://grid.example.org' },
    'nothing',
  ],
  ['the right Origin', world, HOST, { origin: 'http://grid.example.org' }, 'all'],
  ['the right Origin in other letters', world, HOST, { origin: 'http://GRID.example.org' }, 'all'],
  [
    'the right Origin through a proxy that is not trusted',
    world,
    HOST,
    { origin: 'https://grid.example.org' },
    'all',
  ],
  ['the right Origin with a port', world, PORT, { origin: 'http://grid.example.org:8080' }, 'all'],
  ['another port', world, PORT, { origin: 'http://grid.example.org:8081' }, 'nothing'],
  ['no port', world, PORT, { origin: 'http://grid.example.org' }, 'nothing'],
  [
    'a host that begins like ours',
    world,
    HOST,
    { origin: 'http://grid.example.org.evil' },
    'nothing',
  ],
  ['a host that ends like ours', world, HOST, { origin: 'http://my-grid.example.org' }, 'nothing'],
  ['an Origin with a user', world, HOST, { origin: 'http://x@grid.example.org' }, 'nothing'],
  ['the Origin null', world, HOST, { origin: 'null' }, 'nothing'],
  ['an empty Origin', world, HOST, { origin: '' }, 'nothing'],
  ['another scheme', world, HOST, { origin: 'ftp://grid.example.org' }, 'nothing'],
  [
    'a forwarded host without a trusted proxy',
    world,
    { ...HOST, 'x-forwarded-host': 'evil.example' },
    { origin: 'http://evil.example' },
    'nothing',
  ],
  ['the host that a proxy names', proxied, PROXIED, { origin: 'http://grid.example.org' }, 'all'],
  ['the proxy’s TLS', proxied, TLS, { origin: 'https://grid.example.org' }, 'all'],
  [
    'plain HTTP beside the proxy’s TLS',
    proxied,
    TLS,
    { origin: 'http://grid.example.org' },
    'nothing',
  ],
  [
    'TLS without the proxy’s word',
    proxied,
    PROXIED,
    { origin: 'https://grid.example.org' },
    'nothing',
  ],
  ['the proxy’s own host', proxied, PROXIED, { origin: 'http://10.0.0.7:8080' }, 'nothing'],
  [
    'a host that the client wrote before the proxy’s',
    proxied,
    { ...PROXIED, 'x-forwarded-host': 'evil.example, grid.example.org' },
    { origin: 'http://evil.example' },
    'nothing',
  ],
];

describe('a request with a session’s cookie', () => {
  for (const [what, on, via, says, allows] of CASES) {
    it(`a request with a session’s cookie from ${what} may do ${allows}`, async () => {
      const cookie = await cookieFor(on, via);
      const headers = { ...via, ...says, cookie };
      const read = await on.raw({ method: 'GET', url: '/api/v1/account', headers });
      if (allows === 'nothing') assertRefused(read, 403, 'cross_site_refused');
      else assert.equal(read.status, 200, read.text);
      const write = await on.raw({
        method: 'DELETE',
        url: '/api/v1/account/sessions/0123456789abcdef',
        headers,
      });
      if (allows === 'all') assertRefused(write, 404, 'session_unknown');
      else assertRefused(write, 403, 'cross_site_refused');
    });
  }

  it('the refusal names its reason, counts no request of the user and keeps the session', async () => {
    const browser = await openBrowser(world, 'german');
    const before = (await browser.get('/api/v1/account')).body.use.requestsLeft;
    const headers = { 'sec-fetch-site': 'cross-site' };
    const refused = await browser.send('DELETE', '/api/v1/session', { headers });
    assert.match(assertRefused(refused, 403, 'cross_site_refused').detail, /Sec-Fetch-Site/);
    assert.equal(cookieOf(refused), undefined);
    const after = (await browser.get('/api/v1/account')).body.use.requestsLeft;
    assert.equal(after, before - 1);
  });

  it('a request with a token needs no Origin, and may have any', async () => {
    for (const headers of [{}, { origin: 'http://evil.example' }] as Headers[]) {
      const answer = await world.raw({
        method: 'POST',
        url: '/api/user/logout',
        headers: {
          ...headers,
          authorization: `Bearer ${await world.token()}`,
          'content-type': 'application/json',
        },
        payload: '{}',
      });
      assert.equal(answer.status, 200, answer.text);
    }
  });
});

describe('a sign-in of another site’s form', () => {
  const body = JSON.stringify({ username: 'trader', password: PASSWORD });
  const FORMS: readonly [type: string, payload: string][] = [
    ['application/x-www-form-urlencoded', `username=trader&password=${PASSWORD}`],
    ['text/plain', body],
    ['application/json', body],
  ];
  for (const [type, payload] of FORMS) {
    it(`a form of the type ${type} is refused, whatever the browser says of its site`, async () => {
      for (const says of [
        { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: 'http://other.example.org' },
        { origin: 'http://evil.example' },
        { origin: 'null' },
        {},
      ] as Headers[]) {
        for (const url of ['/api/v1/session', '/api/v1/session/code']) {
          const headers = { ...HOST, ...says, 'content-type': type };
          const answer = await world.raw({ method: 'POST', url, headers, payload });
          assertRefused(answer, 403, 'cross_site_refused');
          assert.equal(cookieOf(answer), undefined);
        }
      }
    });
  }

  it('no answer lets another site read it', async () => {
    const browser = await openBrowser(world);
    const { headers } = await browser.get('/api/v1/account');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  });
});
