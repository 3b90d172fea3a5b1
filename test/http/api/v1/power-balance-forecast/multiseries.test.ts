import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../../request/assert-refused.ts';
import { DAY_AHEAD, loadForecastSeries, type Point, SHORT_TERM } from './forecast-world.ts';

const world = await World.open({ after }, { now: '2024-05-17T12:00:00Z' });
const price = await loadForecastSeries(world, 'DE', 'hrprice');
const cons = await loadForecastSeries(world, 'DE', 'hrcons');

/** Four days, each with a run at 06:00Z, loaded out of order; the second is short. */
const run = (code: string, day: string, hours: number) =>
  world.loadRun(code, `${day}T06:00:00Z`, `${day}T00:00:00Z`, sequence(hours));
await run(price, '2024-05-15', 96);
await run(price, '2024-05-13', 96);
await run(price, '2024-05-16', 96);
await run(price, '2024-05-14', 12);
await run(cons, '2024-05-15', 96);
await run(cons, '2024-05-17', 96);
await world.load({ code: 'no1hrprice', area: 'NO1', category: 'hrprice' });

interface Result {
  readonly analyzedTime: string;
  readonly data: Point[];
}

const ask = (query: string, as: string | null = 'trader', path = SHORT_TERM) =>
  world.get(`${path}/multiseries?${query}`, as);

const PRICE = 'area=DE&balanceCategory=hrprice';
const daysOf = (results: Result[]) => results.map(({ analyzedTime }) => analyzedTime.slice(8, 10));

