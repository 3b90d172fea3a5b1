import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { loadAllResolutions, NATIVE_CASES } from './all-resolutions.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00.250Z' });
await loadAllResolutions(world);
await world.load({
  code: 'dehrprice',
  description: 'Germany, day-ahead price, EUR/MWh — "spot"',
  from: '2024-03-30T22:00:00Z',
  values: [null, 1, null, 3, null],
});
await world.load({ code: 'frhrprice', from: '2024-05-14T22:00:00Z', values: [1] });
await world.load({ code: 'emptyseries' });
await world.load({ code: 'onlyruns' });
await world.loadRun('onlyruns', '2024-05-14T06:00:00Z', '2024-05-14T22:00:00Z', [1, 2, 3]);
await world.loadRun('onlyruns', '2024-05-15T06:00:00Z', '2024-05-14T23:00:00Z', [1]);

const meta = (SeriesId: unknown, as?: string) =>
  world.post('/api/fundamental/meta', { SeriesId }, as);

describe('POST /api/fundamental/meta', () => {
  it('POST …/meta answers with the documented fields and no other, in their order', async () => {
    const answer = await meta('dehrprice');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(Object.entries(answer.body), [
      ['startdate', '2024-03-31T00:00:00'],
      ['enddate', '2024-03-31T03:00:00'],
      ['Code', 'dehrprice'],
      ['Description', 'Germany, day-ahead price, EUR/MWh — "spot"'],
      ['Unit', 'EUR/MWh'],
      ['Resolution', 0],
    ]);
  });

  for (const { code, name, number, third } of NATIVE_CASES) {
    it(`POST …/meta numbers the resolution ${name} ${number}`, async () => {
      const { body } = await meta(code);
      assert.equal(body.Resolution, number);
      assert.equal(body.startdate, '2024-01-01T00:00:00');
      assert.equal(body.enddate, third);
    });
  }

  it('POST …/meta has null dates for a series without any value', async () => {
    const { status, body } = await meta('emptyseries');
    assert.equal(status, 200);
    assert.deepEqual([body.startdate, body.enddate], [null, null]);
  });

  it('POST …/meta has the dates of all runs if nothing is observed', async () => {
    const { body } = await meta('onlyruns');
    assert.deepEqual(
      [body.startdate, body.enddate],
      ['2024-05-15T00:00:00', '2024-05-15T02:00:00'],
    );
  });

  it('POST …/meta matches identifiers without regard to case or surrounding blanks', async () => {
    assert.deepEqual((await meta('DeHrPrice')).body, (await meta('dehrprice')).body);
    assert.deepEqual((await meta(' dehrprice ')).body, (await meta('dehrprice')).body);
  });

  it('POST …/meta finds a series outside the plan', async () => {
    const { status, body } = await meta('frhrprice', 'german');
    assert.equal(status, 200);
    assert.equal(body.Code, 'frhrprice');
  });

  it('POST …/meta refuses an unknown series and names the nearest', async () => {
    const { detail, errors } = assertRefused(await meta('dehrprise'), 404, 'series_unknown');
    assert.match(detail, /"dehrprise" \(did you mean dehrprice\?\)/);
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['SeriesId'],
    );
  });

  it('POST …/meta needs an identifier', async () => {
    for (const missing of [undefined, '', '   ']) {
      const { errors } = assertRefused(await meta(missing), 400, 'field_missing');
      assert.equal(errors[0]?.field, 'SeriesId');
    }
  });

  it('POST …/meta refuses an invalid identifier', async () => {
    const wrong = ['d', '1de', 'de hr', 'de/hr', 'dé', '-de', `d${'e'.repeat(64)}`, "de' OR 1=1"];
    for (const id of wrong) {
      const { errors } = assertRefused(await meta(id), 400, 'field_invalid');
      assert.equal(errors[0]?.field, 'SeriesId');
    }
    assertRefused(await meta(`d${'e'.repeat(63)}`), 404, 'series_unknown');
  });

  it('POST …/meta carries validators, and answers 200 to If-None-Match because it is a POST', async () => {
    const first = await meta('frhrprice');
    assert.match(String(first.headers.etag), /^"[\w-]+"$/);
    assert.equal(first.headers['last-modified'], 'Wed, 15 May 2024 10:00:00 GMT');
    const again = await world.raw({
      method: 'POST',
      url: '/api/fundamental/meta',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await world.token()}`,
        'if-none-match': String(first.headers.etag),
      },
      payload: JSON.stringify({ SeriesId: 'frhrprice' }),
    });
    assert.equal(again.status, 200);
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal(again.text, first.text);
  });

  it('POST …/meta changes its ETag when the series changes', async () => {
    await world.load({ code: 'changing', from: '2024-05-14T22:00:00Z', values: [1] });
    const before = await meta('changing');
    await world.load({ code: 'changing', from: '2024-05-14T23:00:00Z', values: [2] });
    const after = await meta('changing');
    assert.notEqual(after.headers.etag, before.headers.etag);
    assert.equal(after.body.enddate, '2024-05-15T01:00:00');
  });
});
