import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  askAsGrafana,
  basic,
  HOUR,
  MIDNIGHT,
  openPrometheusWorld,
  PATH,
} from './prometheus-world.ts';

const world = await openPrometheusWorld();

const get = async (path: string, as = 'trader') => (await world.get(`${PATH}/${path}`, as)).body;

describe('what Grafana asks for before it draws', () => {
  it('the test of a data source is answered: 1+1 at 4 s, and what kind of server this is', async () => {
    const probe = await askAsGrafana(world, 'query', { query: '1+1', time: '4' });
    assert.deepEqual(probe.body, {
      status: 'success',
      data: { resultType: 'scalar', result: [4, '2'] },
    });
    const { body, status } = await world.raw({
      method: 'GET',
      url: `${PATH}/status/buildinfo`,
      headers: { authorization: await basic(world) },
    });
    assert.equal(status, 200);
    // A list of features would make Grafana ask for the rules of Mimir.
    assert.deepEqual(body.data, {
      ...{ version: '2.24.0', revision: '0.0.0-test', branch: 'gridtide' },
      ...{ buildUser: '', buildDate: '', goVersion: '' },
    });
  });

  it('labels are listed, all of them or those of a selector', async () => {
    const { body } = await askAsGrafana(world, 'labels', { start: '1', end: '2' });
    assert.deepEqual(body.data, ['__name__', 'area', 'lead', 'series', 'source']);
    const some = await askAsGrafana(world, 'labels', { 'match[]': 'value' });
    assert.deepEqual(some.body.data, ['__name__', 'series']);
    // Grafana sends a form without fields if everything is in the address.
    const empty = await world.raw({
      method: 'POST',
      url: `${PATH}/labels?match[]=${encodeURIComponent('hrprice{area="DE"}')}`,
      headers: {
        authorization: await basic(world),
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '0',
      },
    });
    assert.deepEqual(empty.body.data, ['__name__', 'area', 'lead', 'series', 'source']);
  });

  it('the values of a label are listed, narrowed by selectors and by a limit', async () => {
    assert.deepEqual((await get('label/__name__/values')).data, ['day_load', 'hrprice', 'value']);
    const price = encodeURIComponent('{__name__=~".*price.*"}');
    assert.deepEqual((await get(`label/__name__/values?match[]=${price}&limit=40000`)).data, [
      'hrprice',
    ]);
    assert.deepEqual((await get('label/area/values?match[]=hrprice')).data, ['DE', 'FR']);
    assert.deepEqual((await get('label/series/values?match[]=hrprice&match[]=value')).data, [
      'dehrprice',
      'frhrprice',
      'plain',
    ]);
    assert.deepEqual((await get('label/source/values')).data, ['elsewhere', 'gridtide']);
    assert.deepEqual((await get('label/lead/values')).data.slice(0, 3), ['0d', '1d', '2d']);
    assert.deepEqual((await get('label/job/values')).data, []);
    assert.deepEqual(await get('label/series/values?limit=2'), {
      status: 'success',
      data: ['dedayload', 'dehrprice'],
      warnings: ['results truncated due to limit'],
    });
  });

  it('time series are listed as their labels', async () => {
    const { body } = await askAsGrafana(world, 'series', { 'match[]': 'hrprice{area="DE"}' });
    const own = { __name__: 'hrprice', area: 'DE', series: 'dehrprice' };
    assert.deepEqual(body.data, [
      own,
      { ...own, source: 'elsewhere' },
      { ...own, source: 'gridtide' },
    ]);
    assert.deepEqual((await get('series?match[]=value')).data, [
      { __name__: 'value', series: 'plain' },
    ]);
    assert.equal((await get('series')).code, 'field_missing');
  });

  it('metrics are described as gauges with their unit', async () => {
    assert.deepEqual((await get('metadata')).data, {
      day_load: [{ type: 'gauge', help: 'Test series dedayload, EUR/MWh, MWh', unit: 'MWh' }],
      hrprice: [{ type: 'gauge', help: 'Day-ahead price, EUR/MWh', unit: 'EUR/MWh' }],
      value: [{ type: 'gauge', help: 'Values, EUR/MWh', unit: 'EUR/MWh' }],
    });
    assert.deepEqual(Object.keys((await get('metadata?metric=hrprice')).data), ['hrprice']);
    assert.deepEqual(Object.keys((await get('metadata?limit=1')).data), ['day_load']);
  });

  it('a plan sees its own series only, everywhere', async () => {
    assert.deepEqual((await get('label/area/values', 'german')).data, ['DE']);
    assert.deepEqual(Object.keys((await get('metadata', 'german')).data), ['day_load', 'hrprice']);
    assert.deepEqual((await get('series?match[]=hrprice{source=""}', 'german')).data.length, 1);
    const at = `time=${MIDNIGHT}`;
    const outside = await get(`query?${at}&query=hrprice{series="frhrprice"}`, 'german');
    assert.deepEqual(outside.data.result, []);
    assert.deepEqual(outside.warnings, ['series "frhrprice" is outside plan "germany"']);
  });

  it('what a query names and does not exist is told as a warning', async () => {
    const warned = async (query: string) =>
      (await get(`query?query=${encodeURIComponent(query)}`)).warnings;
    assert.deepEqual(await warned('hrprice{series="dehrpice"}'), ['no series "dehrpice"']);
    assert.match((await warned('hrprice{colour="red"}'))[0], /no time series has a label "colour"/);
  });
});

describe('an instant query', () => {
  const vector = async (query: string, time: number | string) => {
    const asked = new URLSearchParams({ query, time: String(time) });
    const { data } = await get(`query?${asked}`);
    assert.equal(data.resultType, 'vector');
    return data.result;
  };

  it('an instant query has the value of the interval that contains the time', async () => {
    const found = await vector('hrprice{area="FR"}', MIDNIGHT + 2.5 * HOUR);
    assert.deepEqual(found, [
      {
        metric: { __name__: 'hrprice', area: 'FR', series: 'frhrprice' },
        value: [MIDNIGHT + 2.5 * HOUR, '2'],
      },
    ]);
    assert.deepEqual(await vector('hrprice{area="FR"}', MIDNIGHT - 1), []);
    assert.deepEqual(await vector('vector(1)', MIDNIGHT), [{ metric: {}, value: [MIDNIGHT, '1'] }]);
  });

  it('an instant query is about now by default', async () => {
    const { data } = await get('query?query=hrprice{area="FR"}');
    assert.deepEqual(data.result[0].value, [world.now / 1000, '12']);
  });

  it('numbers are written as Go reads them', async () => {
    const scalar = async (query: string) =>
      (await get(`query?time=0&query=${encodeURIComponent(query)}`)).data.result[1];
    assert.equal(await scalar('1/0'), '+Inf');
    assert.equal(await scalar('-1/0'), '-Inf');
    assert.equal(await scalar('0/0'), 'NaN');
    assert.equal(await scalar('0x10 * 1e30 # ten'), '1.6e+31');
  });
});
