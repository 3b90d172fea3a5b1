import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({
  code: 'dehrprice',
  description: 'Germany day-ahead price, EUR/MWh',
  area: 'DE',
  category: 'hrprice',
  from: '2024-05-16T22:00:00Z',
  values: [1, 2, 3],
});
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', [4, 5]);
await world.load({
  code: 'dehrwind',
  description: 'Germany wind production, MWh',
  unit: 'MWh',
  area: 'DE',
  category: 'hrwind',
  from: '2024-05-16T22:00:00Z',
  values: [7],
});
await world.load({ code: 'deqhload', resolution: 'quarterhour', area: 'DE', unit: 'MW' });
await world.load({
  code: 'frhrprice',
  description: 'France day-ahead price, EUR/MWh; jours fériés & week-ends',
  area: 'FR',
  category: 'hrprice',
  from: '2024-05-16T22:00:00Z',
  values: [1],
});
await world.load({
  code: 'hpddanoresa',
  resolution: 'week',
  unit: 'GWh',
  description: 'Norwegian reservoir filling, GWh',
  from: '2024-05-05T22:00:00Z',
  values: [41_000],
});
await world.load({ code: 'fxeurnok', resolution: 'day', unit: 'NOK/EUR', category: 'fx' });
/** A forecast by its code, but of a category that the forecast interface does not serve. */
await world.load({ code: 'athrtemp', area: 'AT', category: 'hrtemp', unit: '°C' });
await world.loadRun('athrtemp', '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', [21]);

const ALL = [
  'athrtemp',
  'dehrprice',
  'dehrwind',
  'deqhload',
  'frhrprice',
  'fxeurnok',
  'hpddanoresa',
];
const GERMAN = ALL.filter((code) => code.startsWith('de'));

const idsOf = async (query: string, as: string | null = 'trader', path = '/api/v1/metadata') => {
  const { status, body } = await world.get(`${path}${query}`, as);
  assert.equal(status, 200);
  return body.map((record: { seriesId: string }) => record.seriesId);
};

