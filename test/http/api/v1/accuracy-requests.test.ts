// Scorecards of consumption, with gaps and plans, and what GET /api/v1/accuracy refuses.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { loadSourceRun } from './load-source-run.ts';
import { ACCURACY, FOUR_HOURS, NOW, near, WEDNESDAY } from './scorecard-days.ts';

describe('the scorecard of a consumption', async () => {
  const world = await World.open({ after }, { now: NOW });
  const load = { code: 'frhrcons', area: 'FR', category: 'hrcons', unit: 'MWh' };
  await world.load({ ...load, from: WEDNESDAY, values: [100, null, 200, 0] });
  await world.load({
    code: 'frhrconsforecast',
    area: 'FR',
    category: 'hrconsforecast',
    unit: 'MWh',
    from: WEDNESDAY,
    values: [90, 50, 200, 0, 70],
  });
  await world.load({
    code: 'dehrconsforecast',
    area: 'DE',
    category: 'hrconsforecast',
    from: WEDNESDAY,
    values: [1, 1, 1, 1],
  });
  await loadSourceRun(world, {
    code: 'frhrcons',
    source: 'ours',
    analyzed: '2024-05-14T06:00:00Z',
    from: WEDNESDAY,
    values: [110, 5, 190, 10],
  });
  const path = `${ACCURACY}?area=FR&category=hrcons&${FOUR_HOURS}`;
  const { body } = await world.get(path);
  const [ours, operator] = body.sources;

  it('a scorecard has percentages of the actual value, unless that is 0', () => {
    near(ours.dayAhead.mape, (10 + 5) / 2);
    assert.equal('smape' in ours.dayAhead, false);
  });

  it('a gap of the actual values is missing', () => {
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [3, 1]);
    near(ours.dayAhead.mae, 10);
    near(ours.dayAhead.bias, 10 / 3);
  });

  it('a scorecard without history has no comparison with naive forecasts', () => {
    assert.deepEqual([ours.dayAhead.rmaeWeekly, ours.dayAhead.rmaeStandard], [null, null]);
  });

  it('the grid operator’s forecast is scored beside ours, under its series’ name', () => {
    assert.deepEqual(body.sourceNames, ['ours', 'frhrconsforecast']);
    assert.deepEqual([operator.kind, operator.runs], ['series', 0]);
    assert.deepEqual([operator.dayAhead.scored, operator.dayAhead.missing], [3, 1]);
    near(operator.dayAhead.mae, 10 / 3);
    assert.deepEqual([body.sameHours, operator.byLeadDay.length], [3, 1]);
    assert.deepEqual([operator.byLeadDay[0].leadDays, operator.byLeadHour], [1, []]);
  });

  it('a forecast series that the plan does not include is left out', async () => {
    await setPlan(world.signIn.accounts, { name: 'loads', patterns: ['*hrcons'] });
    await world.addUser('loads', 'loads');
    const narrow = await world.get(path, 'loads');
    assert.deepEqual(narrow.body.sourceNames, ['ours']);
    assert.deepEqual((await world.get(path)).body, body);
  });
});

