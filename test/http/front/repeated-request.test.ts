// A repeated request is answered before the router sees it. It is compared with the router's answer, which
// requests that come over no socket always get.

import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { Connection } from '../../../harness/connection.ts';
import { listen } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';
import { isOnPostgres } from '../../../harness/world/world-store.ts';

/** Only a store that tells at once whether anything changed allows it. */
const SKIP = isOnPostgres && 'PostgreSQL is asked each time';

const PATH = '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice';
const DAY = Array.from({ length: 25 }, (_, hour) => hour + 0.25);

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({ code: 'dehrprice', from: '2024-05-16T00:00:00Z', values: DAY });
await world.load({ code: 'fihrprice', area: 'FI', category: 'hrprice' });
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', DAY);
const port = await listen(world.app);

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether the router answered: only it looks for series. */
  readonly isRouted: boolean;
}

/** The client of these tests would ask for compressed answers by itself. */
const AS_IT_IS = { 'accept-encoding': 'identity' };

async function ask(token: string, path = PATH, init: RequestInit = {}): Promise<Seen> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...AS_IT_IS, ...init.headers },
  });
  const { status, headers } = answer;
  const isRouted = headers.get('server-timing')?.includes('auth;') ?? true;
  return { status, headers, text: await answer.text(), isRouted };
}

/** The first request keeps the answer, the second the question: the third can be answered early. */
async function askTwice(token: string): Promise<void> {
  await ask(token);
  await ask(token);
}

describe('a repeated request', () => {
  let token: string;
  beforeEach(async () => {
    token = await world.token();
    await askTwice(token);
  });

  it('a repeated request gets the same bytes and headers as the router sends', {
    skip: SKIP,
  }, async () => {
    const again = await ask(token);
    assert.equal(again.isRouted, false);
    const usual = await world.get(PATH, 'trader', AS_IT_IS);
    assert.equal(again.text, usual.text);
    const own = new Set(['date', 'connection', 'keep-alive']);
    const changing = /^(x-request-id|server-timing|.*ratelimit.*)$/;
    const names = (headers: Iterable<string>) =>
      [...headers].filter((name) => !own.has(name)).sort();
    assert.deepEqual(names(again.headers.keys()), names(Object.keys(usual.headers)));
    for (const name of names(again.headers.keys())) {
      if (!changing.test(name))
        assert.equal(again.headers.get(name), String(usual.headers[name]), name);
    }
  });

  it('a repeated request counts against the plan like any other, and is refused beyond it', async () => {
    const before = Number((await ask(token)).headers.get('x-ratelimit-remaining'));
    const remaining = Number((await ask(token)).headers.get('x-ratelimit-remaining'));
    assert.equal(remaining, before - 1);
    await world.signIn.accounts.putPlan({
      name: 'everything',
      patterns: ['*'],
      requestsPerMinute: 1,
      pointsPerAnswer: 500_000,
    });
    const refused = await ask(token);
    assert.equal(refused.status, 429);
    assert.equal(JSON.parse(refused.text).code, 'rate_exceeded');
    await world.signIn.accounts.putPlan({
      name: 'everything',
      patterns: ['*'],
      requestsPerMinute: 100_000,
      pointsPerAnswer: 500_000,
    });
  });

  it('a repeated request is counted in the metrics', { skip: SKIP }, async () => {
    const count = async (): Promise<number> => {
      const { text } = await world.get('/metrics', null);
      const line = text
        .split('\n')
        .find(
          (each) => each.includes('requests_total{') && each.includes('short-term",status="200"'),
        );
      return Number(line?.split(' ').at(-1));
    };
    const before = await count();
    assert.equal((await ask(token)).isRouted, false);
    assert.equal(await count(), before + 1);
  });

  it('a repeated request gets what was written since', async () => {
    const changed = DAY.map((value) => value + 1);
    await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', changed);
    const fresh = await ask(token);
    assert.equal(fresh.isRouted, true);
    assert.match(fresh.text, /1\.25/);
    assert.equal((await ask(token)).text, fresh.text);
    await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', DAY);
  });

  it('a repeated request gets what was written before it, however many others ask at the same time', async () => {
    let isOver = false;
    const others = Array.from({ length: 12 }, async () => {
      while (!isOver) await ask(token);
    });
    for (let round = 1; round <= 25; round++) {
      const changed = DAY.map((value) => value + round);
      await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', changed);
      const seen = await Promise.all([ask(token), ask(token)]);
      for (const { text } of seen) assert.ok(text.includes(`${round}.25`), `round ${round}`);
    }
    isOver = true;
    await Promise.all(others);
    await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', DAY);
  });

  it('a repeated request gets nothing when its token is revoked, expired or of another plan', async () => {
    const other = await ask(await world.token('german'));
    assert.equal(other.isRouted, true, 'another plan asks for itself first');
    await world.signIn.accounts.removeTokens((await world.store.accounts.findUser('trader'))!.id);
    assert.equal((await ask(token)).status, 401);
    const late = await world.token();
    await askTwice(late);
    world.setNow('2024-05-17T11:00:01Z');
    assert.equal((await ask(late)).status, 401);
    world.setNow('2024-05-17T10:00:00Z');
    assert.equal((await ask('gtt_nonsense')).status, 401);
    assert.equal((await fetch(`http://127.0.0.1:${port}${PATH}`)).status, 401);
  });

  it('tokens that take turns on one connection each get their own answer', async () => {
    const connection = new Connection({ url: `http://127.0.0.1:${port}` });
    after(() => connection.close());
    await world.loadRun('fihrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', DAY);
    const finnish = PATH.replace('area=DE', 'area=FI');
    const statusOf = async (secret: string): Promise<number> => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await connection.ask(finnish, { headers })).status;
    };
    const german = await world.token('german');
    const expected = { [token]: 200, [german]: 403, gtt_nonsense: 401 };
    for (let round = 0; round < 4; round++) {
      for (const [secret, status] of Object.entries(expected))
        assert.equal(await statusOf(secret), status, `round ${round}`);
    }
  });

  it('a repeated request gets the answer in the coding that it asks for', {
    skip: SKIP,
  }, async () => {
    const plain = await ask(token);
    assert.equal(plain.headers.get('content-encoding'), null);
    for (const coding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': coding };
      await ask(token, PATH, { headers });
      const routed = await ask(token, PATH, { headers });
      const again = await ask(token, PATH, { headers });
      assert.deepEqual([routed.isRouted, again.isRouted], [true, false]);
      for (const { headers: sent, text } of [routed, again]) {
        assert.equal(text, plain.text);
        assert.equal(sent.get('content-encoding'), coding);
        assert.equal(sent.get('vary'), 'Accept-Encoding');
        assert.equal(sent.get('etag'), plain.headers.get('etag')!.replace(/"$/, `-${coding}"`));
        assert.equal(sent.get('content-length'), routed.headers.get('content-length'));
      }
    }
    assert.equal((await ask(token)).headers.get('content-encoding'), null);
  });

  it('a repeated request with a validator, another method or a longer address goes to the router', async () => {
    const etag = (await ask(token)).headers.get('etag')!;
    assert.equal((await ask(token, PATH, { headers: { 'if-none-match': etag } })).status, 304);
    assert.equal((await ask(token, PATH, { method: 'HEAD' })).isRouted, true);
    assert.equal((await ask(token, `${PATH}&resolution=Daily`)).isRouted, true);
    assert.equal((await ask(token, `${PATH}&resolution=Never`)).status, 400);
  });
});