describe('GET /api/v1/metadata', () => {
  it('GET /api/v1/metadata describes each series in one record, in order of identifier', async () => {
    const { headers, body } = await world.get('/api/v1/metadata');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(
      body.map((record: { seriesId: string }) => record.seriesId),
      ALL,
    );
    assert.deepEqual(body[1], {
      seriesId: 'dehrprice',
      description: 'Germany day-ahead price, EUR/MWh',
      unit: 'EUR/MWh',
      resolution: 'Hourly',
      startDate: '2024-05-16T22:00:00Z',
      endDate: '2024-05-17T00:00:00Z',
      area: 'DE',
      category: 'hrprice',
      datasets: ['fundamental', 'short-term', 'day-ahead'],
      lastUpdated: '2024-05-17T10:00:00Z',
      subscribed: true,
    });
    assert.deepEqual(Object.keys(body[1]), [
      'seriesId',
      'description',
      'unit',
      'resolution',
      'startDate',
      'endDate',
      'area',
      'category',
      'datasets',
      'lastUpdated',
      'subscribed',
    ]);
  });

  it('GET /api/v1/metadata shows null for what a series without values does not have', async () => {
    const { body } = await world.get('/api/v1/metadata?prefix=fx');
    const { startDate, endDate, lastUpdated, area, resolution } = body[0];
    assert.deepEqual([startDate, endDate, lastUpdated, area], [null, null, null, null]);
    assert.equal(resolution, 'Daily');
  });

  it('GET /api/v1/metadata has the dates of the runs if nothing is observed', async () => {
    const { body } = await world.get('/api/v1/metadata?prefix=athrtemp');
    assert.equal(body[0].startDate, '2024-05-17T22:00:00Z');
    assert.equal(body[0].endDate, '2024-05-17T22:00:00Z');
  });

  it('GET /api/v1/metadata names the forecast datasets only for series that the forecast interface serves', async () => {
    const { body } = await world.get('/api/v1/metadata');
    const served = body.filter(({ datasets }: { datasets: string[] }) => datasets.length > 1);
    assert.deepEqual(
      served.map(({ seriesId }: { seriesId: string }) => seriesId),
      ['dehrprice'],
    );
    for (const { datasets } of body) assert.equal(datasets[0], 'fundamental');
  });

  it('GET /api/v1/metadata needs a token', async () => {
    assertRefused(await world.get('/api/v1/metadata', null), 401, 'token_missing');
    const authorization = 'Bearer gtt_nothing';
    assertRefused(
      await world.get('/api/v1/metadata', null, { authorization }),
      401,
      'token_invalid',
    );
  });

  it('GET /api/v1/metadata lists only what the plan grants, and with all=true the rest as not subscribed', async () => {
    assert.deepEqual(await idsOf('', 'german'), GERMAN);
    assert.deepEqual(await idsOf('?all=false', 'german'), GERMAN);
    const { body } = await world.get('/api/v1/metadata?all=TRUE', 'german');
    assert.deepEqual(
      body.map(({ seriesId, subscribed }: Record<string, unknown>) => [seriesId, subscribed]),
      ALL.map((code) => [code, GERMAN.includes(code)]),
    );
  });

  const questions: [query: string, ids: string[]][] = [
    ['?prefix=de', GERMAN],
    ['?prefix=DEHR', ['dehrprice', 'dehrwind']],
    ['?prefix=dehrprice', ['dehrprice']],
    ['?prefix=nothing', []],
    ['?prefix=%25', []],
    ['?prefix=', ALL],
    ['?q=price', ['dehrprice', 'frhrprice']],
    ['?q=PRICE+germany', ['dehrprice']],
    ['?q=f%C3%A9ri%C3%A9s', ['frhrprice']],
    ['?q=FÉRIÉS', ['frhrprice']],
    ['?q=_', []],
    ['?q=%20', ALL],
    ['?area=DE', GERMAN],
    ['?area=fr', ['frhrprice']],
    ['?area=PL', []],
    ['?resolution=Hourly', ['athrtemp', 'dehrprice', 'dehrwind', 'frhrprice']],
    ['?resolution=quarterhourly', ['deqhload']],
    ['?resolution=Weekly', ['hpddanoresa']],
    ['?resolution=Yearly', []],
    ['?area=DE&resolution=Hourly&q=wind&prefix=d', ['dehrwind']],
    ['?after=dehrwind', ALL.slice(3)],
    ['?after=DEHRWIND', ALL.slice(3)],
    ['?after=zzz', []],
    ['?after=e&prefix=de', []],
    ['?after=a&prefix=de', GERMAN],
    ['?limit=2', ALL.slice(0, 2)],
    ['?limit=10000', ALL],
    ['?limit=', ALL],
    ['?somethingelse=1', ALL],
  ];
  for (const [query, ids] of questions) {
    it(`${query} finds ${ids.length === 0 ? 'nothing' : ids.join(', ')}`, async () => {
      assert.deepEqual(await idsOf(encodeURI(decodeURI(query))), ids);
    });
  }

  for (const limit of [1, 2, 3, ALL.length]) {
    it(`the Link header leads through every series in pages of ${limit}`, async () => {
      const found: string[] = [];
      let next: string | undefined = `/api/v1/metadata?limit=${limit}`;
      for (let pages = 0; next !== undefined; pages++) {
        assert.ok(pages < 20, 'the walk ends');
        const { headers, body } = await world.get(next);
        assert.ok(body.length > 0 && body.length <= limit);
        found.push(...body.map((record: { seriesId: string }) => record.seriesId));
        next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
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
    const ids = await idsOf('', null, path);
    assert.deepEqual(ids.slice(0, ALL.length), ALL);
  });

  it('GET /api/v1/metadata/series gives the plan’s records with a token, as /api/v1/metadata does', async () => {
    assert.deepEqual(await idsOf('', 'german', path), GERMAN);
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
