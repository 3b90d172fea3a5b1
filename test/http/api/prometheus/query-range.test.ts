import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  askAsGrafana,
  HOUR,
  MIDNIGHT,
  openPrometheusWorld,
  PATH,
  rangeOf,
} from './prometheus-world.ts';

const world = await openPrometheusWorld();

describe('a range of values as Prometheus', () => {
  it('a selector finds observed values and the newest run of each source', async () => {
    const found = await rangeOf(world, 'hrprice{area="DE"}', { hours: 30 });
    assert.deepEqual(
      [...found.keys()],
      ['hrprice dehrprice', 'hrprice dehrprice elsewhere', 'hrprice dehrprice gridtide'],
    );
    const observed = found.get('hrprice dehrprice')!;
    assert.equal(observed.length, 24);
    assert.deepEqual(observed[0], [MIDNIGHT, '0']);
    assert.deepEqual(observed[23], [MIDNIGHT + 23 * HOUR, '23']);
    assert.deepEqual(found.get('hrprice dehrprice gridtide'), [
      [MIDNIGHT + 22 * HOUR, '50'],
      [MIDNIGHT + 23 * HOUR, '51'],
      [MIDNIGHT + 24 * HOUR, '52'],
      [MIDNIGHT + 25 * HOUR, '53'],
    ]);
  });

  it('labels name the series, its area and its source, and nothing that it does not have', async () => {
    const fields = {
      query: 'hrprice{source!=""}',
      start: '1715983200',
      end: '1715983200',
      step: '60',
    };
    const { body } = await askAsGrafana(world, 'query_range', fields);
    assert.deepEqual(body, {
      status: 'success',
      data: {
        resultType: 'matrix',
        result: ['elsewhere', 'gridtide'].map((source) => ({
          metric: { __name__: 'hrprice', area: 'DE', series: 'dehrprice', source },
          values: [[1715983200, source === 'gridtide' ? '52' : '70']],
        })),
      },
    });
  });

  it('a step is the mean over it, not a sample', async () => {
    const means = async (step: number) =>
      (await rangeOf(world, 'hrprice{series="dehrprice",source=""}', { step })).get(
        'hrprice dehrprice',
      )!;
    assert.deepEqual(
      (await means(6 * HOUR)).map(([, value]) => value),
      ['2.5', '8.5', '14.5', '20.5'],
    );
    // Within an hour, its value: Grafana asks for short steps if the screen is wide.
    const quarters = await means(HOUR / 4);
    assert.deepEqual(
      quarters.slice(0, 5).map(([, value]) => value),
      ['0', '0', '0', '0', '1'],
    );
  });

  it('a gap has no sample', async () => {
    const found = await rangeOf(world, 'value', {
      from: Date.parse('2024-05-17T00:00:00Z') / 1000,
    });
    assert.deepEqual(
      found.get('value plain')!.map(([, value]) => value),
      ['1', '3'],
    );
  });

  it('a daily value is shown from market midnight on, also if the clock changes', async () => {
    const from = Date.parse('2024-03-30T22:00:00Z') / 1000;
    const found = await rangeOf(world, 'day_load', { from, hours: 27 });
    const values = found.get('day_load dedayload')!.map(([, value]) => value);
    // 30 March ends at 23:00Z; 31 March has 23 hours.
    assert.deepEqual(values, ['1', ...new Array(23).fill('2'), '3', '3', '3']);
  });

  it('a slice by lead is made if the query names one', async () => {
    const slices = await rangeOf(world, 'hrprice{lead=~"1d|2d"}', { hours: 48 });
    assert.deepEqual(
      [...slices.keys()],
      ['hrprice dehrprice elsewhere 1d', 'hrprice dehrprice gridtide 1d'],
    );
    assert.deepEqual(
      slices.get('hrprice dehrprice gridtide 1d')!.map(([, value]) => value),
      ['100', '101', '102', '52', '53'],
    );
    const hours = await rangeOf(world, 'hrprice{lead="17h"}', { hours: 48 });
    assert.deepEqual(
      hours
        .get('hrprice dehrprice gridtide 17h')!
        .map(([at, value]) => [(at - MIDNIGHT) / HOUR, value]),
      [
        [1, '101'],
        [2, '102'],
        [25, '53'],
      ],
    );
  });

  it('matchers narrow by =, !=, =~ and !~, on the name as well', async () => {
    const names = async (query: string) => [...(await rangeOf(world, query)).keys()];
    const observed = ['hrprice dehrprice', 'hrprice frhrprice'];
    assert.deepEqual(await names('hrprice{source=""}'), observed);
    assert.deepEqual(await names('{__name__=~"hr.+",source=""}'), observed);
    assert.deepEqual(
      await names('{__name__="hrprice",area!="FR",source!~".+"}'),
      observed.slice(0, 1),
    );
    assert.deepEqual(await names('hrprice{series=~"(de|fr)hrprice",source=""}'), observed);
    assert.deepEqual(await names('hrprice{series=~"(frhrprice|nohrprice)"}'), observed.slice(1));
    assert.deepEqual(await names('{"hrprice",area=`FR`}'), observed.slice(1));
    assert.deepEqual(await names('hrprice{colour="red"}'), []);
  });

  it('numbers change values, and an offset shifts them', async () => {
    const changed = await rangeOf(world, '(2 * hrprice{area="FR"} - 1) / -1', { hours: 3 });
    assert.deepEqual(
      changed.get('frhrprice')!.map(([, value]) => value),
      ['1', '-1', '-3'],
    );
    const shifted = await rangeOf(world, 'hrprice{area="FR"} offset 1h', { hours: 4 });
    assert.deepEqual(shifted.get('hrprice frhrprice')!, [
      [MIDNIGHT + HOUR, '0'],
      [MIDNIGHT + 2 * HOUR, '1'],
      [MIDNIGHT + 3 * HOUR, '2'],
    ]);
    assert.equal((await rangeOf(world, '1+1', { hours: 3 })).get('')!.length, 3);
  });

  it('times are seconds or RFC 3339, steps seconds or durations, by GET as well', async () => {
    const query = new URLSearchParams({
      query: 'hrprice{area="FR"}',
      start: '2024-05-17T00:00:00+02:00',
      end: '2024-05-16T23:59:59.5Z',
      step: '1h30m',
    });
    const { body } = await world.get(`${PATH}/query_range?${query}`);
    assert.deepEqual(body.data.result[0].values, [
      [MIDNIGHT, '0.3333333333333333'],
      [MIDNIGHT + 1.5 * HOUR, '1.6666666666666667'],
    ]);
  });

  it('a range as of an earlier time has what was known then', async () => {
    world.setNow('2024-05-17T11:00:00Z');
    await world.load({
      ...{ code: 'frhrprice', area: 'FR', category: 'hrprice' },
      from: '2024-05-16T22:00:00Z',
      values: [1000],
    });
    const fields = {
      ...{
        query: 'hrprice{area="FR"}',
        start: String(MIDNIGHT),
        end: String(MIDNIGHT),
        step: '60',
      },
    };
    const now = await askAsGrafana(world, 'query_range', fields);
    const then = await askAsGrafana(world, 'query_range', {
      ...fields,
      asOf: '2024-05-17T10:30:00Z',
    });
    assert.equal(now.body.data.result[0].values[0][1], '1000');
    assert.equal(then.body.data.result[0].values[0][1], '0');
    // A series whose first values come later has none then.
    await world.load({
      code: 'nohrload',
      category: 'hrload',
      from: '2024-05-16T22:00:00Z',
      values: [1],
    });
    const later = { ...fields, query: '{__name__=~"hr.*",source=""}' };
    const count = async (more: object) =>
      (await askAsGrafana(world, 'query_range', { ...later, ...more })).body.data.result.length;
    assert.equal(await count({}), 3);
    assert.equal(await count({ asOf: '2024-05-17T10:30:00Z' }), 2);
    world.setNow('2024-05-17T10:00:00Z');
  });
});
