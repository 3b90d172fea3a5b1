// Hindcasts over HTTP: only a request that names their source gets them.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { HINDCAST_SOURCE } from '#core/values/source-order';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { loadSourceRun } from '../load-source-run.ts';

const FORECAST = '/api/v1/power-balance-forecast';
const PRICE = 'area=DE&balanceCategory=hrprice';
const SLICED = '/api/v1/forecasts/dehrprice/sliced?daysAhead=1';

describe('hindcasts', async () => {
  const world = await World.open({ after }, { now: '2024-05-16T10:00:00Z' });
  await world.load({ code: 'dehrprice', from: '2024-05-10T22:00:00Z', values: sequence(120) });
  await world.load({ code: 'frhrprice', from: '2024-05-10T22:00:00Z', values: sequence(120) });
  const run = { values: sequence(48, () => 7), source: HINDCAST_SOURCE };
  for (const code of ['dehrprice', 'frhrprice'])
    for (const day of ['14', '16'])
      await loadSourceRun(world, {
        ...{ ...run, code, analyzed: `2024-05-${day}T06:00:00Z` },
        from: `2024-05-${day}T22:00:00Z`,
      });
  await loadSourceRun(world, {
    ...{ code: 'dehrprice', source: 'gridtide', values: sequence(48, () => 5) },
    ...{ analyzed: '2024-05-15T06:00:00Z', from: '2024-05-15T22:00:00Z' },
  });
  const hindcasts = `source=${HINDCAST_SOURCE}`;

  it('the newest run is a real one, unless hindcasts are asked for', async () => {
    const newest = await world.get(`${FORECAST}/short-term?${PRICE}`);
    assert.equal(newest.body.analyzedTime, '2024-05-15T06:00:00Z');
    const asked = await world.get(`${FORECAST}/short-term?${PRICE}&${hindcasts}`);
    assert.equal(asked.body.analyzedTime, '2024-05-16T06:00:00Z');
    const french = `${FORECAST}/short-term?area=FR&balanceCategory=hrprice`;
    assertRefused(await world.get(french), 404, 'run_unknown');
    assert.equal((await world.get(`${french}&${hindcasts}`)).status, 200);
  });

  it('issue times and ranges of runs are those of real runs', async () => {
    const times = await world.get(`${FORECAST}/issue-times?${PRICE}`);
    assert.deepEqual(times.body, ['2024-05-15T06:00:00Z']);
    assert.equal((await world.get(`${FORECAST}/issue-times?${PRICE}&${hindcasts}`)).body.length, 2);
    const range = 'fromIssueTime=2024-05-01&toIssueTime=2024-05-17';
    const runs = await world.get(`${FORECAST}/short-term/multiseries?${PRICE}&${range}`);
    assert.equal(runs.body.length, 1);
  });

  it('no series is continued by a hindcast', async () => {
    const { body } = await world.get('/api/v1/series/frhrprice?from=2024-05-16&to=2024-05-18');
    assert.ok(body.data.every(({ value }: { value: number | null }) => value !== 7));
  });

  it('a slice has hindcasts only if it names them', async () => {
    const valuesOf = async (query: string) => {
      const { body } = await world.get(`${SLICED}&from=2024-05-15&to=2024-05-15${query}`);
      return [...new Set(body.data.map(({ value }: { value: number | null }) => value))];
    };
    assert.deepEqual(await valuesOf(''), [null]);
    assert.deepEqual(await valuesOf(`&${hindcasts}`), [7]);
  });

  it('the list of sources names them last', async () => {
    const { body } = await world.get('/api/v1/forecasts/dehrprice/sources');
    assert.deepEqual(
      body.sources.map(({ source, runs }: { source: string; runs: number }) => [source, runs]),
      [
        ['gridtide', 1],
        [HINDCAST_SOURCE, 2],
      ],
    );
  });
});
