// Bands of a run: the same run and span as short-term, with a bound on each side of every value.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { sequence } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { loadSourceRun } from '../load-source-run.ts';
import {
  hoursFrom,
  loadForecastSeries,
  openForecastWorld,
  SHORT_TERM,
  timesOf,
  valuesOf,
} from './forecast-world.ts';

const BANDS = `${SHORT_TERM}/bands`;
const PRICE = 'area=DE&balanceCategory=hrprice';
const ANALYZED = '2024-05-16T07:00:00Z';
const MIDNIGHT = '2024-05-17T00:00:00Z';

const DETAIL = {
  tier: 'full',
  historyDays: 740,
  members: [
    { name: 'lear56', weight: 0.75, isDropped: false },
    { name: 'gp364', weight: 0.25, isDropped: false },
    { name: 'lear84', weight: 0, isDropped: true },
  ],
  drivers: ['dehrconsforecast', 'dehrwindforecast'],
  notes: ['one day of the history was filled'],
};

interface BandPoint {
  readonly validTime: string;
  readonly value: number | null;
  readonly bands: readonly { level: number; lower: number | null; upper: number | null }[];
}

describe('GET …/short-term/bands', async () => {
  const world = await openForecastWorld(after);
  const ask = (query: string, as: string | null = 'trader') => world.get(`${BANDS}?${query}`, as);
  // Hour by hour 100, 101, …; the bands are 10 and 20 to either side, with one bound left out.
  await loadSourceRun(world, {
    code: 'dehrprice',
    source: 'gridtide',
    analyzed: ANALYZED,
    from: MIDNIGHT,
    values: sequence(48, (i) => 100 + i),
    detail: DETAIL,
    bands: [
      {
        level: 80,
        lower: sequence(48, (i) => (i === 1 ? null : 90 + i)),
        upper: sequence(48, (i) => 110 + i),
      },
      {
        level: 90,
        lower: sequence(48, (i) => 80 + i),
        upper: sequence(48, (i) => 120 + i),
      },
    ],
  });
  const rates = (code: string, values: number[]) =>
    world.load({ code, resolution: 'day', from: '2024-05-15T22:00:00Z', values });
  await rates('fxeurnok', [10, 11, 12]);

  it('…/bands has the values of short-term, each with its bounds', async () => {
    const [answer, plain] = [await ask(PRICE), await world.get(`${SHORT_TERM}?${PRICE}`)];
    assert.equal(answer.status, 200);
    assert.equal(answer.body.analyzedTime, ANALYZED);
    assert.deepEqual(timesOf(answer), hoursFrom(MIDNIGHT, 25));
    assert.deepEqual(
      answer.body.data.map(({ bands: _, ...point }: BandPoint) => point),
      plain.body.data,
    );
    assert.deepEqual(
      answer.body.data.slice(0, 2).map(({ bands }: BandPoint) => bands),
      [
        [
          { level: 80, lower: 90, upper: 110 },
          { level: 90, lower: 80, upper: 120 },
        ],
        [
          { level: 80, lower: null, upper: 111 },
          { level: 90, lower: 81, upper: 121 },
        ],
      ],
    );
  });

  it('…/bands says how the model made the run', async () => {
    const { body } = await ask(PRICE);
    assert.deepEqual(body.runs, [
      { area: 'DE', seriesName: 'hrprice', source: 'gridtide', ...DETAIL, bands: [80, 90] },
    ]);
  });

  it('…/bands says if a run has neither bands nor a model', async () => {
    const { body } = await ask(`${PRICE}&issueTime=2024-05-16T06:30:00Z`);
    assert.equal(body.analyzedTime, '2024-05-16T06:00:00Z');
    assert.deepEqual(body.runs, [
      {
        area: 'DE',
        seriesName: 'hrprice',
        source: 'gridtide',
        tier: null,
        historyDays: null,
        members: [],
        drivers: [],
        notes: [],
        bands: [],
      },
    ]);
    assert.equal(body.data.length, 25);
    assert.ok(body.data.every(({ bands }: BandPoint) => bands.length === 0));
  });

  it('…/bands cuts the bounds to the span', async () => {
    const answer = await ask(
      `${PRICE}&startDate=2024-05-17T22:00:00Z&endDate=2024-05-17T23:00:00Z`,
    );
    assert.deepEqual(valuesOf(answer), [122, 123]);
    assert.deepEqual(
      answer.body.data.map(({ bands }: BandPoint) => bands[0]),
      [
        { level: 80, lower: 112, upper: 132 },
        { level: 80, lower: 113, upper: 133 },
      ],
    );
    const none = await ask(`${PRICE}&startDate=2024-06-01&endDate=2024-06-02`);
    assert.deepEqual([none.status, none.body.data, none.body.runs[0].bands], [200, [], [80, 90]]);
  });

  it('…/bands converts the bounds with the prices, each by the rate of its market day', async () => {
    const { body } = await ask(`${PRICE}&currency=NOK&endDate=2024-05-17T22:00:00Z`);
    const [first, last] = [body.data[0], body.data.at(-1)];
    assert.equal(first.unit, 'NOK/MWh');
    assert.deepEqual([first.value, first.bands[0]], [1100, { level: 80, lower: 990, upper: 1210 }]);
    // 22:00Z is the first hour of the 18th in market time.
    assert.deepEqual([last.value, last.bands[0]], [1464, { level: 80, lower: 1344, upper: 1584 }]);
    assert.equal(first.bands[1].upper, 1320);
  });

  it('…/bands answers with every category that ran at that time', async () => {
    const { body } = await ask('area=DE&issueTime=2024-05-16T06:00:00Z');
    assert.deepEqual(
      body.runs.map(({ seriesName }: { seriesName: string }) => seriesName),
      ['hrprice', 'hrproduction'],
    );
    assert.equal(body.data.length, 50);
  });

  it('…/bands refuses to average bands over longer periods', async () => {
    const problem = assertRefused(
      await ask(`${PRICE}&resolution=Daily`),
      422,
      'bands_not_averaged',
    );
    assert.deepEqual(
      problem.errors.map(({ field, allowed }) => [field, allowed]),
      [['resolution', ['Hourly']]],
    );
    for (const resolution of ['Hourly', 'QuarterHourly', ''])
      assert.equal((await ask(`${PRICE}&resolution=${resolution}`)).body.data.length, 25);
  });

  it('…/bands answers with quarter hours by default if the run has them', async () => {
    const code = await loadForecastSeries(world, 'AT', 'hrprice', 'EUR/MWh', 'quarterhour');
    const values = sequence(100, (i) => i);
    await loadSourceRun(world, {
      code,
      source: 'gridtide',
      analyzed: ANALYZED,
      from: MIDNIGHT,
      values,
      bands: [{ level: 80, lower: values.map((value) => value! - 1), upper: values }],
    });
    const { body } = await ask('area=AT');
    assert.deepEqual([body.data[0].resolution, body.data.length], ['QuarterHourly', 97]);
    assert.deepEqual(body.data[5].bands, [{ level: 80, lower: 4, upper: 5 }]);
    assertRefused(await ask('area=AT&resolution=Hourly'), 422, 'bands_not_averaged');
  });

  it('…/bands is not sent again to a client that has it, until the bands change', async () => {
    const { headers } = await ask(PRICE);
    const conditional = { 'if-none-match': String(headers.etag) };
    assert.equal((await world.get(`${BANDS}?${PRICE}`, 'trader', conditional)).status, 304);
    assert.notEqual((await world.get(`${SHORT_TERM}?${PRICE}`)).headers.etag, headers.etag);
    const values = sequence(25, (i) => i);
    await loadSourceRun(world, {
      code: 'dehrprice',
      source: 'gridtide',
      analyzed: '2024-05-16T07:30:00Z',
      from: MIDNIGHT,
      values,
      bands: [{ level: 80, lower: values, upper: values }],
    });
    const newer = await world.get(`${BANDS}?${PRICE}`, 'trader', conditional);
    assert.deepEqual([newer.status, newer.body.runs[0].bands], [200, [80]]);
  });

  it('…/bands counts a bound like a value against the plan’s cap', async () => {
    await setPlan(world.signIn.accounts, { name: 'small', patterns: ['*'], pointsPerAnswer: 124 });
    await world.addUser('small', 'small');
    const old = `${PRICE}&issueTime=${ANALYZED}`;
    const problem = assertRefused(await ask(old, 'small'), 422, 'too_many_points');
    assert.match(problem.detail, /125 values and bounds; the plan allows 124/);
    assert.equal((await ask(`${old}&startDate=2024-05-17T01:00:00Z`, 'small')).status, 422);
    assert.equal((await ask(`${old}&endDate=2024-05-17T23:00:00Z`, 'small')).status, 200);
  });

  for (const [query, as, status, code] of [
    ['', 'trader', 400, 'field_missing'],
    ['area=XX', 'trader', 400, 'field_invalid'],
    [`${PRICE}&startDate=tomorrow`, 'trader', 400, 'date_unknown'],
    [`${PRICE}&startDate=2024-05-18&endDate=2024-05-17`, 'trader', 400, 'span_reversed'],
    [`${PRICE}&resolution=Hour`, 'trader', 400, 'resolution_unknown'],
    [`${PRICE}&currency=SEK`, 'trader', 422, 'exchange_rate_missing'],
    ['area=FR', 'trader', 404, 'run_unknown'],
    ['area=NO1&balanceCategory=hrprice', 'german', 403, 'subscription_required'],
    [PRICE, null, 401, 'token_missing'],
  ] as const) {
    it(`…/bands?${query} from ${as ?? 'a caller without a token'} is refused: ${code}`, async () => {
      assertRefused(await ask(query, as), status, code);
    });
  }
});
