// A scorecard with every figure written out by hand, and scorecards with gaps, clock changes, holidays,
// corrections and plans.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { loadSourceRun } from './load-source-run.ts';

const ACCURACY = '/api/v1/accuracy';
const NOW = '2024-05-16T08:00:00Z';

/** Midnight in Germany of Wednesday 2024-05-15, and of the days that naive forecasts repeat. */
const WEDNESDAY = '2024-05-14T22:00:00Z';
const TUESDAY = '2024-05-13T22:00:00Z';
const WEEK_BEFORE = '2024-05-07T22:00:00Z';
const FOUR_HOURS = `from=${WEDNESDAY}&to=2024-05-15T01:00:00Z`;

const near = (given: number | null, expected: number): void => {
  assert.ok(given !== null && Math.abs(given - expected) < 1e-9, `${given} is not ${expected}`);
};

/** Four hours of a Wednesday, the hours before them, two sources, one of them with bands. */
async function openPriceWorld(lifetime: { after(close: () => Promise<void>): void }) {
  const world = await World.open(lifetime, { now: NOW });
  const code = 'dehrprice';
  const price = { code, area: 'DE', category: 'hrprice' };
  await world.load({ ...price, from: WEEK_BEFORE, values: [14, 20, 20, 50] });
  await world.load({ ...price, from: TUESDAY, values: [12, 18, 30, 44] });
  await world.load({ ...price, from: WEDNESDAY, values: [10, 20, 30, 40] });
  const ours = { code, source: 'ours' };
  await loadSourceRun(world, {
    ...ours,
    analyzed: '2024-05-12T06:00:00Z',
    from: WEDNESDAY,
    values: [13, 16],
  });
  await loadSourceRun(world, {
    ...ours,
    analyzed: '2024-05-14T02:00:00Z',
    from: WEDNESDAY,
    values: [20, 20, 20, 20],
  });
  await loadSourceRun(world, {
    ...ours,
    analyzed: '2024-05-14T06:00:00Z',
    from: WEDNESDAY,
    // Two hours more than the actual values have.
    values: [11, 18, 33, 40, 50, 60],
    bands: [
      { level: 80, lower: [9, 19, 29, 41, 0, 0], upper: [13, 21, 37, 43, 1, 1] },
      { level: 90, lower: [8, 19, 29, 39, 0, 0], upper: [14, 21, 37, 43, 1, 1] },
    ],
  });
  // A run of the day itself is intraday, 0 days ahead, and never scored.
  await loadSourceRun(world, {
    ...ours,
    analyzed: '2024-05-14T22:30:00Z',
    from: '2024-05-14T23:00:00Z',
    values: [20, 30, 40],
  });
  await loadSourceRun(world, {
    code,
    source: 'theirs',
    analyzed: '2024-05-14T07:00:00Z',
    from: WEDNESDAY,
    values: [10, null, 30, 44],
  });
  return world;
}

