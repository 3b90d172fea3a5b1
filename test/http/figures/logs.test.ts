import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { exchange, listen } from '../../../harness/http/raw-connection.ts';
import { PASSWORD, World } from '../../../harness/world/world.ts';

const lines: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });

const world = await World.open(
  { after },
  {
    now: '2024-05-17T10:00:00Z',
    logger,
    extend: (app) => {
      app.post('/defect', {
        config: { access: 'public' },
        handler: async () => {
          throw new Error('the defect');
        },
      });
    },
  },
);
await world.load({ code: 'dehrprice', from: '2024-05-16T22:00:00Z', values: [1, 2, 3] });

interface Entry {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly user?: string;
  readonly err?: { readonly message: string; readonly stack: string };
}

/** Returns what is logged during some work. */
async function logOf(work: () => Promise<unknown>): Promise<Entry[]> {
  lines.length = 0;
  await work();
  await new Promise(setImmediate);
  return lines.map((line) => JSON.parse(line));
}

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  world.raw({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('the log', () => {
  it('the log has a line for each request: its id, route, status, time and user', async () => {
    const token = await world.token();
    const headers = { authorization: `Bearer ${token}` };
    let id: unknown;
    const log = await logOf(async () => {
      const answer = await world.get('/api/v1/series/dehrprice?from=today', null, headers);
      id = answer.headers['x-request-id'];
    });
    assert.equal(log.length, 1);
    const { ms, level, ...entry } = log[0]!;
    assert.equal(typeof ms, 'number');
    assert.equal(level, 30);
    assert.deepEqual(
      { ...entry, time: undefined, pid: undefined, hostname: undefined },
      {
        requestId: id,
        method: 'GET',
        route: '/api/v1/series/:seriesId',
        status: 200,
        user: 'trader',
        msg: 'request',
        time: undefined,
        pid: undefined,
        hostname: undefined,
      },
    );
  });

  it('the log has a line for each refusal, at the same level: the fault is the client’s', async () => {
    const log = await logOf(async () => {
      await world.get('/api/v1/series/nosuch', null);
      await world.get('/nowhere', null);
      await post('/api/v1/auth', '{');
    });
    assert.deepEqual(
      log.map(({ level, route, status, user }) => [level, route, status, user]),
      [
        [30, '/api/v1/series/:seriesId', 401, undefined],
        [30, 'unknown', 404, undefined],
        [30, '/api/v1/auth', 400, undefined],
      ],
    );
  });

  it('a denied write is a warning, whichever right it lacks; a denied read is none', async () => {
    const token = await world.token();
    const key = await world.key('trader', 'reader');
    const authorization = `Bearer ${token}`;
    const log = await logOf(async () => {
      await post('/api/v1/account/keys', '{"name":"n"}');
      await post('/api/v1/account/keys', '{"name":"n"}', { authorization: `Bearer ${key}` });
      await post('/api/operator/imports/1/undo', '{}', { authorization });
      await world.get('/api/operator/users', null, { authorization });
      await post('/api/fundamental/series', '{"SeriesId":"dehrprice"}');
    });
    assert.deepEqual(
      log.map(({ level, msg, method, status, user }) => [level, msg, method, status, user]),
      [
        [40, 'write denied', 'POST', 401, undefined],
        [40, 'write denied', 'POST', 403, 'trader'],
        [40, 'write denied', 'POST', 403, 'trader'],
        [30, 'request', 'GET', 403, 'trader'],
        [30, 'request', 'POST', 401, undefined],
      ],
    );
  });

  it('a slow request is a warning; one that waits for changes is not slow', async (t) => {
    const own: string[] = [];
    const slow = await World.open(t, {
      now: '2024-05-17T10:00:00Z',
      logger: pino({ level: 'warn' }, { write: (line: string) => own.push(line) }),
      slowRequestMs: 0,
    });
    const authorization = `Bearer ${await slow.token()}`;
    own.length = 0;
    await slow.get('/api/v1/account', null, { authorization });
    await slow.get('/api/v1/changes', null, { authorization });
    await slow.get('/healthz', null);
    const entries = own.map((line) => JSON.parse(line) as Entry);
    assert.deepEqual(
      entries.map(({ level, msg, route, status }) => [level, msg, route, status]),
      [[40, 'slow request', '/api/v1/account', 200]],
    );
  });

  it('the log leaves out the probes that come every few seconds', async () => {
    const log = await logOf(async () => {
      for (const path of ['/healthz', '/readyz', '/metrics']) await world.get(path, null);
    });
    assert.deepEqual(log, []);
  });

  it('the log has a defect with its stack, under the id that the client was told', async () => {
    let id: unknown;
    const log = await logOf(async () => {
      const { status, body, text } = await post('/defect', '{"secret":"body-secret"}');
      assert.equal(status, 500);
      assert.ok(!text.includes('the defect'));
      id = body.requestId;
    });
    const [defect] = log.filter(({ level }) => level === 50);
    assert.equal(defect?.requestId, id);
    assert.equal(defect?.err?.message, 'the defect');
    assert.match(defect?.err?.stack ?? '', /logs\.test\.ts/);
    assert.ok(!JSON.stringify(log).includes('body-secret'));
  });

  it('the log never has a token, a key, a password, a body or an address as written', async () => {
    const token = await world.token();
    const key = await world.key('trader', 'key-name-secret');
    const port = await listen(world.app);
    const secrets = [token, key, PASSWORD, 'secret', 'Bearer', 'dehrprice', 'username'];
    const log = await logOf(async () => {
      for (const secret of [token, key, 'Bearer-secret']) {
        const authorization = `Bearer ${secret}`;
        await world.get('/api/v1/account?secret=1', null, { authorization, cookie: 'secret=1' });
        await world.get(`/api/v1/metadata?token=${secret}&q=secret`, null, { authorization });
        await world.get(`/secret/${secret}`, null, { 'user-agent': 'secret', referer: 'secret' });
        await world.get(`/api/v1/series/${secret}%zz`, null, { authorization });
        await post(
          '/api/fundamental/series',
          `{"SeriesId":"dehrprice","UserInfo":{"Token":"${secret}"}}`,
        );
        await post(
          '/api/fundamental/series',
          `{"SeriesId":"secret","UserInfo":{"Token":"${secret}"}}`,
        );
        await post('/api/user/logout', `{"UserInfo":{"Token":["${secret}"]}}`);
        await post('/api/v1/account/keys', '{"name":"secret"}', { authorization });
        const keyed = JSON.stringify({ name: 'secret', password: 'secret' });
        await post('/api/v1/account/keys', keyed, { authorization });
      }
      for (const password of [PASSWORD, 'secret-password']) {
        await post('/api/v1/auth', JSON.stringify({ username: 'trader', password }));
        await post('/api/user/login', JSON.stringify({ UserName: 'secret', Password: password }));
        await post('/api/v1/auth', `{"username":"trader","password":"${password}"`);
        await post('/api/v1/auth', `password=${password}`, { 'content-type': 'text/secret' });
        await post('/api/v1/auth', `"${password}"`.repeat(10_000));
      }
      await exchange(port, `GET /secret HTTP/1.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
      await exchange(port, `SECRET /secret?${token} HTTP/1.1\r\n\r\n`);
      await exchange(port, `GET /${token.repeat(500)} HTTP/1.1\r\nHost: secret\r\n\r\n`);
    });
    assert.ok(log.length > 30);
    const text = lines.join('');
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret.slice(0, 10)}…`);
  });

  it('the log has the cause of an unreachable store, and no secret with it', async (t) => {
    const own: string[] = [];
    const lost = await World.open(t, {
      now: '2024-05-17T10:00:00Z',
      logger: pino({ level: 'trace' }, { write: (line: string) => own.push(line) }),
    });
    const token = await lost.token();
    await lost.store.close();
    await lost.get('/api/v1/account', null, { authorization: `Bearer ${token}` });
    await lost.post('/api/v1/auth', { username: 'trader', password: PASSWORD }, null);
    const errors = own.map((line) => JSON.parse(line) as Entry).filter(({ level }) => level === 50);
    assert.equal(errors.length, 2);
    for (const { msg, err } of errors) {
      assert.equal(msg, 'store_unavailable');
      assert.match(err!.message, /store is closed/);
    }
    assert.ok(!own.join('').includes(token) && !own.join('').includes(PASSWORD));
  });
});
