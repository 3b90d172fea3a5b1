import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../../request/assert-refused.ts';
import {
  hoursFrom,
  loadForecastSeries,
  type Point,
  SHORT_TERM,
  timesOf,
  valuesOf,
} from './forecast-world.ts';

const world = await World.open({ after }, { now: '2024-12-31T12:00:00Z' });

/** One hourly run over more than a year: value = hours since its first. */
const FIRST = '2023-12-30T23:00:00Z';
const code = await loadForecastSeries(world, 'DE', 'hrprice');
await world.loadRun(
  code,
  '2023-12-30T12:00:00Z',
  FIRST,
  sequence(24 * 400, (i) => i),
);

/** Short runs before days of 24, 23, 24 and 25 hours: value = hours since the run's first. */
const cons = await loadForecastSeries(world, 'DE', 'hrcons');
for (const day of ['2024-01-15', '2024-03-30', '2024-07-15', '2024-10-26']) {
  const first = `${day}T00:00:00Z`;
  await world.loadRun(cons, `${day}T06:00:00Z`, first, sequence(72));
}

/** A run of quarters of an hour: value = quarters since 2024-05-16T00:00Z. */
const quarters = await loadForecastSeries(world, 'AT', 'hrprice', 'EUR/MWh', 'quarterhour');
await world.loadRun(quarters, '2024-05-16T06:00:00Z', '2024-05-16T00:00:00Z', sequence(4 * 72));

const ask = (query: string) => world.get(`${SHORT_TERM}?${query}`);

/** The mean of the run's values over [from, to), which ascend by one an hour. */
function meanOver(from: string, to: string): number {
  const hour = (time: string) => (Date.parse(time) - Date.parse(FIRST)) / 3_600_000;
  return (hour(from) + hour(to) - 1) / 2;
}

describe('GET …/short-term: resolution', () => {
  const year = 'area=DE&balanceCategory=hrprice&startDate=2024-01-01&endDate=2024-12-31';

  // Less than half of the last day and week lies in the span: they are left out.
  const periods: [resolution: string, count: number, starts: Record<number, [string, string]>][] = [
    [
      'Daily',
      365,
      {
        0: ['2023-12-31T23:00:00Z', '2024-01-01T23:00:00Z'],
        90: ['2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z'],
        300: ['2024-10-26T22:00:00Z', '2024-10-27T23:00:00Z'],
      },
    ],
    ['Weekly', 52, { 0: ['2023-12-31T23:00:00Z', '2024-01-07T23:00:00Z'] }],
    [
      'Monthly',
      12,
      {
        0: ['2023-12-31T23:00:00Z', '2024-01-31T23:00:00Z'],
        2: ['2024-02-29T23:00:00Z', '2024-03-31T22:00:00Z'],
        9: ['2024-09-30T22:00:00Z', '2024-10-31T23:00:00Z'],
      },
    ],
    ['Quarterly', 4, { 1: ['2024-03-31T22:00:00Z', '2024-06-30T22:00:00Z'] }],
    ['Yearly', 1, { 0: ['2023-12-31T23:00:00Z', '2024-12-31T23:00:00Z'] }],
  ];
  for (const [resolution, count, expected] of periods) {
    it(`${resolution} averages over market-time periods of real hours`, async () => {
      const { body } = await ask(`${year}&resolution=${resolution}`);
      assert.equal(body.data.length, count);
      for (const [i, [from, to]] of Object.entries(expected)) {
        const { validTime, value, resolution: shownResolution } = body.data[Number(i)] as Point;
        assert.deepEqual([validTime, value], [from, meanOver(from, to)]);
        assert.equal(shownResolution, resolution);
      }
    });
  }

  for (const resolution of ['QuarterHourly', 'HalfHourly', 'Hourly', 'hourly', 'HOURLY']) {
    it(`${resolution} of an hourly run is the run as stored`, async () => {
      const query = 'area=DE&balanceCategory=hrprice&startDate=2024-05-01&endDate=2024-05-02';
      const answer = await ask(`${query}&resolution=${resolution}`);
      assert.deepEqual(timesOf(answer), hoursFrom('2024-05-01T00:00:00Z', 25));
      for (const point of answer.body.data) assert.equal(point.resolution, 'Hourly');
    });
  }

  it('the resolution matches without regard to case', async () => {
    const [plain, odd] = [
      await ask(`${year}&resolution=Monthly`),
      await ask(`${year}&resolution=mONTHLY`),
    ];
    assert.equal(odd.text, plain.text);
  });

  for (const [what, day, start, hours] of [
    ['in winter', '2024-01-15', '2024-01-15T23:00:00Z', 24],
    ['in summer', '2024-07-15', '2024-07-15T22:00:00Z', 24],
    ['of 23 hours in spring', '2024-03-30', '2024-03-30T23:00:00Z', 23],
    ['of 25 hours in autumn', '2024-10-26', '2024-10-26T22:00:00Z', 25],
  ] as const) {
    it(`Daily with the default span is one market day ${what}`, async () => {
      const query = `area=DE&balanceCategory=hrcons&issueTime=${day}T06:00:00Z&resolution=Daily`;
      const answer = await ask(query);
      assert.deepEqual(timesOf(answer), [start]);
      const first = (Date.parse(start) - Date.parse(`${day}T00:00:00Z`)) / 3_600_000;
      assert.deepEqual(valuesOf(answer), [first + (hours - 1) / 2]);
    });
  }

  it('a period is kept if exactly half of it is asked for, and dropped at one hour less', async () => {
    const daily = 'area=DE&balanceCategory=hrprice&resolution=Daily';
    const [half, less] = ['2024-05-14T10:00:00Z', '2024-05-14T11:00:00Z'];
    const end = 'endDate=2024-05-14T21:00:00Z';
    const day = await ask(`${daily}&startDate=${half}&${end}`);
    assert.deepEqual(timesOf(day), ['2024-05-13T22:00:00Z']);
    assert.deepEqual(valuesOf(day), [meanOver('2024-05-13T22:00:00Z', '2024-05-14T22:00:00Z')]);
    assert.deepEqual(timesOf(await ask(`${daily}&startDate=${less}&${end}`)), []);
  });

  it('a period is averaged over the values that the run has of it', async () => {
    const answer = await ask(
      'area=DE&balanceCategory=hrcons&issueTime=2024-07-15T06:00:00Z&resolution=Daily&startDate=2024-07-14T22:00:00Z&endDate=2024-07-15T21:00:00Z',
    );
    assert.deepEqual(timesOf(answer), ['2024-07-14T22:00:00Z']);
    assert.deepEqual(valuesOf(answer), [21 / 2]);
  });

  it('no period lies outside the run', async () => {
    const { body } = await ask(
      'area=DE&balanceCategory=hrprice&resolution=Monthly&startDate=2026-01-01&endDate=2026-12-31',
    );
    assert.deepEqual(body.data, []);
  });

  for (const [given, nearest] of [
    ['Hourl', 'Hourly'],
    ['Dayly', 'Daily'],
    ['monthyl', 'Monthly'],
    ['Hour', undefined],
    ['PT1H', undefined],
    ['native', undefined],
  ] as const) {
    it(`the resolution ${given} is refused with the list of eight${nearest ? ` and the nearest, ${nearest}` : ''}`, async () => {
      const problem = assertRefused(
        await ask(`area=DE&resolution=${given}`),
        400,
        'resolution_unknown',
      );
      assert.equal(allowedOf(problem).resolution?.length, 8);
      assert.ok(problem.detail.includes(JSON.stringify(given)));
      assert.equal(/did you mean (\w+)\?/.exec(problem.detail)?.[1], nearest);
    });
  }
});

