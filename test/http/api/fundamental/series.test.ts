import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { loadAllResolutions, NATIVE_CASES } from './all-resolutions.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00.250Z' });
await loadAllResolutions(world);
await world.load({
  code: 'dehrprice',
  description: 'Germany, day-ahead price, EUR/MWh — "spot"',
  from: '2024-05-14T22:00:00Z',
  values: sequence(24),
});
await world.load({ code: 'frhrprice', from: '2024-05-14T22:00:00Z', values: [1] });
await world.load({ code: 'emptyseries' });

const series = (body: Record<string, unknown>, as?: string) =>
  world.post('/api/fundamental/series', body, as);

const metaOf = async (body: Record<string, unknown>) => (await series(body)).body.Meta;

describe('POST /api/fundamental/series', () => {
  it('POST …/series answers 200 with LastUpdated, Meta and Values, in this order', async () => {
    const answer = await series({ SeriesId: 'dehrprice', Resolution: 'day' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(Object.keys(answer.body), ['LastUpdated', 'Meta', 'Values']);
    assert.equal(answer.body.LastUpdated, '2024-05-15T12:00:00.250');
    assert.deepEqual(answer.body.Values, { '2024-05-15T00:00:00': 11.5 });
  });

  it('POST …/series describes the series in Meta: the documented fields first, then its own', async () => {
    const { body } = await series({ SeriesId: 'dehrprice', Resolution: 'peak' });
    assert.deepEqual(Object.entries(body.Meta), [
      ['code', 'dehrprice'],
      ['description', 'Germany, day-ahead price, EUR/MWh — "spot"'],
      ['unit', 'EUR/MWh'],
      ['resolution', 'Day'],
      ['nativeresolution', 'Hour'],
      ['aggregation', 'Average'],
      ['timezone', 'Europe/Berlin'],
      ['from', '2024-05-15T00:00:00'],
      ['to', '2024-05-15T23:00:00'],
      ['hours', '09-20'],
      ['lastobserved', '2024-05-15T23:00:00'],
    ]);
  });

  it('POST …/series names the hours only if an extraction used them', async () => {
    assert.equal('hours' in (await metaOf({ SeriesId: 'dehrprice', Resolution: 'day' })), false);
    assert.equal((await metaOf({ SeriesId: 'dehrprice', Resolution: 'night' })).hours, '00-06');
  });

  for (const { code, title, third } of NATIVE_CASES) {
    it(`POST …/series calls the native resolution of ${code} ${title}, in any way of asking for it`, async () => {
      for (const Resolution of [undefined, '', '*', 'native', 'NATIVE']) {
        const { body } = await series({ SeriesId: code, Resolution });
        const { resolution, nativeresolution, aggregation } = body.Meta;
        assert.deepEqual([resolution, nativeresolution, aggregation], [title, title, 'None']);
        const [first, , last] = Object.keys(body.Values);
        assert.deepEqual([first, last], ['2024-01-01T00:00:00', third]);
        assert.deepEqual(Object.values(body.Values), [1, 2, 3]);
      }
    });
  }

  it('POST …/series accepts hr for hour', async () => {
    const short = await series({ SeriesId: 'dehrprice', Resolution: 'hr' });
    const long = await series({ SeriesId: 'dehrprice', Resolution: 'hour' });
    assert.equal(short.text, long.text);
    assert.equal(long.body.Meta.aggregation, 'None');
  });

  it('POST …/series matches identifiers without regard to case and answers with the stored one', async () => {
    const { body } = await series({ SeriesId: ' DEHRPRICE ' });
    assert.equal(body.Meta.code, 'dehrprice');
  });

  it('POST …/series ignores unknown fields', async () => {
    const plain = await series({ SeriesId: 'dehrprice' });
    const more = await series({ SeriesId: 'dehrprice', Culture: 'en-GB', page: { size: 1 } });
    assert.equal(more.status, 200);
    assert.equal(more.text, plain.text);
  });

  it('POST …/series answers an empty series with nulls and no values', async () => {
    const { status, body } = await series({ SeriesId: 'emptyseries', FromDateTime: 'today' });
    assert.equal(status, 200);
    assert.equal(body.LastUpdated, null);
    assert.deepEqual([body.Meta.from, body.Meta.to, body.Meta.lastobserved], [null, null, null]);
    assert.deepEqual(body.Values, {});
  });

  it('POST …/series reduces by every aggregation, in any case, and says which', async () => {
    const expected = { Average: 11.5, Sum: 276, Min: 0, Max: 23, Count: 24 };
    for (const [Aggregation, value] of Object.entries(expected)) {
      for (const spelling of [Aggregation, Aggregation.toUpperCase()]) {
        const { body } = await series({
          SeriesId: 'dehrprice',
          Resolution: 'month',
          Aggregation: spelling,
        });
        assert.equal(body.Meta.aggregation, Aggregation);
        assert.deepEqual(Object.values(body.Values), [value]);
      }
    }
  });

  it('POST …/series refuses several bad fields at once, naming each with what is allowed', async () => {
    const answer = await series({
      SeriesId: '?',
      FromDateTime: 'todya',
      ToDateTime: 'tomorow',
      Resolution: 'dayly',
      Aggregation: 'Mean',
      TimeZone: 'Mars/Olympus',
    });
    const { errors } = assertRefused(answer, 400, 'field_invalid');
    assert.deepEqual(errors.map(({ field }) => field).sort(), [
      'Aggregation',
      'FromDateTime',
      'Resolution',
      'SeriesId',
      'TimeZone',
      'ToDateTime',
    ]);
    for (const { field, message, allowed } of errors) {
      assert.ok(allowed && allowed.length > 0, `${field}: ${message}`);
    }
  });

  it('POST …/series refuses data outside the plan, naming the series and the plan’s patterns', async () => {
    assert.equal((await series({ SeriesId: 'dehrprice' }, 'german')).status, 200);
    const answer = await series({ SeriesId: 'FRHRPRICE' }, 'german');
    const { detail, errors } = assertRefused(answer, 403, 'subscription_required');
    assert.match(detail, /"frhrprice".*"germany"/);
    assert.deepEqual(errors[0]?.allowed, ['de*']);
    const found = await world.post('/api/fundamental/meta', { SeriesId: 'frhrprice' }, 'german');
    assert.equal(found.status, 200);
  });

  it('POST …/series carries validators that depend on every part of the question, and never answers 304', async () => {
    const questions = [
      {},
      { Resolution: 'day' },
      { Resolution: 'peak' },
      { Resolution: 'day', Aggregation: 'Sum' },
      { FromDateTime: '2024-05-15T10:00' },
      { ToDateTime: '2024-05-15T10:00' },
      { TimeZone: 'UTC' },
      { TimeZone: 'Europe/Berlin' },
    ];
    const tags = new Set<string>();
    for (const question of questions) {
      const { headers } = await series({ SeriesId: 'dehrprice', ...question });
      assert.equal(headers['last-modified'], 'Wed, 15 May 2024 10:00:00 GMT');
      tags.add(String(headers.etag));
    }
    assert.equal(tags.size, questions.length);
    const again = await world.raw({
      method: 'POST',
      url: '/api/fundamental/series',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await world.token()}`,
        'if-none-match': [...tags].join(', '),
      },
      payload: JSON.stringify({ SeriesId: 'dehrprice' }),
    });
    assert.equal(again.status, 200);
    assert.equal(Object.keys(again.body.Values).length, 24);
  });

  it('POST …/series moves with the clock: today is another day tomorrow', async () => {
    const ask = { SeriesId: 'dehrprice', FromDateTime: 'today', ToDateTime: 'today' };
    const before = await series(ask);
    world.setNow('2024-05-15T22:00:00Z');
    const after = await series(ask);
    world.setNow('2024-05-15T10:00:00.250Z');
    assert.equal(before.body.Meta.from, '2024-05-15T00:00:00');
    assert.equal(after.body.Meta.from, '2024-05-16T00:00:00');
    assert.deepEqual(after.body.Values, {});
    assert.notEqual(before.headers.etag, after.headers.etag);
  });

  it('POST …/series says in Meta.hours which hours an operator chose', async () => {
    const other = await World.open(
      { after },
      { now: '2024-05-15T10:00:00Z', blockHours: 'peak=08-20' },
    );
    await other.load({ code: 'dehrprice', from: '2024-05-14T22:00:00Z', values: sequence(24) });
    const ask = (Resolution: string) =>
      other.post('/api/fundamental/series', { SeriesId: 'dehrprice', Resolution });
    const peak = await ask('peak');
    assert.equal(peak.body.Meta.hours, '08-20');
    assert.deepEqual(Object.values(peak.body.Values), [13.5]);
    assert.equal((await ask('peakweek')).body.Meta.hours, 'Mon-Fri 08-20, Sat-Sun 00-24');
    assert.equal((await ask('offpeak')).body.Meta.hours, '00-08,20-24');
  });
});
