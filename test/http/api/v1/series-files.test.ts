import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ensurePlan } from '#accounts/plan-changes';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import { skipUnlessLong } from '../../../../harness/rounds.ts';
import { sequence, World } from '../../../../harness/world/world.ts';
import { READERS } from '../../../exporters/read-back.ts';
import { allowedOf, assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const START = '2022-12-31T23:00:00Z';
await world.load({
  code: 'dehrprice',
  from: START,
  values: sequence(12_000, (i) => (i % 7 === 3 ? null : Math.sin(i) * 100 + i / 3)),
});
await world.loadRun('dehrprice', '2024-05-14T06:00:00Z', '2024-05-14T08:00:00Z', sequence(48));
await world.load({
  code: 'deqhload',
  resolution: 'quarterhour',
  from: START,
  values: sequence(60_000),
});
await world.load({ code: 'deempty' });

const PATH = '/api/v1/series/';
/** Spans below and above the size that is made as a whole. */
const QUERIES = [
  'dehrprice?from=2023-10-28&to=2023-10-30',
  'dehrprice?from=2023&to=2024&resolution=day&aggregation=max',
  'dehrprice?from=last-2&to=2024-05-16',
  'deqhload?from=first&to=last',
  'deempty',
];

async function ask(
  query: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const authorization = `Bearer ${await world.token()}`;
  const {
    statusCode,
    headers: sent,
    rawPayload,
  } = await world.app.inject({
    method,
    url: PATH + query,
    headers: { authorization, ...headers },
  });
  return { status: statusCode, headers: sent, bytes: rawPayload };
}

const withFormat = (query: string, name: string): string =>
  `${query}${query.includes('?') ? '&' : '?'}format=${name}`;

for (const { name, mediaType, extensions } of EXPORT_FORMATS) {
  describe(`GET /api/v1/series/{seriesId} as ${name}`, () => {
    for (const query of QUERIES) {
      // Reading a large workbook back takes longer than everything else here.
      const skip = name === 'xlsx' && query.startsWith('deqhload') && skipUnlessLong();
      it(`${query} as ${name} has the rows of JSON`, { skip }, async () => {
        const json = JSON.parse(String((await ask(query)).bytes));
        const { status, bytes } = await ask(withFormat(query, name));
        assert.equal(status, 200);
        assert.deepEqual(await READERS[name](bytes), json.data);
      });
    }

    it(`${name} is chosen by format, in any case, or by Accept, and format wins`, async () => {
      const [query = ''] = QUERIES;
      const named = await ask(withFormat(query, name.toUpperCase()), {
        accept: 'application/json',
      });
      const accepted = await ask(query, { accept: `${mediaType}, */*;q=0.1` });
      assert.equal(String(named.headers['content-type']).split(';')[0], mediaType);
      assert.deepEqual(accepted.bytes, named.bytes);
      for (const answer of [named, accepted]) {
        assert.equal(answer.headers['content-type'], named.headers['content-type']);
        assert.equal(answer.headers.vary, 'Accept');
        assert.equal(
          answer.headers['content-disposition'],
          `attachment; filename="dehrprice.${extensions[0]}"`,
        );
      }
      assert.equal(accepted.headers.etag, named.headers.etag);
    });

    it(`a client that has the ${name} gets 304, and only in that format`, async () => {
      const query = withFormat(QUERIES[0]!, name);
      const etag = String((await ask(query)).headers.etag);
      const again = await ask(query, { 'if-none-match': etag });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
      assert.equal((await ask(QUERIES[0]!, { 'if-none-match': etag })).status, 200);
    });

    it(`HEAD of ${name} has headers and no body`, async () => {
      const { status, headers, bytes } = await ask(withFormat(QUERIES[0]!, name), {}, 'HEAD');
      assert.deepEqual([status, bytes.length], [200, 0]);
      assert.equal(String(headers['content-type']).split(';')[0], mediaType);
    });

    it(`a refusal is a problem document even if only ${name} is accepted`, async () => {
      const { status, headers } = await ask('nosuch', { accept: mediaType });
      assert.equal(status, 404);
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.equal(headers['content-disposition'], undefined);
    });
  });
}

describe('GET /api/v1/series/{seriesId}: which format', () => {
  it('the format is JSON if Accept names none that is offered', async () => {
    for (const accept of ['*/*', 'image/png', 'text/html', 'text/csv;q=0', '']) {
      const { status, headers } = await ask(QUERIES[0]!, { accept });
      assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8']);
    }
  });

  it('an unknown format is refused, naming those that exist', async () => {
    const answer = await world.get(`${PATH}dehrprice?format=xls`);
    const problem = assertRefused(answer, 400, 'field_invalid');
    assert.match(problem.detail, /did you mean xlsx\?/);
    assert.deepEqual(allowedOf(problem).format, [
      'json',
      'csv',
      'columns',
      'ndjson',
      'parquet',
      'arrow',
      'xlsx',
    ]);
  });

  it('every format is documented with its media type', async () => {
    const { body } = await world.get('/openapi.json', null);
    const { content } = body.paths['/api/v1/series/{seriesId}'].get.responses['200'];
    assert.deepEqual(
      Object.keys(content).sort(),
      ['application/json', ...EXPORT_FORMATS.map(({ mediaType }) => mediaType)].sort(),
    );
  });
});

describe('GET /api/v1/series/{seriesId}: more rows than a sheet has', () => {
  const count = 1_048_576;

  it('more rows than a sheet has are refused as Excel, naming the limit, and given in other formats', {
    skip: skipUnlessLong(),
  }, async () => {
    await ensurePlan(world.store.accounts, {
      name: 'whole',
      patterns: ['*'],
      pointsPerAnswer: 2_000_000,
    });
    await world.addUser('archivist', 'whole');
    await world.load({
      code: 'delong',
      resolution: 'quarterhour',
      from: '1995-12-31T23:00:00Z',
      values: sequence(count, (i) => i % 100),
    });
    const answer = await world.get(`${PATH}delong?format=xlsx`, 'archivist');
    const { detail } = assertRefused(answer, 422, 'too_many_points');
    assert.match(detail, /1,048,575 rows/);
    assert.equal(answer.headers['content-disposition'], undefined);
    const hours = await world.get(`${PATH}delong?format=xlsx&resolution=month`, 'archivist');
    assert.equal(hours.status, 200);
    const csv = await world.get(`${PATH}delong?format=csv`, 'archivist');
    assert.equal(csv.text.split('\n').length, count + 2);
  });
});
