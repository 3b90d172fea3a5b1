import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00Z' });
for (const [i, code] of ['dehrprice', 'dehrwind', 'frhrprice'].entries()) {
  await world.load({
    code,
    from: '2024-05-14T22:00:00Z',
    values: sequence(24, (hour) => i * 100 + hour),
  });
}
await world.load({ code: 'deday', resolution: 'day', from: '2024-05-14T22:00:00Z', values: [7] });
await world.load({ code: 'deempty' });

const multi = (body: Record<string, unknown>, as?: string) =>
  world.post('/api/fundamental/series/multi', body, as);

const single = (SeriesId: string, fields: Record<string, unknown>) =>
  world.post('/api/fundamental/series', { SeriesId, ...fields });

describe('POST /api/fundamental/series/multi', () => {
  it('series/multi answers with the objects of /series, in the order of SeriesIds', async () => {
    for (const fields of [
      {},
      { FromDateTime: 'today', ToDateTime: 'today', Resolution: 'day' },
      { FromDateTime: 'last-2', TimeZone: 'UTC' },
      { Resolution: 'week', Aggregation: 'Max' },
    ]) {
      const SeriesIds = ['frhrprice', 'dehrprice', 'deday', 'deempty', 'dehrwind'];
      const answer = await multi({ SeriesIds, ...fields });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      const texts = [];
      for (const id of SeriesIds) texts.push((await single(id, fields)).text);
      assert.equal(answer.text, `[${texts.join(',')}]`);
    }
  });

  it('series/multi answers an identifier as often as it is given, in any case', async () => {
    const { body } = await multi({ SeriesIds: ['dehrprice', 'DEHRPRICE'] });
    assert.equal(body.length, 2);
    assert.deepEqual(body[0], body[1]);
  });

  it('series/multi answers [] to an empty list', async () => {
    const answer = await multi({ SeriesIds: [] });
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '[]');
  });

  it('series/multi accepts a hundred series and no more', async () => {
    const ids = Array.from({ length: 101 }, () => 'dehrprice');
    const { status, body } = await multi({ SeriesIds: ids.slice(1), Resolution: 'day' });
    assert.equal(status, 200);
    assert.equal(body.length, 100);
    const { detail, errors } = assertRefused(
      await multi({ SeriesIds: ids, Resolution: 'day' }),
      400,
      'field_invalid',
    );
    assert.match(detail, /101.*100/);
    assert.equal(errors[0]?.field, 'SeriesIds');
  });

  it('series/multi refuses the whole request if one series is unknown, naming it', async () => {
    const answer = await multi({ SeriesIds: ['dehrprice', 'dehrprize', 'frhrprice'] });
    const { detail, errors } = assertRefused(answer, 404, 'series_unknown');
    assert.match(detail, /"dehrprize" \(did you mean dehrprice\?\)/);
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['SeriesIds.1'],
    );
  });

  it('series/multi refuses the whole request if one series is outside the plan, naming it', async () => {
    const answer = await multi({ SeriesIds: ['dehrprice', 'frhrprice'] }, 'german');
    const { detail, errors } = assertRefused(answer, 403, 'subscription_required');
    assert.match(detail, /"frhrprice"/);
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['SeriesIds.1'],
    );
  });

  it('series/multi refuses an unknown series before one outside the plan, in any order', async () => {
    for (const SeriesIds of [
      ['frhrprice', 'denosuch'],
      ['denosuch', 'frhrprice'],
    ]) {
      const { errors } = assertRefused(await multi({ SeriesIds }, 'german'), 404, 'series_unknown');
      assert.deepEqual(
        errors.map(({ field }) => field),
        [`SeriesIds.${SeriesIds.indexOf('denosuch')}`],
      );
    }
  });

  it('series/multi refuses an extraction if one series has no hours', async () => {
    const answer = await multi({ SeriesIds: ['dehrprice', 'deday'], Resolution: 'peak' });
    assertRefused(answer, 400, 'resolution_too_coarse');
  });

  it('series/multi names an invalid identifier by its place', async () => {
    for (const [SeriesIds, code] of [
      [['dehrprice', 'not an id'], 'field_invalid'],
      [['dehrprice', ''], 'field_missing'],
    ] as const) {
      const { errors } = assertRefused(await multi({ SeriesIds }), 400, code);
      assert.equal(errors[0]?.field, 'SeriesIds.1');
    }
  });

  it('series/multi needs SeriesIds and ignores a SeriesId', async () => {
    const { errors } = assertRefused(await multi({ SeriesId: 'dehrprice' }), 400, 'field_missing');
    assert.equal(errors[0]?.field, 'SeriesIds');
  });

  it('series/multi refuses SeriesIds that is no array of strings', async () => {
    for (const SeriesIds of ['dehrprice', null, { 0: 'dehrprice' }, ['dehrprice', 1], [null]]) {
      assertRefused(await multi({ SeriesIds }), 400, 'type_invalid');
    }
  });

  it('series/multi carries validators that depend on the list and its order, and never answers 304', async () => {
    const one = await multi({ SeriesIds: ['dehrprice', 'dehrwind'] });
    const other = await multi({ SeriesIds: ['dehrwind', 'dehrprice'] });
    assert.match(String(one.headers.etag), /^"[\w-]+"$/);
    assert.notEqual(one.headers.etag, other.headers.etag);
    assert.equal(one.headers['last-modified'], 'Wed, 15 May 2024 10:00:00 GMT');
    const again = await world.raw({
      method: 'POST',
      url: '/api/fundamental/series/multi',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await world.token()}`,
        'if-none-match': String(one.headers.etag),
      },
      payload: JSON.stringify({ SeriesIds: ['dehrprice', 'dehrwind'] }),
    });
    assert.equal(again.status, 200);
    assert.equal(again.text, one.text);
  });
});
