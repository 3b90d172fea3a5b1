import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { SECOND_MS } from '#core/time/instant';
import { PoliteFetcher, type PoliteOptions } from '#sources/fetch-politely';
import { SourceFault, type SourceLimits } from '#sources/source';
import { answer, cutOff, hangUp, type Reply, replay, silence } from './replay-server.ts';

const LIMITS: SourceLimits = {
  hosts: ['example.org'],
  requestsPerMinute: 60,
  timeoutMs: 5_000,
  maxBytes: 1_000,
  readableStatuses: [400],
};
const NOW = Date.parse('2024-09-02T10:00:00Z');

/** A clock that moves only while the fetcher sleeps. */
function makeWorld() {
  const slept: number[] = [];
  let now = NOW;
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    now += ms;
  };
  return { slept, now: () => now, sleep, random: () => 1 };
}

async function open(
  t: TestContext,
  replies: Reply[],
  limits: Partial<SourceLimits> = {},
  options: PoliteOptions = {},
) {
  const server = await replay(t, ...replies);
  const world = makeWorld();
  const all = { ...LIMITS, ...limits };
  const fetcher = new PoliteFetcher(all, world, { baseUrl: server.baseUrl, ...options });
  const url = new URL(`${server.baseUrl}?securityToken=s3cret`);
  return { ...server, world, url, get: () => fetcher.fetch(url, 'NL prices'), fetcher };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
/** The waits besides the pace between two requests. */
const waits = (slept: readonly number[]): number[] => slept.filter((ms) => ms !== SECOND_MS);

suite('polite fetching', () => {
  test('an answer is returned as it came', async (t) => {
    const { get, world, asked } = await open(t, [answer('<a/>')]);
    const { status, bytes } = await get();
    assert.deepEqual([status, textOf(bytes), asked.length], [200, '<a/>', 1]);
    assert.deepEqual(world.slept, []);
  });

  test('requests are made one after the other, never faster than agreed', async (t) => {
    const { get, world } = await open(t, [answer('x')], { requestsPerMinute: 100 });
    await Promise.all([get(), get(), get()]);
    assert.deepEqual(world.slept, [600, 600]);
  });

  test('a server in trouble is asked again, each time after a longer wait', async (t) => {
    const replies = [answer('', 500), answer('', 503), hangUp, answer('done')];
    const { get, world, asked } = await open(t, replies, { requestsPerMinute: 60_000 });
    assert.equal(textOf((await get()).bytes), 'done');
    assert.equal(asked.length, 4);
    assert.deepEqual(world.slept, [1_000, 2_000, 4_000]);
  });

  test('waits are random, so that many callers do not come back together', async (t) => {
    const server = await replay(t, answer('', 500), answer('ok'));
    const world = { ...makeWorld(), random: () => 0 };
    const fetcher = new PoliteFetcher(LIMITS, world, { baseUrl: server.baseUrl });
    await fetcher.fetch(new URL(server.baseUrl), 'x');
    assert.equal(world.slept[0], 500);
  });

  test('the fetcher waits as long as the server asks for, in seconds or until a time', async (t) => {
    const until = new Date(NOW + 90 * SECOND_MS).toUTCString();
    const { get, world } = await open(t, [
      answer('', 429, { 'retry-after': '30' }),
      answer('', 503, { 'retry-after': until }),
      answer('ok'),
    ]);
    await get();
    assert.deepEqual(world.slept, [30_000, 60_000]);
  });

  test('"too many requests" without a time leads to a wait of a minute, then two', async (t) => {
    const { get, world } = await open(t, [answer('', 429), answer('', 429), answer('ok')]);
    await get();
    assert.deepEqual(world.slept, [60_000, 120_000]);
  });

  test('the fetcher gives up if the server asks for a wait of hours', async (t) => {
    const { get, world } = await open(t, [answer('', 429, { 'retry-after': '7200' })]);
    await assert.rejects(
      get(),
      /^SourceFault: NL prices: the server answered 429; it asks to wait 120 minutes$/,
    );
    assert.deepEqual(world.slept, []);
  });

  test('the fetcher gives up after five tries and says why', async (t) => {
    const { get, asked } = await open(t, [answer('', 502)]);
    await assert.rejects(get(), /NL prices: the server answered 502, 5 times$/);
    assert.equal(asked.length, 5);
  });

  test('a request without an answer in time is tried again', async (t) => {
    const { get, asked } = await open(t, [silence, answer('late')], { timeoutMs: 100 });
    assert.equal(textOf((await get()).bytes), 'late');
    assert.equal(asked.length, 2);
  });

  test('a body that is cut off is never taken for a whole one', async (t) => {
    const { get, asked } = await open(t, [cutOff('<half'), answer('<whole/>')]);
    assert.equal(textOf((await get()).bytes), '<whole/>');
    assert.equal(asked.length, 2);
  });

  test('a refusal is not tried again, and its words are returned without tags', async (t) => {
    const page = '<html><style>p{}</style><body>Unauthorized. <b>Invalid</b> token</body></html>';
    const { get, asked, world } = await open(t, [answer(page, 401)]);
    await assert.rejects(get(), /NL prices: the server answered 401: Unauthorized. Invalid token$/);
    assert.deepEqual([asked.length, waits(world.slept)], [1, []]);
  });

  test('a status that the source can read is returned with its body', async (t) => {
    const { get } = await open(t, [answer('<reason/>', 400)]);
    const { status, bytes } = await get();
    assert.deepEqual([status, textOf(bytes)], [400, '<reason/>']);
  });

  test('an answer that is too large is refused, whether its length is declared or not', async (t) => {
    const chunked: Reply = (response) => {
      response.writeHead(200);
      response.write('x'.repeat(900));
      setImmediate(() => response.end('x'.repeat(900)));
    };
    for (const reply of [answer('x'.repeat(1_001)), chunked]) {
      const { get, asked } = await open(t, [reply]);
      await assert.rejects(get(), /the answer is larger than 1000 bytes$/);
      assert.equal(asked.length, 1);
    }
  });

  test('a redirect is not followed, as the key would go with it', async (t) => {
    const elsewhere = await replay(t, answer('stolen'));
    const { get } = await open(t, [answer('', 302, { location: elsewhere.baseUrl })]);
    await assert.rejects(get(), /the server answered 302/);
    assert.equal(elsewhere.asked.length, 0);
  });

  test('secrets are in no message, however the server repeats them', async (t) => {
    const told: string[] = [];
    const onWait = (...parts: unknown[]) => told.push(parts.join(' '));
    const options = { secrets: ['s3cret/+'], onWait };
    const body = 'bad token s3cret/+ and s3cret%2F%2B';
    const refused = await open(t, [answer('', 500), answer(body, 403)], {}, options);
    const error = await refused.get().catch((reason: unknown) => reason);
    assert.ok(error instanceof SourceFault);
    assert.match(error.message, /403: bad token … and …$/);
    assert.doesNotMatch(`${told} ${error.stack} ${JSON.stringify(error)}`, /s3cret/);
    const gone = await open(t, [hangUp], {}, options);
    const failed = (await gone.get().catch((reason: unknown) => reason)) as Error;
    assert.doesNotMatch(`${failed.stack} ${String(failed.cause)}`, /s3cret|securityToken/);
  });

  test('a failure does not delay the next request', async (t) => {
    const { get } = await open(t, [answer('', 404), answer('ok')]);
    await assert.rejects(get());
    assert.equal(textOf((await get()).bytes), 'ok');
  });

  test('a clock that is set back does not make the fetcher wait for hours', async (t) => {
    const server = await replay(t, answer('x'));
    const world = makeWorld();
    let shift = 0;
    const fetcher = new PoliteFetcher(
      LIMITS,
      { ...world, now: () => world.now() + shift },
      { baseUrl: server.baseUrl },
    );
    await fetcher.fetch(new URL(server.baseUrl), 'x');
    shift = -3_600_000;
    await fetcher.fetch(new URL(server.baseUrl), 'x');
    assert.deepEqual(world.slept, [1_000]);
  });

  test('an abort ends a wait at once', async (t) => {
    const controller = new AbortController();
    const server = await replay(t, answer('', 500));
    const world = { ...makeWorld(), sleep: () => new Promise<void>(() => {}) };
    const options = {
      baseUrl: server.baseUrl,
      signal: controller.signal,
      onWait: () => queueMicrotask(() => controller.abort(new Error('stopped'))),
    };
    const fetcher = new PoliteFetcher(LIMITS, world, options);
    await assert.rejects(fetcher.fetch(new URL(server.baseUrl), 'x'), /stopped/);
  });
});

suite('hosts that may be asked', () => {
  const world = makeWorld();
  const refused = [
    'http://example.org/',
    'https://example.org.evil.net/',
    'https://example.org:8443/',
    'https://user:word@example.org/',
    'https://127.0.0.1/',
    'ftp://example.org/',
  ];
  for (const url of refused) {
    test(`${url} is not asked`, async () => {
      const fetcher = new PoliteFetcher(LIMITS, world);
      await assert.rejects(
        fetcher.fetch(new URL(url), 'x'),
        /is not asked; allowed is https:\/\/example\.org$/,
      );
    });
  }

  test('a base address on this machine is the only one that is asked, not even the service', async () => {
    const fetcher = new PoliteFetcher(LIMITS, world, { baseUrl: 'http://127.0.0.1:9/api' });
    for (const url of ['https://example.org/', 'http://127.0.0.1:10/api']) {
      await assert.rejects(
        fetcher.fetch(new URL(url), 'x'),
        /is not asked; allowed is http:\/\/127/,
      );
    }
  });

  test('a base address must be on this machine', () => {
    for (const baseUrl of ['http://10.0.0.1/', 'https://evil.net/', 'file:///etc/passwd', 'x']) {
      assert.throws(() => new PoliteFetcher(LIMITS, world, { baseUrl }), /must be on this machine/);
    }
  });
});
