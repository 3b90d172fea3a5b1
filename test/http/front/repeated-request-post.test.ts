// A repeated request with a body: answered before the router sees it, by a digest of all that decides the
// answer. It is compared with the router's answer, which requests that come over no socket always get.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { awaitAnswer, exchange, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { type Answer, World } from '../../../harness/world/world.ts';
import { isOnPostgres } from '../../../harness/world/world-store.ts';

/** Only a store that tells at once whether anything changed allows it. */
const SKIP = isOnPostgres && 'PostgreSQL is asked each time';

const PATH = '/api/fundamental/series';
const DAY = { SeriesId: 'dehrprice', FromDateTime: '2024-05-16', ToDateTime: '2024-05-16' };
const HOURS = Array.from({ length: 96 }, (_, hour) => hour + 0.25);

const world = await World.open(
  { after },
  { now: '2024-05-17T10:00:00Z', tokenLifetimeMinutes: 10_000 },
);
await world.load({ code: 'dehrprice', from: '2024-05-15T22:00:00Z', values: HOURS });
await world.load({ code: 'fihrprice', from: '2024-05-15T22:00:00Z', values: HOURS });
await world.load({ code: 'deempty' });
const port = await listen(world.app);

interface Extra {
  readonly path?: string;
  readonly token?: string | null;
  readonly type?: string;
  readonly headers?: readonly string[];
}

/** A request as bytes: headers and body in one piece. */
function bytesOf(
  body: unknown,
  { path = PATH, token = null, type, headers = [] }: Extra = {},
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [
    `POST ${path} HTTP/1.1`,
    'host: here',
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    `content-type: ${type ?? 'application/json'}`,
    `content-length: ${Buffer.byteLength(text)}`,
    ...headers,
    '',
    text,
  ].join('\r\n');
}

const ask = async (body: unknown, extra?: Extra): Promise<Answer> =>
  (await exchange(port, bytesOf(body, extra)))!;

/** The first request keeps the answer, the second the question: the third can be answered early. */
async function askTwice(body: unknown, extra?: Extra): Promise<Answer> {
  await ask(body, extra);
  return ask(body, extra);
}

/** Whether the router answered: only then is authentication a stage of its own. */
const isRouted = ({ headers }: Answer): boolean =>
  String(headers['server-timing']).includes('auth;');

const valuesOf = ({ body }: Answer): number[] => Object.values(body.Values);

