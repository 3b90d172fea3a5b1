// A scorecard of four hours with every figure written out by hand.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { slowCrps } from '../../../service/accuracy/slow-figures.ts';
import { loadSourceRun } from './load-source-run.ts';
import {
  ACCURACY,
  FOUR_HOURS,
  NOW,
  near,
  TUESDAY,
  WEDNESDAY,
  WEEK_BEFORE,
} from './scorecard-days.ts';

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
      issuedBefore: '12:00',
      zone: 'Europe/Berlin',
      lastObserved: '2024-05-15T01:00:00Z',
      sameHours: 3,
      sourceNames: ['ours', 'theirs'],
    });
    assert.deepEqual([ours.source, ours.kind, ours.runs, ours.runsInTime], ['ours', 'runs', 4, 4]);
    assert.deepEqual([theirs.source, theirs.kind, theirs.runs], ['theirs', 'runs', 1]);
  });

  it('day-ahead is scored by the last run of the day before: errors 1, -2, 3 and 0', () => {
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

  it('each number of days ahead is scored by its last run: the later of two a day ahead', () => {
    assert.deepEqual(
      ours.byLeadDay.map(({ leadDays, scored, missing }: Record<string, number>) => [
        leadDays,
        scored,
        missing,
      ]),
      [
        [1, 4, 0],
        [3, 2, 2],
      ],
    );
    const [one, three] = ours.byLeadDay;
    const { leadDays, ...nextDay } = one;
    assert.deepEqual(nextDay, ours.dayAhead);
    near(three.mae, (3 + 4) / 2);
    near(three.bias, (3 - 4) / 2);
    near(three.rmaeWeekly, 7 / 4);
    assert.deepEqual([one.bands[0].scored, three.bands], [4, []]);
  });

  it('the next day is scored by hours ahead of that run, and by hour of the day', () => {
    const maesBy = (groups: Record<string, number>[], name: string) =>
      groups.map((group) => [group[name], group.mae]);
    assert.deepEqual(maesBy(ours.byLeadHour, 'leadHours'), [
      [16, 1],
      [17, 2],
      [18, 3],
      [19, 0],
    ]);
    assert.deepEqual(maesBy(ours.byHour, 'hour'), [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
    ]);
  });

  it('CRPS scores a forecast with its bands, over the values that have one', () => {
    // 10 lies between the quantiles 9 and 11 of the shares 10 % and 50 %, and so on.
    const { crps, crpsScored } = ours.dayAhead;
    const each = [
      slowCrps(10, [
        [0.05, 8],
        [0.1, 9],
        [0.5, 11],
        [0.9, 13],
        [0.95, 14],
      ]),
      slowCrps(20, [
        [0.05, 18],
        [0.1, 19],
        [0.5, 19],
        [0.9, 21],
        [0.95, 21],
      ]),
      slowCrps(30, [
        [0.05, 29],
        [0.1, 29],
        [0.5, 33],
        [0.9, 37],
        [0.95, 37],
      ]),
      slowCrps(40, [
        [0.05, 39],
        [0.1, 40],
        [0.5, 41],
        [0.9, 43],
        [0.95, 43],
      ]),
    ];
    near(crps, each.reduce((sum, one) => sum + one, 0) / 4);
    assert.ok(crps < ours.dayAhead.mae);
    assert.equal(crpsScored, 4);
    assert.deepEqual([theirs.dayAhead.crps, theirs.dayAhead.crpsScored], [null, 0]);
  });

  it('every figure of fewer than 500 values says so, with the number of its values and its rows', () => {
    const plain = ['mae', 'rmse', 'bias', 'smape', 'rmaeWeekly', 'rmaeStandard'];
    assert.deepEqual(ours.dayAhead.fewValues, [...plain, 'crps', 'band80', 'band90']);
    assert.deepEqual(theirs.dayAhead.fewValues, plain);
    assert.deepEqual(
      [theirs.dayAhead.rmaeWeeklyScored, theirs.dayAhead.rmaeStandardScored],
      [3, 3],
    );
    assert.equal(
      theirs.dayAhead.slice,
      `/api/v1/forecasts/dehrprice/sliced?daysAhead=1&issuedBefore=12:00&source=theirs&from=${WEDNESDAY}&to=2024-05-15T01:00:00Z&bands=true&actual=true`,
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
