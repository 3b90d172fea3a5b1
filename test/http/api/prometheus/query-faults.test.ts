import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { PASSWORD } from '../../../../harness/world/world.ts';
import {
  askAsGrafana,
  basicHeader,
  HOUR,
  MIDNIGHT,
  openPrometheusWorld,
} from './prometheus-world.ts';

const world = await openPrometheusWorld();

describe('the cap on points', () => {
  it('the plan’s cap is honoured with an error of Prometheus’ shape that names a step', async () => {
    await setPlan(world.store.accounts, { name: 'tiny', patterns: ['*'], pointsPerAnswer: 30 });
    await world.addUser('tiny', 'tiny');
    const ask = (step: string, query = 'hrprice{source=""}') =>
      askAsGrafana(
        world,
        'query_range',
        { query, start: String(MIDNIGHT), end: String(MIDNIGHT + 23 * HOUR), step },
        basicHeader('tiny', PASSWORD),
      );
    const refused = await ask('3600');
    assert.equal(refused.status, 422);
    assert.equal(refused.headers['content-type'], 'application/json; charset=utf-8');
    const { status, errorType, error, code } = refused.body;
    assert.deepEqual([status, errorType, code], ['error', 'execution', 'too_many_points']);
    assert.match(error, /48 points; the plan allows 30; step=7200 would fit/);
    assert.equal((await ask('7200')).status, 200);
    assert.match((await ask('0.001', '1')).body.error, /plan allows 30/);
  });

  it('a query that finds too many slices is refused', async () => {
    for (let i = 0; i < 40; i++) {
      const code = `x${i}wind`;
      await world.load({ code, category: 'wind', from: '2024-05-17T00:00:00Z', values: [1] });
      await world.loadRun(code, '2024-05-17T06:00:00Z', '2024-05-17T20:00:00Z', [1]);
    }
    const fields = { query: 'wind{lead="1d"}', start: '0', end: '1', step: '1' };
    const { status, body } = await askAsGrafana(world, 'query_range', fields);
    assert.equal(status, 422);
    assert.match(body.error, /more than 30 time series with a lead; narrow it/);
  });
});

describe('a query that is not understood', () => {
  const NOT_UNDERSTOOD: readonly (readonly [query: string, words: RegExp])[] = [
    ['rate(hrprice[5m])', /the function "rate" is not understood \(at character 1\)|the function/],
    ['sum by (area) (hrprice)', /the aggregation "sum" is not understood/],
    ['avg(hrprice)', /the aggregation "avg" is not understood/],
    ['hrprice[1d]', /a range such as \[5m\] is not understood/],
    ['hrprice @ 5', /the modifier @ is not understood/],
    ['hrprice > 5', /">" is not understood here/],
    ['hrprice and hrcons', /"and" is not understood here/],
    ['hrprice + hrcons', /"\+" between two selectors/],
    ['hrprice{area}', /"area" needs one of =~ !~ != =/],
    ['hrprice{area=DE}', /area= needs a text in quotes/],
    ['hrprice{area="DE"', /between \{ and \}/],
    ['hrprice{area="DE}', /not closed/],
    ['hrprice{area="\\d"}', /is no escape/],
    ['hrprice{area=~"("}', /regular expression "\(" of area is refused: a "\(" that is not closed/],
    ['hrprice offset', /offset needs a length of time/],
    ['(1', /is not closed/],
    ['', /a query is needed/],
    ['+'.repeat(100), /more than/],
    [`${'('.repeat(100)}1`, /more than 30 levels/],
    [`hrprice{series="${'x'.repeat(21_000)}"}`, /20000 are allowed/],
  ];
  for (const [query, words] of NOT_UNDERSTOOD) {
    it(`the query ${query.slice(0, 40)} gets a 400 that says what is not understood`, async () => {
      const fields = { query, start: '0', end: '1', step: '1' };
      const { status, body } = await askAsGrafana(world, 'query_range', fields);
      assert.deepEqual([status, body.status, body.errorType], [400, 'error', 'bad_data']);
      assert.match(body.error, words);
    });
  }

  it('wrong times and steps are named, all at once', async () => {
    const fields = { query: '1', start: 'yesterday', end: '1e99', step: '0' };
    const { body } = await askAsGrafana(world, 'query_range', fields);
    for (const field of ['start', 'end', 'step'])
      assert.match(body.error, new RegExp(`${field}: `), body.error);
    const missing = await askAsGrafana(world, 'query_range', { query: '1' });
    assert.match(missing.body.error, /start is needed.*end is needed.*step is needed/);
    const reversed = await askAsGrafana(world, 'query_range', {
      ...{ query: '1', start: '2', end: '1', step: '1' },
    });
    assert.deepEqual([reversed.status, reversed.body.code], [400, 'span_reversed']);
  });
});
