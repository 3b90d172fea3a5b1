// Pages, refusals and repeated requests of GET /api/v1/metadata, and the same records as a list.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { nextPageOf } from '../../../../harness/http/next-page.ts';
import type { Answer } from '../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../request/assert-refused.ts';
import { ALL, GERMAN, idsIn, openMetadataWorld } from './metadata-world.ts';

const world = await openMetadataWorld({ after });

describe('GET /api/v1/metadata: pages, refusals and repeats', () => {
  for (const limit of [1, 2, 3, ALL.length]) {
    it(`the Link header leads through every series in pages of ${limit}`, async () => {
      const found: string[] = [];
      let next: string | undefined = `/api/v1/metadata?limit=${limit}`;
      for (let pages = 0; next !== undefined; pages++) {
        assert.ok(pages < 20, 'the walk ends');
        const answer: Answer = await world.get(next);
        const { body } = answer;
        assert.ok(body.length > 0 && body.length <= limit);
        found.push(...body.map((record: { seriesId: string }) => record.seriesId));
        next = nextPageOf(answer);
      }
      assert.deepEqual(found, ALL);
    });
  }

  it('the Link header keeps the rest of the question', async () => {
    const { headers } = await world.get('/api/v1/metadata?limit=1&all=true&q=price', 'german');
    const address = /<([^>]+)>/.exec(String(headers.link))![1]!;
    const { body, headers: last } = await world.get(address, 'german');
    assert.deepEqual([body[0].seriesId, body[0].subscribed], ['frhrprice', false]);
    assert.equal(last.link, undefined);
  });

  it('a limit counts only what the plan grants', async () => {
    const { headers, body } = await world.get('/api/v1/metadata?limit=3', 'german');
    assert.equal(body.length, 3);
    assert.equal(headers.link, undefined);
  });

  for (const [query, field, code] of [
    ['?area=XX', 'area', 'field_invalid'],
    ['?resolution=Hour', 'resolution', 'resolution_unknown'],
    ['?all=yes', 'all', 'field_invalid'],
    ['?limit=0', 'limit', 'field_invalid'],
    ['?limit=-1', 'limit', 'field_invalid'],
    ['?limit=1.5', 'limit', 'field_invalid'],
    ['?limit=1e3', 'limit', 'field_invalid'],
    ['?limit=10001', 'limit', 'field_invalid'],
    ['?limit=ten', 'limit', 'field_invalid'],
    ['?q=a+b+c+d+e+f+g+h+i', 'q', 'field_invalid'],
    [`?q=${'a'.repeat(201)}`, 'q', 'field_invalid'],
  ] as const) {
    it(`GET /api/v1/metadata refuses ${query} and says what is allowed`, async () => {
      const problem = assertRefused(await world.get(`/api/v1/metadata${query}`), 400, code);
      assert.deepEqual(Object.keys(allowedOf(problem)), [field]);
      assert.ok(allowedOf(problem)[field]!.length > 0);
    });
  }

  it('GET /api/v1/metadata names every parameter at fault at once', async () => {
    const query = '?area=XX&resolution=Hourlyy&limit=0&all=maybe';
    const { errors, detail } = assertRefused(
      await world.get(`/api/v1/metadata${query}`),
      400,
      'field_invalid',
    );
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['area', 'resolution', 'all', 'limit'],
    );
    assert.match(detail, /did you mean Hourly\?/);
  });

  it('GET /api/v1/metadata refuses a parameter given twice', async () => {
    const { errors } = assertRefused(
      await world.get('/api/v1/metadata?prefix=de&prefix=fr'),
      400,
      'type_invalid',
    );
    assert.deepEqual(errors, [{ field: 'prefix', message: 'must be a string, not array' }]);
  });

  it('GET /api/v1/metadata is not sent again while nothing has changed, and is after a change', async () => {
    const first = await world.get('/api/v1/metadata');
    const etag = String(first.headers.etag);
    assert.equal(first.headers['last-modified'], 'Fri, 17 May 2024 10:00:00 GMT');
    const again = await world.get('/api/v1/metadata', 'trader', { 'if-none-match': etag });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
    const german = await world.get('/api/v1/metadata', 'german', { 'if-none-match': etag });
    assert.equal(german.status, 200);
    await world.load({ code: 'zznew' });
    const changed = await world.get('/api/v1/metadata', 'trader', { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.equal(changed.body.at(-1).seriesId, 'zznew');
  });
});

describe('GET /api/v1/metadata/series', () => {
  const path = '/api/v1/metadata/series';

  it('GET /api/v1/metadata/series gives all records without a token', async () => {
    const ids = await idsIn(world, '', null, path);
    assert.deepEqual(ids.slice(0, ALL.length), ALL);
  });

  it('GET /api/v1/metadata/series gives the plan’s records with a token, as /api/v1/metadata does', async () => {
    assert.deepEqual(await idsIn(world, '', 'german', path), GERMAN);
    const here = await world.get(`${path}?all=true`, 'german');
    const there = await world.get('/api/v1/metadata?all=true', 'german');
    assert.equal(here.text, there.text);
  });

  it('GET /api/v1/metadata/series links to its own path', async () => {
    const { headers } = await world.get(`${path}?limit=2`, null);
    assert.equal(headers.link, `<${path}?limit=2&after=dehrprice>; rel="next"`);
  });

  it('GET /api/v1/metadata/series refuses a bad token and does not ignore it', async () => {
    for (const authorization of ['Bearer gtt_nothing', 'Bearer x']) {
      const answer = await world.get(path, null, { authorization });
      assertRefused(answer, 401, 'token_invalid');
    }
    assertRefused(await world.get(path, null, { authorization: 'Bearer ' }), 401, 'token_missing');
  });

  it('GET /api/v1/metadata/series ignores a header of another scheme', async () => {
    const answer = await world.get(path, null, { authorization: 'Basic dTpw' });
    assert.equal(answer.status, 200);
  });
});
