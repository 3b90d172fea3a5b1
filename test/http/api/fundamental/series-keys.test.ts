// The keys of Values: market time without zone, or the time of a given zone with its offset.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2025-10-26T12:00:00Z' });
// From 22:00Z on 25 October: the 25 hours of the market's Sunday, and one more.
await world.load({ code: 'autumn', from: '2025-10-25T22:00:00Z', values: sequence(26) });
await world.load({ code: 'spring', from: '2025-03-29T23:00:00Z', values: sequence(24) });
await world.load({
  code: 'monthly',
  resolution: 'month',
  from: '2025-09-30T22:00:00Z',
  values: [1, 2],
});

const ask = (body: Record<string, unknown>) => world.post('/api/fundamental/series', body);

const keysOf = async (body: Record<string, unknown>): Promise<string[]> =>
  Object.keys((await ask(body)).body.Values);

describe('the keys of POST /api/fundamental/series', () => {
  it('keys are market time without zone, ascending, each once', async () => {
    for (const SeriesId of ['autumn', 'spring', 'monthly']) {
      const { text } = await ask({ SeriesId });
      const keys = [...text.matchAll(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)":/g)].map(([, key]) => key);
      assert.ok(keys.length > 1);
      assert.deepEqual(keys, [...new Set(keys)].sort());
    }
  });

  it('the repeated autumn hour is one key with the mean of both', async () => {
    const { body } = await ask({ SeriesId: 'autumn' });
    assert.equal(Object.keys(body.Values).length, 25);
    assert.equal(body.Values['2025-10-26T02:00:00'], 2.5);
    assert.equal(body.Values['2025-10-27T00:00:00'], 25);
  });

  it('the hour that spring skips has no key', async () => {
    const keys = await keysOf({ SeriesId: 'spring' });
    assert.equal(keys.length, 24);
    assert.deepEqual(keys.slice(1, 3), ['2025-03-30T01:00:00', '2025-03-30T03:00:00']);
  });

  it('keys in UTC carry Z and merge nothing, in any spelling of UTC', async () => {
    const expected = sequence(26, (i) => Date.parse('2025-10-25T22:00:00Z') + i! * 3_600_000).map(
      (instant) => `${new Date(instant!).toISOString().slice(0, 19)}Z`,
    );
    for (const TimeZone of ['UTC', 'utc', 'Etc/UTC', 'GMT', ' UTC ']) {
      const { body } = await ask({ SeriesId: 'autumn', TimeZone });
      assert.deepEqual(Object.keys(body.Values), expected);
      assert.deepEqual(Object.values(body.Values), sequence(26));
      assert.equal(body.Meta.timezone, 'UTC');
    }
  });

  it('keys carry an offset with half an hour, and the zone is named as asked', async () => {
    const { body } = await ask({ SeriesId: 'autumn', TimeZone: 'Asia/Kolkata' });
    const keys = Object.keys(body.Values);
    assert.equal(keys[0], '2025-10-26T03:30:00+05:30');
    assert.equal(keys.length, 26);
    assert.equal(body.Meta.timezone, 'Asia/Kolkata');
    const folded = await ask({ SeriesId: 'autumn', TimeZone: 'asia/KOLKATA' });
    assert.equal(folded.body.Meta.timezone, 'Asia/Kolkata');
  });

  it('keys carry a negative offset', async () => {
    const keys = await keysOf({ SeriesId: 'autumn', TimeZone: 'America/New_York' });
    assert.equal(keys[0], '2025-10-25T18:00:00-04:00');
    assert.equal(keys.length, 26);
  });

  it('keys in the market’s own zone differ in their offset for the two autumn hours', async () => {
    const keys = await keysOf({ SeriesId: 'autumn', TimeZone: 'Europe/Berlin' });
    assert.deepEqual(keys.slice(1, 5), [
      '2025-10-26T01:00:00+02:00',
      '2025-10-26T02:00:00+02:00',
      '2025-10-26T02:00:00+01:00',
      '2025-10-26T03:00:00+01:00',
    ]);
  });

  it('a TimeZone changes only the keys: span, buckets and Meta stay market time', async () => {
    const body = { SeriesId: 'autumn', Resolution: 'day', FromDateTime: 'today' };
    const plain = (await ask(body)).body;
    const zoned = (await ask({ ...body, TimeZone: 'America/New_York' })).body;
    assert.deepEqual(Object.values(zoned.Values), Object.values(plain.Values));
    assert.deepEqual(Object.keys(zoned.Values), [
      '2025-10-25T18:00:00-04:00',
      '2025-10-26T19:00:00-04:00',
    ]);
    assert.deepEqual({ ...zoned.Meta, timezone: '' }, { ...plain.Meta, timezone: '' });
    assert.equal(zoned.LastUpdated, plain.LastUpdated);
  });

  it('an empty TimeZone counts as left out', async () => {
    const plain = await ask({ SeriesId: 'autumn' });
    for (const TimeZone of ['', '  ']) {
      assert.equal((await ask({ SeriesId: 'autumn', TimeZone })).text, plain.text);
    }
    assert.equal(plain.body.Meta.timezone, 'Europe/Berlin');
  });

  it('a zone that does not exist is refused', async () => {
    const wrong = [
      'Mars/Olympus',
      'Berlin',
      'CEST',
      '+01:00',
      '01:00',
      'UTC+1',
      'Europe/',
      '../etc',
    ];
    for (const TimeZone of [...wrong, 'Europe/Berlin\u0000', 'x'.repeat(5_000)]) {
      const answer = await ask({ SeriesId: 'autumn', TimeZone });
      const { errors } = assertRefused(answer, 400, 'field_invalid');
      assert.equal(errors[0]?.field, 'TimeZone');
      assert.ok(answer.text.length < 1_000);
    }
  });
});
