// The limit of requests without a token, over real connections.

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitAnswer, awaitEnd, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { HttpConnection } from '../../../harness/load/http-connection.ts';
import { type Answer, World } from '../../../harness/world/world.ts';
import { assertRefused } from '../request/assert-refused.ts';

/** A sixth of the requests of a minute may come at once. */
const AT_ONCE = 3;

interface Asked {
  readonly method?: string;
  readonly from?: string;
  readonly lines?: readonly string[];
  readonly body?: string;
}

type Ask = (path: string, asked?: Asked) => Promise<Answer>;

interface Opened {
  readonly world: World;
  readonly port: number;
  readonly ask: Ask;
}

async function openWorld(t: TestContext, trustProxy = false): Promise<Opened> {
  const world = await World.open(t, {
    now: '2024-05-17T10:00:00Z',
    trustProxy,
    strangerRequestsPerMinute: 6 * AT_ONCE,
  });
  await world.load({ code: 'dehrprice', from: '2024-05-17T10:00:00Z', values: [1, 2, 3] });
  const port = await listen(world.app);
  const ask: Ask = async (path, { method = 'GET', from = '127.0.0.1', lines = [], body } = {}) => {
    const socket = await openSocket(port, { from });
    const more = body === undefined ? [] : [JSON_LINE, `Content-Length: ${body.length}`];
    const head = [`${method} ${path} HTTP/1.1`, 'Host: a', ...lines, ...more].join('\r\n');
    socket.write(`${head}\r\n\r\n${body ?? ''}`);
    return (await awaitAnswer(socket))!;
  };
  return { world, port, ask };
}

const JSON_LINE = 'Content-Type: application/json';

async function exhaust(ask: Ask, path: string, asked: Asked = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < AT_ONCE; i++) statuses.push((await ask(path, asked)).status);
  return [...new Set(statuses)];
}

describe('a server whose store is away', () => {
  it('a token is answered with a refusal, and the failure is left unhandled nowhere', async (t) => {
    const { world, ask } = await openWorld(t);
    const lines = [`Authorization: Bearer ${await world.key('trader', 'spare')}`];
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    t.after(() => process.off('unhandledRejection', note));
    await world.store.close();
    for (let i = 0; i < 3; i++) {
      const { status } = await ask('/api/v1/account', { lines });
      assert.equal(status, 503);
    }
    await wait(20);
    assert.deepEqual(unhandled, []);
  });
});