describe('the scorecard of four hours', async () => {
  const world = await openPriceWorld({ after });
  const { status, body, headers } = await world.get(
    `${ACCURACY}?area=de&category=HRPRICE&${FOUR_HOURS}`,
  );
  const [ours, theirs] = body.sources;

  it('a scorecard says what it is about', () => {
    assert.equal(status, 200);
    const { sources, ...head } = body;
    assert.deepEqual(head, {
      area: 'DE',
      category: 'hrprice',
      seriesId: 'dehrprice',
      unit: 'EUR/MWh',
      resolution: 'Hourly',
      from: WEDNESDAY,
      to: '2024-05-15T01:00:00Z',
      lastObserved: '2024-05-15T01:00:00Z',
      sameHours: 3,
      sourceNames: ['ours', 'theirs'],
    });
    assert.deepEqual([ours.source, ours.kind, ours.runs], ['ours', 'runs', 4]);
    assert.deepEqual([theirs.source, theirs.kind, theirs.runs], ['theirs', 'runs', 1]);
  });

  it('day-ahead is scored by the newest run of the day before: errors 1, -2, 3 and 0', () => {
    const { dayAhead } = ours;
    assert.deepEqual([dayAhead.scored, dayAhead.missing], [4, 0]);
    near(dayAhead.mae, 6 / 4);
    near(dayAhead.rmse, Math.sqrt((1 + 4 + 9) / 4));
    near(dayAhead.bias, 2 / 4);
    near(dayAhead.smape, (200 * (1 / 21 + 2 / 38 + 3 / 63)) / 4);
    assert.equal('mape' in dayAhead, false);
    // A week before: 4, 0, 10 and 10 off. A day before, as it is a Wednesday: 2, 2, 0 and 4 off.
    near(dayAhead.rmaeWeekly, 6 / 24);
    near(dayAhead.rmaeStandard, 6 / 8);
  });

  it('bands are scored: 40 is outside of 41 to 43, and inside of 39 to 43', () => {
    assert.deepEqual(ours.dayAhead.bands, [
      { level: 80, scored: 4, coverage: 3 / 4, width: (4 + 2 + 8 + 2) / 4 },
      { level: 90, scored: 4, coverage: 1, width: (6 + 2 + 8 + 4) / 4 },
    ]);
    assert.deepEqual(theirs.dayAhead.bands, []);
  });

  it('an hour without a forecast is missing: errors 0, none, 0 and 4', () => {
    const { dayAhead } = theirs;
    assert.deepEqual([dayAhead.scored, dayAhead.missing], [3, 1]);
    near(dayAhead.mae, 4 / 3);
    near(dayAhead.rmse, Math.sqrt(16 / 3));
    near(dayAhead.bias, 4 / 3);
    near(dayAhead.smape, (200 * (4 / 84)) / 3);
    near(dayAhead.rmaeWeekly, 4 / 24);
    near(dayAhead.rmaeStandard, 4 / 6);
  });

  it('sources are compared on the three hours that both have', () => {
    assert.deepEqual([ours.sameHours.scored, ours.sameHours.missing], [3, 0]);
    assert.deepEqual([theirs.sameHours.scored, theirs.sameHours.missing], [3, 0]);
    near(ours.sameHours.mae, (1 + 3 + 0) / 3);
    near(theirs.sameHours.mae, 4 / 3);
    near(ours.sameHours.rmaeStandard, 4 / 6);
  });

  it('every run is scored by its own lead: two runs a day ahead, one two days ahead', () => {
    assert.deepEqual(
      ours.byLeadDay.map(({ leadDays, scored }: { leadDays: number; scored: number }) => [
        leadDays,
        scored,
      ]),
      [
        [1, 8],
        [2, 2],
      ],
    );
    const [one, two] = ours.byLeadDay;
    near(one.mae, (6 + 10 + 0 + 10 + 20) / 8);
    near(two.mae, (3 + 4) / 2);
    near(two.bias, (3 - 4) / 2);
    near(two.rmaeWeekly, 7 / 4);
    assert.deepEqual([one.bands[0].scored, two.bands], [4, []]);
  });

  it('the next day is scored by hours ahead: 16 to 19 after one run, 20 to 23 after the other', () => {
    assert.deepEqual(
      ours.byLeadHour.map(({ leadHours, mae }: { leadHours: number; mae: number }) => [
        leadHours,
        mae,
      ]),
      [
        [16, 1],
        [17, 2],
        [18, 3],
        [19, 0],
        [20, 10],
        [21, 0],
        [22, 10],
        [23, 20],
      ],
    );
  });

  it('blocks, months and day types are scored, and an hour can be in several blocks', () => {
    const namesOf = (groups: Record<string, unknown>[], name: string) =>
      groups.map((group) => [group[name], group.scored, group.mae]);
    assert.deepEqual(namesOf(ours.byBlock, 'block'), [
      ['offpeak', 4, 1.5],
      ['offpeak1', 4, 1.5],
      ['night', 4, 1.5],
      ['offpeakweek', 4, 1.5],
    ]);
    assert.equal(ours.byBlock[0].hours, '00-08,20-24');
    assert.deepEqual(namesOf(ours.byMonth, 'month'), [['2024-05', 4, 1.5]]);
    assert.deepEqual(namesOf(ours.byDayType, 'dayType'), [['working-day', 4, 1.5]]);
  });

  it('a scorecard of one source still names the others', async () => {
    const asked = `${ACCURACY}?area=DE&category=hrprice&${FOUR_HOURS}&source=`;
    const one = await world.get(`${asked}theirs`);
    assert.deepEqual(one.body.sources, [theirs]);
    assert.deepEqual(one.body.sourceNames, ['ours', 'theirs']);
    assert.deepEqual((await world.get(`${asked}nobody`)).body.sources, []);
  });

  it('a scorecard is not sent again until a value is corrected', async () => {
    const path = `${ACCURACY}?area=DE&category=hrprice&${FOUR_HOURS}`;
    const again = await world.get(path, 'trader', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
    const kept = await world.get(path);
    assert.deepEqual(kept.body, body);
    await world.load({
      code: 'dehrprice',
      area: 'DE',
      category: 'hrprice',
      from: WEDNESDAY,
      values: [11],
    });
    const corrected = await world.get(path, 'trader', { 'if-none-match': String(headers.etag) });
    assert.equal(corrected.status, 200);
    near(corrected.body.sources[0].dayAhead.mae, 5 / 4);
  });
});

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

describe('days when the clock changes', async () => {
  const world = await World.open({ after }, { now: '2024-11-05T00:00:00Z' });
  const zone = world.zone;
  /** A hundred for each day, plus the hour of the clock; a half more if the clock shows it again. */
  const valueAt = (instant: number): number => {
    const wallMs = instant + zone.offsetAt(instant);
    const day = Math.floor(wallMs / 86_400_000);
    const isAgain = zone.instantOf(wallMs) !== instant;
    return day * 100 + (wallMs - day * 86_400_000) / 3_600_000 + (isAgain ? 0.5 : 0);
  };
  const valuesOf = (from: string, hours: number, plus = 0) =>
    sequence(hours, (i) => valueAt(Date.parse(from) + i! * 3_600_000) + plus);
  const price = { code: 'dehrprice', area: 'DE', category: 'hrprice' };
  await world.load({
    ...price,
    from: '2024-03-01T00:00:00Z',
    values: valuesOf('2024-03-01T00:00:00Z', 247 * 24),
  });
  const scored = async (from: string, to: string, hours: number) => {
    const analyzed = new Date(Date.parse(from) - 12 * 3_600_000).toISOString();
    const values = valuesOf(from, hours, 7);
    await loadSourceRun(world, { code: 'dehrprice', source: 'ours', analyzed, from, values });
    const answer = await world.get(`${ACCURACY}?area=DE&category=hrprice&from=${from}&to=${to}`);
    return answer.body.sources[0];
  };

  it('a day of 23 hours compares each with the same hour of the clock', async () => {
    const ours = await scored('2024-03-30T23:00:00Z', '2024-03-31T21:00:00Z', 23);
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [23, 0]);
    near(ours.dayAhead.rmaeWeekly, 7 / 700);
    near(ours.dayAhead.rmaeStandard, 7 / 700);
    const night = ours.byBlock.find(({ block }: { block: string }) => block === 'night');
    assert.equal(night.scored, 5);
    assert.deepEqual(
      ours.byLeadDay.map(({ leadDays }: { leadDays: number }) => leadDays),
      [1],
    );
  });

  it('the hour that the clock jumped to stands for the one it skipped a week before', async () => {
    const ours = await scored('2024-04-06T22:00:00Z', '2024-04-07T21:00:00Z', 24);
    near(ours.dayAhead.rmaeWeekly, (24 * 7) / (23 * 700 + 699));
  });

  it('a day of 25 hours compares two of them with one', async () => {
    const ours = await scored('2024-10-26T22:00:00Z', '2024-10-27T22:00:00Z', 25);
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [25, 0]);
    near(ours.dayAhead.rmaeWeekly, (25 * 7) / (24 * 700 + 700.5));
    const night = ours.byBlock.find(({ block }: { block: string }) => block === 'night');
    assert.equal(night.scored, 7);
  });
});

