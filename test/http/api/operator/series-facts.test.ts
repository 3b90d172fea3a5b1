// What an operator is told about a series: its gaps, and who may read it.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
const write = (code: string, start: string, values: readonly number[]) =>
  world.ask('POST', `/series/${code}/values`, { body: { start, values } });

describe('the gaps of a series', () => {
  it('gaps are counted and listed, the newest first', async () => {
    await world.define('gappy');
    await write('gappy', '2024-05-01T00:00Z', [1, 2]);
    await write('gappy', '2024-05-01T05:00Z', [3]);
    await write('gappy', '2024-05-01T07:00Z', [4]);
    assert.deepEqual(await world.ask('GET', '/series/gappy/gaps'), {
      seriesId: 'gappy',
      from: '2024-05-01T00:00:00Z',
      to: '2024-05-01T08:00:00Z',
      missing: 4,
      gaps: 2,
      newest: [
        { from: '2024-05-01T06:00:00Z', to: '2024-05-01T07:00:00Z', missing: 1 },
        { from: '2024-05-01T02:00:00Z', to: '2024-05-01T05:00:00Z', missing: 3 },
      ],
    });
  });

  it('a day of the clock change misses its 23 or 25 hours', async () => {
    await world.define('clocky');
    await write('clocky', '2024-03-30T22:00Z', [1]);
    await write('clocky', '2024-03-31T22:00Z', [1]);
    await write('clocky', '2024-10-26T21:00Z', [1]);
    await write('clocky', '2024-10-27T23:00Z', [1]);
    const { newest } = await world.ask('GET', '/series/clocky/gaps');
    assert.deepEqual(newest[0], {
      from: '2024-10-26T22:00:00Z',
      to: '2024-10-27T23:00:00Z',
      missing: 25,
    });
    assert.deepEqual(newest.at(-1), {
      from: '2024-03-30T23:00:00Z',
      to: '2024-03-31T22:00:00Z',
      missing: 23,
    });
  });

  it('at most 20 gaps are listed, and all are counted', async () => {
    await world.define('holey');
    for (let day = 1; day <= 23; day++) {
      await write('holey', `2024-05-${String(day).padStart(2, '0')}T00:00Z`, [day]);
    }
    const { missing, gaps, newest } = await world.ask('GET', '/series/holey/gaps');
    assert.deepEqual([missing, gaps, newest.length], [22 * 23, 22, 20]);
    assert.equal(newest[0].to, '2024-05-23T00:00:00Z');
  });

  it('a series without gaps and one without values have none', async () => {
    await world.define('whole');
    await write('whole', '2024-05-01T00:00Z', [1, 2, 3]);
    await world.define('empty');
    const whole = await world.ask('GET', '/series/whole/gaps');
    assert.deepEqual([whole.missing, whole.gaps, whole.newest], [0, 0, []]);
    assert.deepEqual(await world.ask('GET', '/series/empty/gaps'), {
      seriesId: 'empty',
      from: null,
      to: null,
      missing: 0,
      gaps: 0,
      newest: [],
    });
  });

  it('an unknown series is refused', async () => {
    assertRefused(await world.send('GET', '/series/never/gaps'), 404, 'series_unknown');
    assertRefused(await world.send('GET', '/series/never/readers'), 404, 'series_unknown');
  });
});

describe('the readers of a series', () => {
  it('each plan that includes the series is listed with its matching patterns and its users', async () => {
    await world.define('frhrprice');
    for (const [name, series] of [
      ['france', ['fr*', 'de*', '*price']],
      ['germany', ['de*']],
    ] as const) {
      await world.ask('PUT', `/plans/${name}`, { body: { series } });
    }
    for (const [name, plan] of [
      ['bert', 'germany'],
      ['carla', 'france'],
      ['dora', 'france'],
    ]) {
      await world.ask('POST', '/users', { body: { name, plan } });
    }
    await world.ask('PUT', '/users/dora', { body: { disabled: true } });
    assert.deepEqual(await world.ask('GET', '/series/FRHRPRICE/readers'), {
      seriesId: 'frhrprice',
      plans: [
        { name: 'everything', patterns: ['*'], users: [{ name: 'anna', disabled: false }] },
        {
          name: 'france',
          patterns: ['fr*', '*price'],
          users: [
            { name: 'carla', disabled: false },
            { name: 'dora', disabled: true },
          ],
        },
      ],
    });
  });
});
