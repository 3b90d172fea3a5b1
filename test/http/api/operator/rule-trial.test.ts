// What a rule would have held of the last year.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
await world.define('empty');
const values = [10, 20, 500, 30, null, -90, 40];
const body = { start: '2024-05-17T00:00Z', values };
await world.ask('POST', '/series/dehrprice/values', { body });
// More than a year before the last value.
const old = { start: '2023-05-01T00:00Z', values: [900] };
await world.ask('POST', '/series/dehrprice/values', { body: old });

const trial = (query: string) => world.ask('GET', `/series/dehrprice/rule/trial?${query}`);

describe('the trial of a rule', () => {
  it('a trial counts values and those that the rule would have held, without older ones', async () => {
    assert.deepEqual(await trial('minimum=-50&maximum=100'), {
      seriesId: 'dehrprice',
      from: '2023-05-18T07:00:00Z',
      to: '2024-05-17T07:00:00Z',
      checked: 6,
      held: 2,
      newest: [
        {
          time: '2024-05-17T05:00:00Z',
          value: -90,
          reason: '-90 is below -50, the lowest allowed.',
        },
        {
          time: '2024-05-17T02:00:00Z',
          value: 500,
          reason: '500 is above 100, the highest allowed.',
        },
      ],
    });
  });

  it('a trial measures steps from the last value that would have been accepted', async () => {
    const { held, newest } = await trial('largestStep=50');
    assert.equal(held, 2);
    assert.deepEqual(
      newest.map(({ value }: { value: number }) => value),
      [-90, 500],
    );
  });

  it('a trial changes nothing', async () => {
    const before = await world.ask('GET', '/audit');
    await trial('maximum=1');
    assert.deepEqual(await world.ask('GET', '/audit'), before);
    assert.deepEqual(await world.ask('GET', '/held'), []);
  });

  it('a series without values has nothing to try', async () => {
    const answer = await world.ask('GET', '/series/empty/rule/trial?maximum=1');
    assert.deepEqual([answer.checked, answer.held, answer.from], [0, 0, null]);
  });

  for (const [query, field] of [
    ['maximum=much', 'maximum'],
    ['', 'minimum'],
    ['minimum=2&maximum=1', 'minimum'],
    ['largestStep=-1', 'largestStep'],
  ] as const) {
    it(`a trial of ${query || 'no bound'} is refused`, async () => {
      const answer = await world.send('GET', `/series/dehrprice/rule/trial?${query}`);
      const { errors } = assertRefused(answer, 400, 'field_invalid');
      assert.equal(errors![0]!.field, field);
    });
  }
});