describe('a server that strangers ask too often', () => {
  for (const [path, status] of [
    ['/api/v1/about', 200],
    ['/openapi.json', 200],
    ['/metrics', 200],
    ['/errors', 200],
    ['/', 200],
    ['/api/v1/power-balance-forecast/areas', 200],
    ['/api/v1/metadata/series', 200],
    ['/nowhere', 404],
    ['/api/v1/account', 401],
  ] as const) {
    it(`a server refuses the fourth GET ${path} of an address, and says when to come back`, async (t) => {
      const { ask } = await openWorld(t);
      assert.deepEqual(await exhaust(ask, path), [status]);
      const answer = await ask(path);
      assertRefused(answer, 429, 'rate_exceeded');
      assert.match(String(answer.headers['retry-after']), /^[1234]$/);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    });
  }

  it('a server counts requests of wrong types and with tokens that are none', async (t) => {
    const { ask } = await openWorld(t);
    const bad = { method: 'POST', body: '{"SeriesId":0}' };
    assert.deepEqual(await exhaust(ask, '/api/fundamental/series', bad), [400]);
    assertRefused(await ask('/api/fundamental/series', bad), 429, 'rate_exceeded');
    const other = { from: '127.0.0.2', lines: ['Authorization: Bearer none'] };
    assert.deepEqual(await exhaust(ask, '/api/v1/account', other), [401]);
    assertRefused(await ask('/api/v1/account', other), 429, 'rate_exceeded');
  });

  it('a server answers probes, callers with a token and other addresses all the same', async (t) => {
    const { world, ask } = await openWorld(t);
    await exhaust(ask, '/api/v1/about');
    assert.equal((await ask('/api/v1/about')).status, 429);
    assert.equal((await ask('/healthz')).status, 200);
    assert.equal((await ask('/readyz')).status, 200);
    assert.equal((await ask('/api/v1/about', { from: '127.0.0.2' })).status, 200);
    const lines = [`Authorization: Bearer ${await world.token()}`];
    assert.equal((await ask('/api/v1/series/dehrprice', { lines })).status, 200);
    assert.equal((await ask('/api/v1/about', { lines })).status, 200);
  });

  it('a server answers a good key in a Basic header, and refuses a bad one at the gate', async (t) => {
    const { world, ask } = await openWorld(t);
    const linesOf = (secret: string) => [`Authorization: Basic ${btoa(`trader:${secret}`)}`];
    const key = await world.key('trader', 'grafana');
    const query = '/prometheus/api/v1/query?query=1';
    await exhaust(ask, '/api/v1/about');
    assert.equal((await ask(query, { lines: linesOf(key) })).status, 200);
    assert.equal((await ask(query, { lines: linesOf('a guess') })).status, 429);
    assert.equal((await ask(query)).status, 429);
  });

  it('a server lets a body with a token in if callers use the address, and signs them in', async (t) => {
    const { world, ask } = await openWorld(t);
    const Token = await world.token();
    const body = JSON.stringify({ SeriesId: 'dehrprice', UserInfo: { Token } });
    const from = '127.0.0.3';
    const asked = { method: 'POST', body, from };
    const signIn = {
      from,
      method: 'POST',
      body: JSON.stringify({ username: 'trader', password: 'a-long-enough-password' }),
    };
    await exhaust(ask, '/api/v1/about', { from });
    assert.equal((await ask('/api/fundamental/series', asked)).status, 429);
    assert.equal((await ask('/api/v1/auth', signIn)).status, 429);
    await ask('/api/v1/account', { from, lines: [`Authorization: Bearer ${Token}`] });
    assert.equal((await ask('/api/fundamental/series', asked)).status, 200);
    assert.equal((await ask('/api/v1/auth', signIn)).status, 200);
    assert.equal((await ask('/api/v1/about', { from })).status, 429);
  });

  it('a server does not count requests with a good token in their body', async (t) => {
    const { world, ask } = await openWorld(t);
    const body = JSON.stringify({
      SeriesId: 'dehrprice',
      UserInfo: { Token: await world.token() },
    });
    const asked = { method: 'POST', body, from: '127.0.0.3' };
    for (let i = 0; i < 2; i++)
      assert.deepEqual(await exhaust(ask, '/api/fundamental/series', asked), [200]);
    assert.equal((await ask('/api/v1/about', { from: '127.0.0.3' })).status, 200);
  });

  it('a server refuses a second long body of an address before it reads it', async (t) => {
    const { ask } = await openWorld(t);
    const asked = { method: 'POST', body: `{"SeriesIds":[${'0,'.repeat(20_000)}0]}` };
    const path = '/api/fundamental/series/multi';
    assert.equal((await ask(path, asked)).status, 400);
    assertRefused(await ask(path, asked), 429, 'rate_exceeded');
  });

  it('a server reads no more of a body while its refusal waits', async (t) => {
    const { world, ask, port } = await openWorld(t);
    await exhaust(ask, '/api/v1/about');
    const { promise: accepted, resolve: accept } = Promise.withResolvers<Socket>();
    world.app.server.once('connection', accept);
    const socket = await openSocket(port);
    t.after(() => socket.destroy());
    const head =
      'POST /api/fundamental/series/multi HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000';
    socket.write(`${head}\r\n${JSON_LINE}\r\n\r\n${' '.repeat(1_000_000)}`);
    const { bytesRead } = await accepted.then(async (server) => {
      await wait(200);
      return server;
    });
    assert.ok(bytesRead > 0 && bytesRead < 300_000, `${bytesRead} bytes were read`);
  });

  it('a server that closes gives refusals that wait at once', async (t) => {
    const { world, ask, port } = await openWorld(t);
    await exhaust(ask, '/api/v1/about');
    const sockets = await Promise.all(Array.from({ length: 5 }, () => openSocket(port)));
    for (const socket of sockets) socket.write('GET /api/v1/about HTTP/1.1\r\nHost: a\r\n\r\n');
    const answers = sockets.map(awaitEnd);
    await wait(50);
    await world.app.close();
    for (const answer of await Promise.all(answers)) {
      assertRefused(answer!, 429, 'rate_exceeded');
      assert.equal(answer!.headers.connection, 'close');
    }
  });

  it('a connection goes on after its refusal, and after a body that was not read', async (t) => {
    const { ask, port } = await openWorld(t);
    await exhaust(ask, '/api/v1/about');
    const body = `{"SeriesId":"${' '.repeat(30_000)}"}`;
    const head = `Host: a\r\n${JSON_LINE}\r\nContent-Length: ${body.length}`;
    const connection = await HttpConnection.open(port);
    t.after(() => connection.close());
    const post = Buffer.from(`POST /api/fundamental/series HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    assert.equal((await connection.ask(post)).status, 429);
    const probe = Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.equal((await connection.ask(probe)).status, 200);
  });

  it('a server does not count sign-ins', async (t) => {
    const { ask } = await openWorld(t);
    const signIn = {
      method: 'POST',
      body: JSON.stringify({ username: 'trader', password: 'a-long-enough-password' }),
    };
    assert.deepEqual(await exhaust(ask, '/api/v1/auth', signIn), [200]);
    assert.equal((await ask('/api/v1/about')).status, 200);
  });

  it('a server behind a proxy counts by the address that the proxy names', async (t) => {
    const { ask } = await openWorld(t, true);
    const from = (address: string) => ({ lines: [`X-Forwarded-For: 9.9.9.9, ${address}`] });
    await exhaust(ask, '/api/v1/about', from('10.0.0.1'));
    assert.equal((await ask('/api/v1/about', from('10.0.0.1'))).status, 429);
    assert.equal((await ask('/api/v1/about', from('10.0.0.2'))).status, 200);
  });
});
