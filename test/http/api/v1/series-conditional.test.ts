import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const FROM = '2024-05-16T22:00:00Z';
await world.load({ code: 'dehrprice', from: FROM, values: sequence(24) });
await world.load({ code: 'frhrprice', from: FROM, values: sequence(24) });
const LARGE = 40_000;
await world.load({ code: 'delong', from: '2019-12-31T23:00:00Z', values: sequence(LARGE) });

const PATH = '/api/v1/series/dehrprice';
const ask = (path: string, headers: Record<string, string> = {}) =>
  world.get(path, 'trader', headers);
const etagOf = async (path: string) => String((await ask(path)).headers.etag);

describe('GET /api/v1/series/{seriesId}: conditional', () => {
  it('a series carries a strong ETag and the time of its last change', async () => {
    const { headers } = await ask(PATH);
    assert.match(String(headers.etag), /^"[\w-]+"$/);
    assert.equal(headers['last-modified'], 'Fri, 17 May 2024 10:00:00 GMT');
    assert.equal(headers['cache-control'], 'private, no-cache');
  });

  it('a client that has the answer gets 304 without a body', async () => {
    const etag = await etagOf(PATH);
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await ask(PATH, { 'if-none-match': given });
      assert.deepEqual([status, text], [304, ''], given);
      assert.equal(headers.etag, etag);
      assert.equal(headers['content-type'], undefined);
    }
  });

  it('a tag of another answer, or none, gets the whole answer', async () => {
    for (const given of ['"other"', 'dehrprice', '', ',', '"']) {
      assert.equal((await ask(PATH, { 'if-none-match': given })).status, 200, given);
    }
  });

  it('every other answer has another tag', async () => {
    const tags = await Promise.all(
      [
        PATH,
        `${PATH}?format=csv`,
        `${PATH}?resolution=day`,
        `${PATH}?resolution=peak`,
        `${PATH}?resolution=day&aggregation=Max`,
        `${PATH}?from=2024-05-17T10:00`,
        `${PATH}?to=2024-05-17T10:00`,
        '/api/v1/series/frhrprice',
      ].map(etagOf),
    );
    assert.equal(new Set(tags).size, tags.length);
  });

  it('the same answer has the same tag, in every way of asking for it', async () => {
    assert.equal(
      await etagOf(`${PATH}?from=today&to=today`),
      await etagOf('/api/v1/series/DEHRPRICE?to=2024-05-17&from=2024/05/17'),
    );
  });

  it('the tag changes with a write, and with nothing else', async () => {
    const [before, other] = [await etagOf(PATH), await etagOf('/api/v1/series/frhrprice')];
    await world.load({ code: 'dehrprice', from: FROM, values: sequence(24) });
    assert.equal(await etagOf(PATH), before, 'the same values again');
    world.setNow('2024-05-17T10:30:00Z');
    await world.load({ code: 'dehrprice', from: FROM, values: [7] });
    const { status, headers, body } = await ask(PATH, { 'if-none-match': before });
    assert.equal(status, 200);
    assert.equal(body.data[0].value, 7);
    assert.equal(headers['last-modified'], 'Fri, 17 May 2024 10:30:00 GMT');
    assert.notEqual(headers.etag, before);
    assert.equal(await etagOf('/api/v1/series/frhrprice'), other);
  });

  it('the tag changes with a run, because runs continue the series', async () => {
    const before = await etagOf(PATH);
    await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', [1, 2]);
    assert.notEqual(await etagOf(PATH), before);
  });

  it('token and plan are checked before a 304', async () => {
    const headers = { 'if-none-match': '*' };
    assertRefused(await world.get(PATH, null, headers), 401, 'token_missing');
    assertRefused(
      await world.get('/api/v1/series/frhrprice', 'german', headers),
      403,
      'subscription_required',
    );
  });

  it('a refusal carries no validator', async () => {
    const { headers } = await ask('/api/v1/series/nosuch');
    assert.deepEqual([headers.etag, headers['last-modified']], [undefined, undefined]);
  });
});

describe('HEAD', () => {
  const head = async (url: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${await world.token()}`;
    return world.raw({ method: 'HEAD', url, headers: { authorization, ...headers } });
  };

  for (const url of [
    PATH,
    `${PATH}?format=csv`,
    '/api/v1/metadata',
    '/api/v1/metadata/areas',
    '/api/v1/account',
    '/healthz',
    '/',
  ]) {
    it(`HEAD of ${url} is its GET without the body`, async () => {
      const [get, bare] = [await ask(url), await head(url)];
      assert.equal(bare.status, 200);
      assert.equal(bare.text, '');
      for (const name of ['content-type', 'etag', 'last-modified', 'content-disposition'])
        assert.equal(bare.headers[name], get.headers[name], name);
    });
  }

  it('HEAD answers 304 too, and refuses like a GET', async () => {
    const etag = await etagOf(PATH);
    assert.equal((await head(PATH, { 'if-none-match': etag })).status, 304);
    const refused = await head('/api/v1/series/nosuch');
    assert.deepEqual([refused.status, refused.text], [404, '']);
    assert.equal((await head('/api/v1/auth')).status, 405);
  });
});

describe('a large answer', () => {
  it('a large answer arrives whole, in slices', async () => {
    const { body, text } = await ask('/api/v1/series/delong');
    assert.ok(text.length > 1_000_000);
    assert.equal(body.data.length, LARGE);
    assert.deepEqual(
      body.data.map(({ value }: { value: number }) => value),
      sequence(LARGE),
    );
  });

  it('a large answer can be asked for as HEAD', async () => {
    const authorization = `Bearer ${await world.token()}`;
    const url = '/api/v1/series/delong';
    const { status, text } = await world.raw({ method: 'HEAD', url, headers: { authorization } });
    assert.deepEqual([status, text], [200, '']);
  });
});