describe('a repeated request with a body', () => {
  let token: string;
  before(async () => {
    token = await world.token();
  });

  it('a repeated request with a body gets the same bytes and headers as the router sends', {
    skip: SKIP,
  }, async () => {
    const first = await askTwice(DAY, { token });
    const again = await ask(DAY, { token });
    assert.deepEqual([isRouted(first), isRouted(again)], [true, false]);
    const usual = await world.post(PATH, DAY);
    assert.equal(usual.status, 200);
    assert.equal(first.text, usual.text);
    assert.equal(again.text, usual.text);
    const names = (headers: Answer['headers']) =>
      Object.keys(headers).filter((name) => !/^(date|connection|keep-alive)$/.test(name));
    assert.deepEqual(names(again.headers).sort(), names(usual.headers).sort());
    for (const name of names(again.headers)) {
      if (!/^(x-request-id|server-timing|.*ratelimit.*)$/.test(name))
        assert.equal(again.headers[name], String(usual.headers[name]), name);
    }
  });

  it('a repeated request may carry its token in UserInfo', { skip: SKIP }, async () => {
    const body = { ...DAY, UserInfo: { UserName: 'trader', Token: token } };
    await askTwice(body);
    const again = await ask(body);
    assert.equal(isRouted(again), false);
    assert.equal(again.text, (await world.post(PATH, DAY)).text);
  });

  it('a repeated request may be a search by prefix', async () => {
    const path = '/api/fundamental/meta/all';
    await askTwice({ Prefix: 'de' }, { path, token });
    const again = await ask({ Prefix: 'de' }, { path, token });
    assert.equal(isRouted(again), isOnPostgres);
    assert.equal(again.text, (await world.post(path, { Prefix: 'de' })).text);
    await world.load({ code: 'denew' });
    const codes = (await ask({ Prefix: 'de' }, { path, token })).body.map(
      ({ Code }: { Code: string }) => Code,
    );
    assert.deepEqual(codes, ['deempty', 'dehrprice', 'denew']);
  });

  it('a request of which anything differs is not taken for a repeated one', async () => {
    await askTwice(DAY, { token });
    const other = await ask({ ...DAY, SeriesId: 'fihrprice' }, { token });
    assert.equal(other.status, 200);
    assert.match(other.text, /fihrprice/i);
    assert.equal((await ask(DAY)).status, 401);
    assert.equal((await ask(DAY, { token: `${token}x` })).status, 401);
    assert.equal((await ask(DAY, { token, type: 'text/plain' })).status, 415);
    assert.equal((await ask(`${JSON.stringify(DAY)}}`, { token })).status, 400);
    assert.equal((await ask({ ...DAY, Resolution: 'never' }, { token })).status, 400);
    const two = await ask(DAY, { token, headers: ['Host: there'] });
    assert.equal(two.status, 400);
  });

  it('a repeated request gets nothing that the caller’s plan does not include', async () => {
    const finland = { ...DAY, SeriesId: 'fihrprice' };
    await askTwice(finland, { token });
    await ask(finland, { token });
    assert.equal((await ask(finland, { token: await world.token('german') })).status, 403);
    await world.addUser('mover', 'everything');
    const moving = await world.token('mover');
    await askTwice(finland, { token: moving });
    assert.equal((await ask(finland, { token: moving })).status, 200);
    await world.signIn.accounts.updateUser('mover', { planName: 'germany' });
    assert.equal((await ask(finland, { token: moving })).status, 403);
  });

  it('a repeated request is refused when its token is revoked, even if it carries two', async () => {
    const [ours, other] = [await world.token('german'), await world.token('german')];
    const body = { ...DAY, UserInfo: { Token: ours } };
    const both = { token: other };
    assert.equal((await askTwice(body, both)).status, 200);
    assert.equal(isRouted(await ask(body, both)), true, 'two tokens are looked at each time');
    assert.equal((await askTwice(body, { token: ours })).status, 200);
    assert.equal(
      isRouted(await ask(body, { token: ours })),
      true,
      'a body with a token is not kept',
    );
    assert.equal((await askTwice(body)).status, 200);
    assert.equal(isRouted(await ask(body)), isOnPostgres);
    await world.signIn.accounts.removeTokens((await world.store.accounts.findUser('german'))!.id);
    assert.equal((await ask(body, both)).status, 401);
    assert.equal((await ask(body)).status, 401);
  });

  it('a repeated request with a body gets what was written since', async () => {
    await askTwice(DAY, { token });
    await world.load({ code: 'dehrprice', from: '2024-05-15T22:00:00Z', values: [-7.5] });
    const fresh = await ask(DAY, { token });
    assert.equal(isRouted(fresh), true);
    assert.equal(valuesOf(fresh)[0], -7.5);
    assert.equal((await ask(DAY, { token })).text, fresh.text);
  });

  it('a repeated request with keywords follows the market’s day', { skip: SKIP }, async () => {
    const today = { SeriesId: 'dehrprice', FromDateTime: 'today', ToDateTime: 'today' };
    // The last second of a day in Berlin, and the first of the next.
    world.setNow('2024-05-17T21:59:59Z');
    const before = await askTwice(today, { token });
    assert.equal(isRouted(await ask(today, { token })), false);
    world.setNow('2024-05-17T22:00:00Z');
    const next = await ask(today, { token });
    assert.equal(isRouted(next), true);
    assert.deepEqual([valuesOf(before)[0], valuesOf(next)[0]], [24.25, 48.25]);
    world.setNow('2024-05-17T10:00:00Z');
    token = await world.token();
  });

  it('a repeated request about an earlier instant goes to the router each time', async () => {
    const asOf = { ...DAY, AsOf: '2024-05-18' };
    await askTwice(asOf, { token });
    assert.equal(isRouted(await ask(asOf, { token })), true);
  });

  it('a repeated request for a series without values has no Last-Modified', async () => {
    const empty = { ...DAY, SeriesId: 'deempty' };
    const [first, again] = [await askTwice(empty, { token }), await ask(empty, { token })];
    const usual = await world.post(PATH, empty);
    for (const answer of [first, again])
      assert.equal(answer.headers['last-modified'], usual.headers['last-modified']);
    assert.equal(again.text, usual.text);
  });

  it('a repeated request with a body may arrive in pieces', async () => {
    const whole = bytesOf(DAY, { token });
    const expected = (await askTwice(DAY, { token })).text;
    for (const at of [whole.length - 1, whole.length - 40, whole.indexOf('\r\n\r\n') + 4, 30]) {
      const socket = await openSocket(port);
      socket.setNoDelay(true);
      socket.write(whole.slice(0, at));
      await pause(30);
      socket.write(whole.slice(at));
      assert.equal((await awaitAnswer(socket))?.text, expected, `cut at ${at}`);
      socket.destroy();
    }
  });

  it('repeated and new requests sent at once on one connection are answered in order', async () => {
    const bodies = Array.from({ length: 40 }, (_, i) =>
      i % 3 === 0
        ? DAY
        : { ...DAY, FromDateTime: '2024-05-15', ToDateTime: `2024-05-${17 + (i % 2)}` },
    );
    const expected: string[] = [];
    for (const body of bodies) expected.push((await world.post(PATH, body)).text);
    const socket = await openSocket(port);
    const last = ['connection: close'];
    socket.write(
      bodies
        .map((body, i) => bytesOf(body, { token, headers: i === bodies.length - 1 ? last : [] }))
        .join(''),
    );
    let text = '';
    for await (const piece of socket) text += piece;
    const got = text.split(/HTTP\/1\.1 200 OK\r\n/).slice(1);
    assert.equal(got.length, bodies.length);
    got.forEach((answer, i) => {
      assert.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), expected[i], `answer ${i}`);
    });
  });
});