describe('GET …/short-term: runs of 15 minutes', () => {
  const asked = 'area=AT&balanceCategory=hrprice';

  it('a run of 15 minutes comes as hours by default, each the mean of its quarters', async () => {
    const answer = await ask(asked);
    // Only the quarter at 00:00Z of the 25th hour lies in the default span: less than half.
    assert.deepEqual(timesOf(answer), hoursFrom('2024-05-17T00:00:00Z', 24));
    assert.deepEqual(valuesOf(answer).slice(0, 2), [96 + 1.5, 100 + 1.5]);
    assert.equal(answer.body.data[0].resolution, 'Hourly');
  });

  it('a run of 15 minutes comes as stored with QuarterHourly', async () => {
    const answer = await ask(`${asked}&resolution=QuarterHourly`);
    assert.deepEqual(
      valuesOf(answer),
      sequence(97, (i) => 96 + i),
    );
    assert.deepEqual(timesOf(answer).slice(0, 2), ['2024-05-17T00:00:00Z', '2024-05-17T00:15:00Z']);
    assert.equal(timesOf(answer).at(-1), '2024-05-18T00:00:00Z');
    assert.equal(answer.body.data[0].resolution, 'QuarterHourly');
  });

  it('a run of 15 minutes comes as half hours with HalfHourly', async () => {
    const answer = await ask(
      `${asked}&resolution=HalfHourly&startDate=2024-05-17&endDate=2024-05-17T00:45:00Z`,
    );
    assert.deepEqual(timesOf(answer), ['2024-05-17T00:00:00Z', '2024-05-17T00:30:00Z']);
    assert.deepEqual(valuesOf(answer), [96.5, 98.5]);
  });

  it('a run of 15 minutes comes as the market day with Daily', async () => {
    const answer = await ask(`${asked}&resolution=Daily`);
    assert.deepEqual(timesOf(answer), ['2024-05-16T22:00:00Z']);
    assert.deepEqual(valuesOf(answer), [88 + 95 / 2]);
  });
});