describe('day types and days without a run', async () => {
  const world = await World.open({ after }, { now: NOW });
  // Wednesday 8 to Sunday 12 May 2024; the Thursday is Ascension Day.
  const hours = 5 * 24;
  await world.load({
    code: 'dehrprice',
    area: 'DE',
    category: 'hrprice',
    from: WEEK_BEFORE,
    values: sequence(hours, () => 10),
  });
  for (const day of [7, 8, 10, 11]) {
    const from = `2024-05-${String(day).padStart(2, '0')}T22:00:00Z`;
    await loadSourceRun(world, {
      code: 'dehrprice',
      source: 'ours',
      analyzed: from.replace('22:00', '06:00'),
      from,
      values: sequence(24, () => 10 + day),
    });
  }
  const path = `${ACCURACY}?area=DE&category=hrprice`;
  const { body } = await world.get(path);
  const [ours] = body.sources;

  it('a scorecard covers 90 days up to the end of today by default', () => {
    assert.deepEqual([body.from, body.to], ['2024-02-17T00:00:00Z', '2024-05-16T23:59:59Z']);
  });

  it('a day without a run is missing, but no day before the first run is', () => {
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [96, 24]);
  });

  it('a holiday counts with the Sundays', () => {
    assert.deepEqual(
      ours.byDayType.map((group: Record<string, unknown>) => [
        group.dayType,
        group.scored,
        group.missing,
        group.mae,
      ]),
      [
        ['working-day', 24, 24, 7],
        ['saturday', 24, 0, 10],
        ['sunday-or-holiday', 48, 0, (8 + 11) / 2],
      ],
    );
  });

  it('peak and off-peak hours are scored apart, weekends by their own rule', () => {
    const scored = Object.fromEntries(
      ours.byBlock.map(({ block, scored: count }: { block: string; scored: number }) => [
        block,
        count,
      ]),
    );
    assert.deepEqual(scored, {
      peak: 4 * 11,
      offpeak: 4 * 12,
      offpeak1: 4 * 8,
      offpeak2: 4 * 4,
      night: 4 * 6,
      rushhour: 4 * 4,
      offpeakweek: 2 * 12 + 2 * 24,
      peakweek: 2 * 11 + 2 * 24,
    });
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
