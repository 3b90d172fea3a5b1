// The client's requests for bands and accuracy, against a server that listens.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ApiError } from '#client/api-error';
import { GridtideClient } from '#client/programs/gridtide-client';
import { World } from '../../harness/world/world.ts';
import { loadSourceRun } from '../http/api/v1/load-source-run.ts';

describe('the client', async () => {
  const world = await World.open({ after }, { now: '2024-05-16T08:00:00Z' });
  const from = '2024-05-14T22:00:00Z';
  const code = 'dehrprice';
  await world.load({ code, area: 'DE', category: 'hrprice', from, values: [10, 20] });
  await loadSourceRun(world, {
    code,
    source: 'ours',
    analyzed: '2024-05-14T06:00:00Z',
    from,
    values: [11, 19],
    bands: [{ level: 80, lower: [10, 10], upper: [12, 12] }],
  });
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await world.token();
  const client = new GridtideClient({ url, token: () => token });

  it('the client asks for the accuracy of an area and category', async () => {
    const { sources } = await client.forecasts.accuracy({ area: 'DE', category: 'hrprice' });
    const [ours] = sources;
    assert.deepEqual([ours?.source, ours?.dayAhead.mae], ['ours', 1]);
    assert.equal(ours?.dayAhead.bands[0]?.coverage, 0.5);
  });

  it('the client asks for the bands of a run', async () => {
    const { runs, data } = await client.forecasts.bands({
      area: 'DE',
      balanceCategory: 'hrprice',
      startDate: from,
    });
    assert.deepEqual(runs[0]?.bands, [80]);
    assert.deepEqual(data[1]?.bands, [{ level: 80, lower: 10, upper: 12 }]);
  });

  it('the client throws a refusal as an error with its code', async () => {
    const refused = client.forecasts.bands({ area: 'DE', resolution: 'Daily' });
    await assert.rejects(refused, (error: ApiError) => {
      return error instanceof ApiError && error.code === 'bands_not_averaged';
    });
  });
});
