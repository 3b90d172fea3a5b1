// The span that an answer without values shows, if one of its ends was left out.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';

suite('an empty span', async () => {
  const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
  await world.load({ code: 'dehrprice', from: '2024-05-10T22:00:00Z', values: sequence(48) });
  await world.load({
    code: 'dedayprice',
    resolution: 'day',
    from: '2024-03-30T23:00:00Z',
    values: [1],
  });

  const shown = async (body: object) => {
    const answer = await world.post('/api/fundamental/series', body);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.Values, {});
    return [answer.body.Meta.from, answer.body.Meta.to];
  };

  for (const resolution of [undefined, 'day', 'peak']) {
    test(`an empty span before the series shows its first time stamp twice (${resolution ?? 'native'})`, async () => {
      const first = ['2024-05-11T00:00:00', '2024-05-11T00:00:00'];
      for (const ToDateTime of ['first-143', 'first-1', '2024-05-10', '2020'])
        assert.deepEqual(
          await shown({ SeriesId: 'dehrprice', ToDateTime, Resolution: resolution }),
          first,
        );
    });

    test(`an empty span after the series shows its From twice (${resolution ?? 'native'})`, async () => {
      for (const [FromDateTime, from] of [
        ['last+2', '2024-05-13T01:00:00'],
        ['2024-05-13', '2024-05-13T00:00:00'],
        ['2025', '2025-01-01T00:00:00'],
      ])
        assert.deepEqual(
          await shown({ SeriesId: 'dehrprice', FromDateTime, Resolution: resolution }),
          [from, from],
        );
    });
  }

  test('an empty span of days at a clock change shows the day’s own beginning', async () => {
    const day = '2024-03-31T00:00:00';
    assert.deepEqual(await shown({ SeriesId: 'dedayprice', ToDateTime: 'first-1' }), [day, day]);
  });

  test('an empty span of a document in UTC is shown the same way', async () => {
    const { body } = await world.get('/api/v1/series/dehrprice?to=first-143');
    assert.deepEqual([body.from, body.to], ['2024-05-10T22:00:00Z', '2024-05-10T22:00:00Z']);
  });

  test('a series without values has no span to show', async () => {
    await world.load({ code: 'frhrprice' });
    assert.deepEqual(await shown({ SeriesId: 'frhrprice', ToDateTime: 'first-143' }), [null, null]);
  });
});
