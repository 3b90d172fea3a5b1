// The records of GET /api/v1/metadata, and which of them a query finds.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { ALL, GERMAN, idsIn, openMetadataWorld } from './metadata-world.ts';

const world = await openMetadataWorld({ after });

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
    assert.deepEqual(await idsIn(world, '', 'german'), GERMAN);
    assert.deepEqual(await idsIn(world, '?all=false', 'german'), GERMAN);
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
      assert.deepEqual(await idsIn(world, encodeURI(decodeURI(query))), ids);
    });
  }
});
