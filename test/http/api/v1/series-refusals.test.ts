import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const from = '2024-04-30T22:00:00Z';
await world.load({ code: 'dehrprice', from, values: sequence(300) });
await world.load({ code: 'no1dayres', resolution: 'day', from, values: sequence(10) });

const ask = (query: string, as: string | null = 'trader') =>
  world.get(`/api/v1/series/${query}`, as);

describe('GET /api/v1/series/{seriesId}: refusals', () => {
  for (const [query, status, code, field] of [
    ['x', 400, 'field_invalid', 'seriesId'],
    ['d%20e', 400, 'field_invalid', 'seriesId'],
    ['..%2f..%2fetc', 400, 'field_invalid', 'seriesId'],
    ['%C3%A9nergie', 400, 'field_invalid', 'seriesId'],
    ['dehrprice?from=todya', 400, 'date_unknown', 'from'],
    ['dehrprice?to=2023-02-30', 400, 'date_unknown', 'to'],
    ['dehrprice?from=year-9999', 400, 'date_out_of_range', 'from'],
    ['dehrprice?from=today&to=yesterday', 400, 'span_reversed', 'from'],
    ['dehrprice?resolution=peek', 400, 'resolution_unknown', 'resolution'],
    ['dehrprice?aggregation=Median', 400, 'field_invalid', 'aggregation'],
    ['no1dayres?resolution=peak', 400, 'resolution_too_coarse', 'resolution'],
    ['dehrprise', 404, 'series_unknown', 'seriesId'],
  ] as const) {
    it(`${query} is refused with ${status} ${code}, naming ${field}`, async () => {
      const problem = assertRefused(await ask(query), status, code);
      assert.deepEqual(
        problem.errors.map((fault) => fault.field),
        [field],
      );
    });
  }

  it('an unknown series is refused with the nearest', async () => {
    const { detail } = assertRefused(await ask('dehrprise'), 404, 'series_unknown');
    assert.match(detail, /did you mean dehrprice\?/);
  });

  it('a refusal names every field at fault', async () => {
    const { errors } = assertRefused(
      await ask('x?from=a&to=b&resolution=c&aggregation=d'),
      400,
      'field_invalid',
    );
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['seriesId', 'from', 'to', 'resolution', 'aggregation'],
    );
  });

  it('a series needs a token, and a plan that includes it', async () => {
    assertRefused(await ask('dehrprice', null), 401, 'token_missing');
    assertRefused(await ask('x?from=a', null), 401, 'token_missing');
    assert.equal((await ask('dehrprice', 'german')).status, 200);
    assertRefused(await ask('no1dayres', 'german'), 403, 'subscription_required');
    assertRefused(await ask('no1nothing', 'german'), 404, 'series_unknown');
  });

  it('a parameter given twice is refused', async () => {
    assertRefused(await ask('dehrprice?from=today&from=today'), 400, 'type_invalid');
  });

  it('the path without an identifier does not exist', async () => {
    assertRefused(await world.get('/api/v1/series'), 404, 'path_unknown');
    assertRefused(await ask(''), 400, 'field_missing');
  });
});
