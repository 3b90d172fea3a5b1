// Single sign-on at two servers of one store: a sign-in that begins at one ends at the other, and works once.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import { lastFirst } from '../../harness/lifetime.ts';
import { CLIENT_ID, ForgingProvider } from '../../harness/sso/forging-provider.ts';
import { makeServedStore } from './served-store.ts';

const HOST = { host: 'grid.example.com' };

async function openServers(t: TestContext, map: string) {
  const ends = lastFirst(t);
  const { url } = await makeServedStore({ after: (end) => ends.after(end) });
  const provider = await ForgingProvider.open(ends);
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const config = readConfig({
    ...{ STORE: url, PORT: '0', FORECASTS: 'false', ANSWER_THREADS: '0' },
    ...{ ...provider.settings, OIDC_MAP: map },
  });
  const start = async (): Promise<App> => {
    const app = await startApp(config, { isDemo: false, logger });
    ends.after(() => app.close());
    return app;
  };
  return { provider, lines, first: await start(), second: await start() };
}

const cookieOf = (header: unknown): string => String([header].flat()[0]).split(';', 1)[0]!;

describe('single sign-on at two servers', () => {
  it('a sign-in may go on at another server, and is used once at all of them', async (t) => {
    const map = '[{"group":"gt-traders","plan":"all"},{"group":"x","plan":"gone"}]';
    const { provider, lines, first, second } = await openServers(t, map);
    const begun = await first.server.inject({ url: '/sso/sign-in', headers: HOST });
    const asked = new URL(String(begun.headers.location)).searchParams;
    const now = Math.floor(Date.now() / 1_000);
    provider.answer = async () => ({
      body: {
        ...{ token_type: 'Bearer', access_token: 'opaque' },
        id_token: await provider.sign({
          ...{ iss: provider.issuer, aud: CLIENT_ID, sub: 'carla', iat: now, exp: now + 60 },
          ...{ nonce: asked.get('nonce')!, preferred_username: 'carla', groups: ['gt-traders'] },
        }),
      },
    });
    const url = `/sso/callback?code=a&state=${asked.get('state')}`;
    const headers = { ...HOST, cookie: cookieOf(begun.headers['set-cookie']) };
    const back = await second.server.inject({ url, headers });
    assert.equal(back.statusCode, 303, back.body);
    const again = await first.server.inject({ url, headers });
    assert.match(again.json().detail, /was used already/);
    const started = await first.server.inject({
      method: 'POST',
      url: '/api/v1/session/code',
      headers: {
        ...{ ...HOST, cookie: cookieOf(back.headers['set-cookie']) },
        ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      },
      payload: '{"code":"sso"}',
    });
    assert.deepEqual([started.statusCode, started.json().userName], [200, 'carla']);
    const warned = lines.map((line) => JSON.parse(line)).filter(({ plan }) => plan);
    assert.deepEqual(
      warned.map(({ plan, msg }) => `${plan}: ${msg}`),
      Array(2).fill('gone: OIDC_MAP names a plan that does not exist'),
    );
  });

  it('a server starts while the provider is down', async (t) => {
    const { provider, first } = await openServers(t, '[{"group":"a","plan":"all"}]');
    assert.deepEqual(provider.asked, [], 'a start asks the provider nothing');
    provider.isDown = true;
    const { statusCode } = await first.server.inject({ url: '/sso/sign-in', headers: HOST });
    assert.equal(statusCode, 503);
    assert.equal((await first.server.inject('/readyz')).statusCode, 200);
  });
});
