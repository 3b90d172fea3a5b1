// Compressed answers beside the same answers as they are.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { CODINGS } from '#http/answer/content-coding';
import { PASSWORD, sequence, World } from '../../../harness/world/world.ts';

const UNPACK = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({
  code: 'dehrprice',
  area: 'DE',
  category: 'hrprice',
  from: '2020-01-01T00:00:00Z',
  values: sequence(30_000, (i) => (i % 977 === 0 ? null : Math.round(100 * Math.sin(i)) / 100)),
});
const runHours = sequence(25, (hour) => hour + 0.25);
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', runHours);

const authorization = `Bearer ${await world.token()}`;

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly bytes: Buffer;
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Sent> {
  const json = body ? { 'content-type': 'application/json' } : {};
  const {
    statusCode,
    headers: given,
    rawPayload,
  } = await world.app.inject({
    method: body ? 'POST' : 'GET',
    url: path,
    headers: { authorization, host: 'localhost', ...json, ...headers },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return { status: statusCode, headers: given as Sent['headers'], bytes: rawPayload };
}

const accepting = (coding: string) => ({ 'accept-encoding': coding });

const SERIES = '/api/v1/series/dehrprice';
const YEAR = `${SERIES}?from=2021&to=2021`;
/** Every way in which an answer with a tag is made and sent. */
const ANSWERS: readonly (readonly [what: string, path: string, body?: object])[] = [
  ['a year of hours', YEAR],
  ['all hours, made as a stream', SERIES],
  ['columns', `${SERIES}?from=2021&to=2021&format=columns`],
  ['CSV', `${SERIES}?from=2021&to=2021&format=csv`],
  ['all hours as CSV', `${SERIES}?format=csv`],
  ['all hours as NDJSON', `${SERIES}?format=ndjson`],
  ['an Arrow stream', `${SERIES}?from=2021&to=2021&format=arrow`],
  ['a forecast run', '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice'],
  ['areas', '/api/v1/power-balance-forecast/areas'],
  ['the OpenAPI document', '/openapi.json'],
  [
    'a fundamental series',
    '/api/fundamental/series',
    { SeriesId: 'dehrprice', FromDateTime: '2021-03', ToDateTime: '2021-05' },
  ],
  [
    'several series',
    '/api/fundamental/series/multi',
    { SeriesIds: ['dehrprice', 'dehrprice'], FromDateTime: '2021-03', ToDateTime: '2021-05' },
  ],
];

describe('a compressed answer', () => {
  for (const [what, path, body] of ANSWERS) {
    it(`${what} has the same content in each coding, and a tag of its own`, async () => {
      const plain = await ask(path, {}, body);
      assert.equal(plain.status, 200, plain.bytes.toString());
      assert.ok(plain.bytes.length >= 1_024, `${plain.bytes.length} bytes`);
      const tags = new Set([plain.headers.etag]);
      for (const coding of CODINGS) {
        // Made, kept and repeated.
        for (let round = 0; round < 3; round++) {
          const { status, headers, bytes } = await ask(path, accepting(coding), body);
          assert.equal(status, 200);
          assert.equal(headers['content-encoding'], coding);
          assert.match(headers.vary ?? '', /accept-encoding/i);
          assert.ok(bytes.length < plain.bytes.length);
          assert.ok(UNPACK[coding](bytes).equals(plain.bytes), `${coding}, round ${round}`);
          assert.equal(headers['content-type'], plain.headers['content-type']);
          if (headers['content-length'] !== undefined)
            assert.equal(Number(headers['content-length']), bytes.length);
          tags.add(headers.etag);
        }
      }
      assert.equal(tags.size, 1 + CODINGS.length, [...tags].join(' '));
    });
  }

  it('a client that has a compressed answer gets 304 with its tag', async () => {
    for (const coding of CODINGS) {
      const { etag } = (await ask(YEAR, accepting(coding))).headers;
      const again = await ask(YEAR, { ...accepting(coding), 'if-none-match': `"x", ${etag}` });
      assert.deepEqual([again.status, again.headers.etag, again.bytes.length], [304, etag, 0]);
      assert.equal(again.headers['content-encoding'], undefined);
      assert.match(again.headers.vary ?? '', /Accept-Encoding/);
      const weak = await ask(YEAR, { ...accepting(coding), 'if-none-match': `W/${etag}` });
      assert.equal(weak.status, 304);
    }
  });

  it('a client that has the answer as it is gets 304, also if it takes a coding now', async () => {
    const { etag } = (await ask(YEAR)).headers;
    const again = await ask(YEAR, { ...accepting('zstd, gzip'), 'if-none-match': etag! });
    assert.deepEqual([again.status, again.headers.etag], [304, etag]);
  });

  it('a client that has the answer in a coding that it does not take any more gets it again', async () => {
    const { etag } = (await ask(YEAR, accepting('br'))).headers;
    for (const headers of [{}, accepting('gzip'), accepting('gzip, br;q=0')])
      assert.equal((await ask(YEAR, { ...headers, 'if-none-match': etag! })).status, 200);
    const other = { ...accepting('gzip, br;q=0.1'), 'if-none-match': etag! };
    assert.equal((await ask(YEAR, other)).status, 304);
  });

  it('HEAD tells the same headers as GET', async () => {
    const get = await ask(YEAR, accepting('gzip'));
    const head = await world.app.inject({
      method: 'HEAD',
      url: YEAR,
      headers: { authorization, host: 'localhost', ...accepting('gzip') },
    });
    for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
      assert.equal(head.headers[name], get.headers[name], name);
    assert.equal(head.rawPayload.length, 0);
  });

  it('an answer below 1 kB is sent as it is', async () => {
    const path = `${SERIES}?from=2021-01-01&to=2021-01-01&resolution=day`;
    const plain = await ask(path);
    const asked = await ask(path, accepting('zstd, br, gzip'));
    assert.ok(plain.bytes.length < 1_024);
    assert.ok(asked.bytes.equals(plain.bytes));
    assert.equal(asked.headers['content-encoding'], undefined);
    assert.equal(asked.headers.etag, plain.headers.etag);
    assert.equal(asked.headers.vary, 'Accept, Accept-Encoding');
    assert.ok((await ask(path, accepting('zstd'))).bytes.equals(plain.bytes));
  });

  it('files that are compressed in themselves are sent as they are', async () => {
    for (const format of ['parquet', 'xlsx']) {
      const path = `${YEAR}&format=${format}`;
      const { headers } = await ask(path, accepting('gzip'));
      assert.equal(headers['content-encoding'], undefined, format);
    }
  });

  it('a kept answer is compressed once, and once for all who ask at the same time', async () => {
    const path = `${SERIES}?from=2022-01-01&to=2022-03-31`;
    const timing = async () => (await ask(path, accepting('br'))).headers['server-timing'] ?? '';
    assert.match(await timing(), /compress;/);
    assert.doesNotMatch(await timing(), /compress;/);
    assert.doesNotMatch(await timing(), /read;/);
  });

  it('an answer that was kept as it is is compressed without being read again', async () => {
    const path = `${SERIES}?from=2022-04-01&to=2022-06-30`;
    await ask(path);
    const { headers } = await ask(path, accepting('gzip'));
    assert.match(headers['server-timing'] ?? '', /compress;/);
    assert.doesNotMatch(headers['server-timing'] ?? '', /read;/);
  });

  it('an answer changes in every coding if the series does', async () => {
    const path = `${SERIES}?from=2022-07-01&to=2022-09-30`;
    const before = await Promise.all(CODINGS.map((coding) => ask(path, accepting(coding))));
    await world.load({ code: 'dehrprice', from: '2022-07-02T00:00:00Z', values: [4_711] });
    for (const [i, coding] of CODINGS.entries()) {
      const { headers, bytes } = await ask(path, accepting(coding));
      assert.notEqual(headers.etag, before[i]!.headers.etag);
      assert.match(UNPACK[coding](bytes).toString(), /4711/);
    }
  });
});

describe('a client that sends no Accept-Encoding', () => {
  it('a client that sends no Accept-Encoding gets the headers that it always got, and no other', async () => {
    const { headers } = await ask(YEAR);
    assert.equal(headers.vary, 'Accept');
    const { headers: posted } = await ask(
      '/api/fundamental/series',
      {},
      { SeriesId: 'dehrprice', FromDateTime: '2021-03', ToDateTime: '2021-05' },
    );
    for (const name of ['vary', 'content-encoding']) assert.equal(posted[name], undefined, name);
  });
});

describe('an answer that may hold a secret', () => {
  const auth = { username: 'trader', password: PASSWORD };
  const everything = { 'accept-encoding': 'zstd, br, gzip' };
  for (const [what, path, body] of [
    ['a token', '/api/v1/auth', auth],
    ['a sign-in', '/api/user/login', { UserName: 'trader', Password: PASSWORD }],
    ['a new key', '/api/v1/account/keys', { name: 'laptop', password: PASSWORD }],
    ['the list of keys', '/api/v1/account/keys'],
    ['the account', '/api/v1/account'],
    ['the list of sessions', '/api/v1/account/sessions'],
    ['the list of boards', '/api/v1/boards'],
    ['the list of webhooks', '/api/v1/webhooks'],
    ['a page of changes', '/api/v1/changes'],
  ] as const) {
    it(`${what} is never compressed`, async () => {
      for (let i = 0; i < 30; i++) {
        if (what === 'the list of keys') await world.key('trader', `key ${i}`);
      }
      const { status, headers } = await ask(path, everything, body);
      assert.equal(status, 200, path);
      assert.equal(headers['content-encoding'], undefined);
    });
  }
});