describe('GET …/short-term/multiseries', () => {
  it('…/short-term/multiseries has a result for each run, oldest first, in the shape of a single one', async () => {
    const { status, body } = await ask(PRICE);
    assert.equal(status, 200);
    assert.deepEqual(daysOf(body), ['13', '14', '15', '16']);
    for (const result of body) {
      assert.deepEqual(Object.keys(result), ['analyzedTime', 'data']);
      const single = await world.get(`${SHORT_TERM}?${PRICE}&issueTime=${result.analyzedTime}`);
      assert.deepEqual(result, single.body);
    }
  });

  it('…/short-term/multiseries keeps a run without values in the span, with no data', async () => {
    const { body } = await ask(PRICE);
    assert.deepEqual(
      body.map(({ data }: Result) => data.length),
      [25, 0, 25, 25],
    );
    const outside = await ask(`${PRICE}&startDate=2030-01-01&endDate=2030-01-02`);
    assert.deepEqual(
      outside.body.map(({ data }: Result) => data),
      [[], [], [], []],
    );
  });

  const ranges: [query: string, days: string[]][] = [
    ['fromIssueTime=2024-05-14T06:00:00Z', ['14', '15', '16']],
    ['fromIssueTime=2024-05-14T06:00:01Z', ['15', '16']],
    ['toIssueTime=2024-05-14T06:00:00Z', ['13', '14']],
    ['toIssueTime=2024-05-14T05:59:59Z', ['13']],
    ['fromIssueTime=2024-05-14T06:00:00Z&toIssueTime=2024-05-15T06:00:00Z', ['14', '15']],
    ['fromIssueTime=2024-05-15T06:00:00Z&toIssueTime=2024-05-15T06:00:00Z', ['15']],
    ['fromIssueTime=2024/05/14&toIssueTime=2024%252F05%252F16', ['14', '15']],
    ['fromIssueTime=2025-01-01', []],
    ['toIssueTime=2020-01-01', []],
    ['fromIssueTime=2024-05-14T07:00:00Z&toIssueTime=2024-05-15T05:00:00Z', []],
    ['fromIssueTime=&toIssueTime=', ['13', '14', '15', '16']],
    ['fromIssueTime=0001-01-01&toIssueTime=9999-12-31', ['13', '14', '15', '16']],
    ['fromIssueTime=2024-05-14&issueTime=2024-05-15T06:00:00Z', ['14', '15']],
  ];
  for (const [query, days] of ranges) {
    it(`${query} gives ${days.length === 0 ? 'no run: []' : `the runs of ${days}`}`, async () => {
      const { status, body } = await ask(`${PRICE}&${query}`);
      assert.equal(status, 200);
      assert.deepEqual(daysOf(body), days);
    });
  }

  it('…/short-term/multiseries gathers the categories of a run into one result if none is named', async () => {
    const { body } = await ask(
      'area=DE&fromIssueTime=2024-05-15&startDate=2024-05-18&endDate=2024-05-18',
    );
    assert.deepEqual(
      body.map(({ analyzedTime, data }: Result) => [
        analyzedTime.slice(8, 10),
        data.map(({ seriesName }) => seriesName),
      ]),
      [
        ['15', ['hrprice', 'hrcons']],
        ['16', ['hrprice']],
        ['17', ['hrcons']],
      ],
    );
  });

  it('…/short-term/multiseries applies span and resolution to each run', async () => {
    const { body } = await ask(`${PRICE}&resolution=Daily`);
    assert.deepEqual(
      body.map(({ data }: Result) => data.map(({ validTime }) => validTime)),
      [['2024-05-13T22:00:00Z'], [], ['2024-05-15T22:00:00Z'], ['2024-05-16T22:00:00Z']],
    );
  });

  it('…/short-term/multiseries is [] for an area without runs, with or without a series', async () => {
    for (const area of ['NO1', 'FR']) assert.deepEqual((await ask(`area=${area}`)).body, []);
  });

  it('…/short-term/multiseries refuses a range that runs backwards', async () => {
    const query = 'fromIssueTime=2024-05-15&toIssueTime=2024-05-14';
    const problem = assertRefused(await ask(`${PRICE}&${query}`), 400, 'span_reversed');
    assert.deepEqual(Object.keys(allowedOf(problem)), ['fromIssueTime']);
  });

  it('…/short-term/multiseries refuses a range that is no time, or is given twice', async () => {
    for (const field of ['fromIssueTime', 'toIssueTime']) {
      assertRefused(await ask(`${PRICE}&${field}=yesterday`), 400, 'date_unknown');
      assertRefused(await ask(`${PRICE}&${field}=a&${field}=b`), 400, 'type_invalid');
    }
  });

  it('…/short-term/multiseries refuses what the plan does not grant', async () => {
    assertRefused(await ask('area=NO1', 'german'), 403, 'subscription_required');
    const named = 'area=NO1&balanceCategory=hrprice';
    assertRefused(await ask(named, 'german'), 403, 'subscription_required');
  });

  it('…/short-term/multiseries counts the points of all runs against the plan’s cap', async () => {
    await setPlan(world.signIn.accounts, { name: 'small', patterns: ['*'], pointsPerAnswer: 50 });
    await world.addUser('small', 'small');
    const { detail } = assertRefused(await ask(PRICE, 'small'), 422, 'too_many_points');
    assert.match(detail, /75 points; the plan allows 50; resolution Daily would fit/);
    assert.equal((await ask(`${PRICE}&resolution=Daily`, 'small')).status, 200);
  });

  it('…/short-term/multiseries is not sent again while no run has changed', async () => {
    const { headers } = await ask(PRICE);
    const path = `${SHORT_TERM}/multiseries?${PRICE}`;
    const again = await world.get(path, 'trader', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
  });
});

describe('GET …/day-ahead/multiseries', () => {
  it('…/day-ahead/multiseries has the day after each run', async () => {
    const { body } = await ask(`${PRICE}&fromIssueTime=2024-05-15`, 'trader', DAY_AHEAD);
    assert.deepEqual(
      body.map(({ data }: Result) => [data.length, data[0]?.validTime]),
      [
        [24, '2024-05-15T22:00:00Z'],
        [24, '2024-05-16T22:00:00Z'],
      ],
    );
  });

  it('…/day-ahead/multiseries is [] if no run is in the range', async () => {
    assert.deepEqual((await ask(`${PRICE}&toIssueTime=2020-01-01`, 'trader', DAY_AHEAD)).body, []);
  });
});