describe('the scorecard of an area or a category that no table has', async () => {
  const world = await World.open({ after }, { now: NOW });
  const wind = { area: 'NORTH', unit: 'MWh', from: WEDNESDAY };
  await world.load({ ...wind, code: 'northhrwind', category: 'hrwind', values: [10, 20, 30] });
  const other = { ...wind, code: 'northhrwindforecast', category: 'hrwindforecast' };
  await world.load({ ...other, values: [13, 23, 33] });
  // Another area's forecast of wind is none of this one.
  await world.load({ ...wind, area: 'DE', code: 'dehrwindforecast', values: [0, 0, 0] });
  await loadSourceRun(world, {
    ...{ code: 'northhrwind', source: 'ours', analyzed: '2024-05-14T06:00:00Z' },
    ...{ from: WEDNESDAY, values: [11, 21, 31] },
  });

  it('a pair whose series is stored is scored, beside the forecast of its code', async () => {
    const { status, body } = await world.get(
      `${ACCURACY}?area=north&category=hrWind&${FOUR_HOURS}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.area, body.category], ['NORTH', 'hrwind']);
    assert.deepEqual(body.sourceNames, ['ours', 'northhrwindforecast']);
    near(body.sources[0].dayAhead.mae, 1);
    near(body.sources[1].dayAhead.mae, 3);
  });

  it('a pair without a series is refused as before, with every other fault', async () => {
    const missing = await world.get(`${ACCURACY}?area=SOUTH&category=hrwind`);
    assertRefused(missing, 400, 'field_invalid');
    const both = await world.get(`${ACCURACY}?area=SOUTH&category=hrwind&from=today`);
    const fields = both.body.errors.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields, ['area', 'category', 'from']);
  });

  it('a pair outside the plan is refused as its series is', async () => {
    await setPlan(world.signIn.accounts, { name: 'southern', patterns: ['fr*'] });
    await world.addUser('southern', 'southern');
    const { status } = await world.get(`${ACCURACY}?area=NORTH&category=hrwind`, 'southern');
    assert.equal(status, 403);
  });
});

describe('GET /api/v1/accuracy', async () => {
  const world = await World.open({ after }, { now: NOW });
  await world.load({ code: 'dehrprice', area: 'DE', category: 'hrprice' });
  await world.load({ code: 'frhrprice', area: 'FR', category: 'hrprice' });
  await world.load({
    code: 'dehrcons',
    area: 'DE',
    category: 'hrcons',
    resolution: 'quarterhour',
    from: WEDNESDAY,
    values: [1, 2, 3, 4, 5],
  });
  const ask = (query: string, as: string | null = 'trader') =>
    world.get(`${ACCURACY}?${query}`, as);

  it('a scorecard has no sources if nothing was forecast', async () => {
    const { status, body } = await ask('area=DE&category=hrprice');
    assert.deepEqual([status, body.lastObserved, body.sameHours], [200, null, 0]);
    assert.deepEqual([body.sources, body.sourceNames], [[], []]);
  });

  it('a source whose hours are still to come is named, with nothing scored', async () => {
    await loadSourceRun(world, {
      code: 'frhrprice',
      source: 'ours',
      analyzed: '2024-05-16T06:00:00Z',
      from: '2024-05-16T22:00:00Z',
      values: [1, 2],
    });
    const { body } = await ask('area=FR&category=hrprice');
    const [ours] = body.sources;
    assert.deepEqual([ours.runs, ours.dayAhead.scored, ours.dayAhead.missing], [1, 0, 0]);
    assert.deepEqual([ours.dayAhead.mae, ours.byLeadDay, ours.byMonth], [null, [], []]);
  });

  it('quarter hours are scored as quarter hours', async () => {
    await loadSourceRun(world, {
      code: 'dehrcons',
      source: 'ours',
      analyzed: '2024-05-14T06:00:00Z',
      from: WEDNESDAY,
      values: [2, 2, 2, 2, 2],
    });
    const { body } = await ask('area=DE&category=hrcons');
    assert.equal(body.resolution, 'QuarterHourly');
    assert.equal(body.sources[0].dayAhead.scored, 5);
    near(body.sources[0].dayAhead.mae, (1 + 0 + 1 + 2 + 3) / 5);
    assert.deepEqual(
      body.sources[0].byLeadHour.map(({ leadHours }: { leadHours: number }) => leadHours),
      [16, 17],
    );
  });

  for (const [query, status, code, field] of [
    ['category=hrprice', 400, 'field_missing', 'area'],
    ['area=DE', 400, 'field_missing', 'category'],
    ['area=DE&category=', 400, 'field_missing', 'category'],
    ['area=XX&category=hrprice', 400, 'field_invalid', 'area'],
    ['area=DE&category=price', 400, 'field_invalid', 'category'],
    ['area=DE&category=hrprice&from=today', 400, 'date_unknown', 'from'],
    ['area=DE&category=hrprice&to=2024-02-30', 400, 'date_unknown', 'to'],
    ['area=DE&category=hrprice&from=2024-05-02&to=2024-05-01', 400, 'span_reversed', 'from'],
    ['area=DE&category=hrprice&from=2024-06-01', 400, 'span_reversed', 'from'],
    ['area=DE&category=hrprice&from=2023-01-01', 400, 'field_invalid', 'from'],
    ['area=DE&category=hrprice&issuedBefore=noon', 400, 'field_invalid', 'issuedBefore'],
    ['area=DE&category=hrprice&issuedBefore=24:01', 400, 'field_invalid', 'issuedBefore'],
    ['area=DE&category=hrprice&issuedBefore=00:00', 400, 'field_invalid', 'issuedBefore'],
    ['area=DE&category=hrprice&asOf=soon', 400, 'date_unknown', 'asOf'],
    ['area=AT&category=hrprice', 404, 'series_unknown', 'category'],
  ] as const) {
    it(`GET /api/v1/accuracy?${query} is refused: ${code}`, async () => {
      const answer = await ask(query);
      assertRefused(answer, status, code);
      assert.deepEqual(
        answer.body.errors.map((error: { field: string }) => error.field),
        [field],
      );
    });
  }

  it('GET /api/v1/accuracy names every field at fault at once', async () => {
    const { body } = await ask('area=XX&category=x&from=y');
    assert.equal(body.errors.length, 3);
  });

  it('GET /api/v1/accuracy accepts 400 days, and not an hour more', async () => {
    const span = 'area=DE&category=hrprice&from=2023-01-01&to=2024-02-05';
    assert.equal((await ask(span)).status, 200);
    assertRefused(await ask(`${span}T01:00:00Z`), 400, 'field_invalid');
  });

  it('GET /api/v1/accuracy accepts the first and last possible days', async () => {
    for (const span of ['from=0001-01-01&to=0001-01-02', 'from=9999-12-30&to=9999-12-31T23:59:59Z'])
      for (const category of ['hrprice', 'hrcons'])
        assert.equal((await ask(`area=DE&category=${category}&${span}`)).status, 200, span);
  });

  it('GET /api/v1/accuracy needs a token, and a plan that includes the series', async () => {
    assertRefused(await ask('area=DE&category=hrprice', null), 401, 'token_missing');
    assertRefused(await ask('area=FR&category=hrprice', 'german'), 403, 'subscription_required');
    assert.equal((await ask('area=DE&category=hrprice', 'german')).status, 200);
  });
});
