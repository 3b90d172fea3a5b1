import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import {
  DAY_AHEAD,
  hoursFrom,
  loadForecastSeries,
  SHORT_TERM,
  timesOf,
  valuesOf,
} from './forecast-world.ts';

const world = await World.open({ after }, { now: '2024-12-31T12:00:00Z' });
const price = await loadForecastSeries(world, 'DE', 'hrprice');
const cons = await loadForecastSeries(world, 'DE', 'hrcons');

/** Each run begins at 00:00Z of its day: value = hours since then. */
const RUNS = [
  '2024-01-15T10:00:00Z',
  '2024-03-30T10:00:00Z',
  '2024-05-16T21:59:59Z',
  '2024-05-16T22:00:00Z',
  '2024-07-15T10:00:00Z',
  '2024-10-26T10:00:00Z',
  '2024-12-31T10:00:00Z',
];
for (const analyzed of RUNS)
  await world.loadRun(price, analyzed, `${analyzed.slice(0, 10)}T00:00:00Z`, sequence(96));
await world.loadRun(cons, '2024-12-31T10:00:00Z', '2024-12-31T00:00:00Z', sequence(96));

const ask = (query: string, as: string | null = 'trader') => world.get(`${DAY_AHEAD}?${query}`, as);

describe('GET …/day-ahead', () => {
  const days: [what: string, analyzed: string, first: string, hours: number][] = [
    ['a winter’s day', '2024-01-15T10:00:00Z', '2024-01-15T23:00:00Z', 24],
    ['a summer’s day', '2024-07-15T10:00:00Z', '2024-07-15T22:00:00Z', 24],
    ['the day of 23 hours', '2024-03-30T10:00:00Z', '2024-03-30T23:00:00Z', 23],
    ['the day of 25 hours', '2024-10-26T10:00:00Z', '2024-10-26T22:00:00Z', 25],
    ['the first of the next year', '2024-12-31T10:00:00Z', '2024-12-31T23:00:00Z', 24],
    [
      'tomorrow, for a run just before midnight',
      '2024-05-16T21:59:59Z',
      '2024-05-16T22:00:00Z',
      24,
    ],
    ['the day after, for a run at midnight', '2024-05-16T22:00:00Z', '2024-05-17T22:00:00Z', 24],
  ];
  for (const [what, analyzed, first, hours] of days) {
    it(`…/day-ahead is ${what}: ${hours} hours from ${first}`, async () => {
      const answer = await ask(`area=DE&balanceCategory=hrprice&issueTime=${analyzed}`);
      assert.equal(answer.body.analyzedTime, analyzed);
      assert.deepEqual(timesOf(answer), hoursFrom(first, hours));
      const start = (Date.parse(first) - Date.parse(`${analyzed.slice(0, 10)}T00:00:00Z`)) / 36e5;
      assert.deepEqual(
        valuesOf(answer),
        sequence(hours, (i) => start + i),
      );
    });

    it(`…/day-ahead averages ${what} to one value with Daily`, async () => {
      const answer = await ask(
        `area=DE&balanceCategory=hrprice&issueTime=${analyzed}&resolution=Daily`,
      );
      assert.deepEqual(timesOf(answer), [first]);
      const start = (Date.parse(first) - Date.parse(`${analyzed.slice(0, 10)}T00:00:00Z`)) / 36e5;
      assert.deepEqual(valuesOf(answer), [start + (hours - 1) / 2]);
    });
  }

  it('…/day-ahead accepts the parameters of short-term and has its shape', async () => {
    const query =
      'area=de&balanceCategory=HRPRICE&startDate=2024-12-31T20:00:00Z&endDate=2025-01-01';
    const [here, there] = [await ask(query), await world.get(`${SHORT_TERM}?${query}`)];
    assert.equal(here.status, 200);
    assert.equal(here.text, there.text);
  });

  it('…/day-ahead has every granted category of the newest run if none is named', async () => {
    const { body } = await ask('area=DE');
    assert.equal(body.analyzedTime, '2024-12-31T10:00:00Z');
    assert.equal(body.data.length, 48);
  });

  it('…/day-ahead refuses as short-term does', async () => {
    assertRefused(await ask('area=DE', null), 401, 'token_missing');
    assertRefused(await ask('area=XX'), 400, 'field_invalid');
    assertRefused(await ask('area=FR'), 404, 'run_unknown');
    assertRefused(await ask('area=FR', 'german'), 403, 'subscription_required');
    assertRefused(await ask('area=DE&issueTime=2024-01-15T09:59:59Z'), 404, 'run_unknown');
    assertRefused(
      await ask('area=DE&balanceCategory=hrprice&currency=NOK'),
      422,
      'exchange_rate_missing',
    );
  });
});
