// Bands and scores of a series that belongs to no area: …/forecasts/{seriesId}/bands and …/accuracy.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { RefusalCode } from '#core/refusal-table';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { loadSourceRun } from '../load-source-run.ts';

const PATH = '/api/v1/forecasts/park';
/** The first hour of 17 May in market time. */
const FROM = '2024-05-16T22:00:00Z';

describe('a series without an area', async () => {
  const world = await World.open({ after }, { now: '2024-05-18T10:00:00Z' });
  await world.load({ code: 'park', from: FROM, values: sequence(24, () => 10), unit: 'MWh' });
  await world.load({ code: 'empty', from: FROM, values: [1], unit: 'NOK/MWh' });
  const flat = (value: number) => sequence(24, () => value);
  const bands = [{ level: 80, lower: flat(8), upper: flat(14) }];
  for (const [source, value] of [
    ['north', 11],
    ['south', 13],
  ] as const) {
    const run = { code: 'park', from: FROM, values: flat(value), analyzed: '2024-05-16T08:00:00Z' };
    await loadSourceRun(world, { ...run, source, bands });
  }

  it('…/bands answers all of its newest run, in its own unit', async () => {
    const { status, body } = await world.get(`${PATH}/bands`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.analyzedTime, '2024-05-16T08:00:00Z');
    assert.deepEqual([body.runs.length, body.runs[0].source, body.runs[0].area], [1, 'north', '']);
    assert.equal(body.data.length, 24);
    const { value, unit, validTime, seriesName, bands: bounds } = body.data[0];
    assert.deepEqual(
      { value, unit, validTime, seriesName, bounds },
      {
        ...{ value: 11, unit: 'MWh', validTime: FROM, seriesName: 'park' },
        bounds: [{ level: 80, lower: 8, upper: 14 }],
      },
    );
    const other = await world.get(`${PATH}/bands?source=south&startDate=2024-05-17T20:00:00Z`);
    assert.deepEqual(
      other.body.data.map((point: { value: number }) => point.value),
      [13, 13],
    );
  });

  it('…/bands ignores an area, and refuses what it cannot answer', async () => {
    assert.equal((await world.get(`${PATH}/bands?area=XX&series=x`)).status, 200);
    const refused = async (path: string, status: number, code: RefusalCode) =>
      assertRefused(await world.get(`/api/v1/forecasts/${path}`), status, code);
    await refused('nothing/bands', 404, 'series_unknown');
    await refused('empty/bands', 404, 'run_unknown');
    await refused('park/bands?source=west', 404, 'run_unknown');
    await refused('a%20b/bands', 400, 'field_invalid');
    await refused('park/bands?issueTime=never', 400, 'date_unknown');
  });

  it('…/accuracy scores each source by its name', async () => {
    const { status, body } = await world.get(`${PATH}/accuracy?from=2024-05-16&to=2024-05-18`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.seriesId, body.area, body.category], ['park', '', '']);
    assert.deepEqual(
      body.sources.map(({ source, dayAhead }: { source: string; dayAhead: { mae: number } }) => [
        source,
        dayAhead.mae,
      ]),
      [
        ['north', 1],
        ['south', 3],
      ],
    );
    assert.equal((await world.get(`${PATH}/accuracy?area=XX&category=x`)).status, 200);
    const unknown = await world.get('/api/v1/forecasts/nothing/accuracy');
    assert.equal(assertRefused(unknown, 404, 'series_unknown').errors![0]!.field, 'seriesId');
    const area = await world.get('/api/v1/accuracy?seriesId=park');
    assert.equal(assertRefused(area, 400, 'field_missing').errors![0]!.field, 'area');
  });
});
