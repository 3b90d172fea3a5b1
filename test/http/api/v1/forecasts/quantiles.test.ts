// A run with a whole distribution, read by …/short-term/bands and by slices at any level.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { bandsOfQuantiles } from '#core/values/run-bands';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { loadSourceRun } from '../load-source-run.ts';

const BANDS = '/api/v1/power-balance-forecast/short-term/bands?area=DE&balanceCategory=hrprice';
const SLICED = '/api/v1/forecasts/dehrprice/sliced?daysAhead=1&from=2024-05-17&to=2024-05-17';
const PERCENTS = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];
/** The first delivery, which is the first hour of 17 May in market time. */
const FROM = '2024-05-16T22:00:00Z';

interface Point {
  readonly value: number;
  readonly bands: readonly { level: number; lower: number | null; upper: number | null }[];
  readonly quantiles?: readonly { percent: number; value: number | null }[];
}

describe('quantiles of a run', async () => {
  const world = await World.open({ after }, { now: '2024-05-16T10:00:00Z' });
  await world.load({ code: 'dehrprice', from: FROM, values: [1], unit: 'EUR/MWh' });
  // Each value is 1000, and its quantile of p % is 1000 + p − 50.
  const bands = bandsOfQuantiles(
    PERCENTS.map((percent) => ({ percent, values: new Float64Array(48).fill(950 + percent) })),
  ).map(({ level, lower, upper }) => ({ level, lower: [...lower], upper: [...upper] }));
  const run = { code: 'dehrprice', from: FROM, values: sequence(48, () => 1000) };
  await loadSourceRun(world, {
    ...{ ...run, source: 'gridtide', analyzed: '2024-05-16T08:00:00Z' },
    bands,
  });
  const own = [{ level: 50, lower: sequence(48, () => 1), upper: sequence(48, () => 2) }];
  await loadSourceRun(world, {
    ...{ ...run, source: 'vendor', analyzed: '2024-05-16T07:00:00Z' },
    bands: own,
  });
  const first = async (query: string): Promise<{ runs: Record<string, unknown>; point: Point }> => {
    const { status, body } = await world.get(`${BANDS}&startDate=2024-05-17${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return { runs: body.runs[0], point: body.data[0] };
  };

  it('…/bands shows 80 and 90 % as before if nothing is asked for, and says what the run has', async () => {
    const { runs, point } = await first('');
    assert.deepEqual(runs.bands, [80, 90]);
    assert.deepEqual(runs.quantiles, PERCENTS);
    assert.deepEqual(point.bands, [
      { level: 80, lower: 960, upper: 1040 },
      { level: 90, lower: 955, upper: 1045 },
    ]);
    assert.equal('quantiles' in point, false);
  });

  it('…/bands gives any level up to 98 %, and the quantiles that are asked for', async () => {
    const { runs, point } = await first('&level=98,95,50&quantile=2.5,50');
    assert.deepEqual(runs.bands, [50, 95, 98]);
    assert.deepEqual(point.bands, [
      { level: 50, lower: 975, upper: 1025 },
      { level: 95, lower: 952.5, upper: 1047.5 },
      { level: 98, lower: 951, upper: 1049 },
    ]);
    assert.deepEqual(point.quantiles, [
      { percent: 2.5, value: 952.5 },
      { percent: 50, value: 1000 },
    ]);
    assert.deepEqual((await first('&quantile=10')).runs.bands, [80, 90]);
  });

  it('…/bands shows an imported run at its own levels only', async () => {
    const { runs, point } = await first('&source=vendor&level=50,80&quantile=25,50');
    assert.deepEqual([runs.bands, runs.quantiles], [[50], undefined]);
    assert.deepEqual(point.bands, [{ level: 50, lower: 1, upper: 2 }]);
    assert.deepEqual(point.quantiles, [{ percent: 25, value: 1 }]);
  });

  it('…/bands of other levels is another answer', async () => {
    const tags = await Promise.all(
      ['', '&level=80', '&level=90', '&quantile=80'].map(
        async (query) => (await world.get(`${BANDS}${query}`)).headers.etag,
      ),
    );
    assert.equal(new Set(tags).size, tags.length);
  });

  const row = async (query: string): Promise<Record<string, unknown>> => {
    const { status, body } = await world.get(`${SLICED}${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data[0];
  };
  const boundsOf = (found: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => /^(lower|upper|q)\d/.test(name)));

  it('a slice with bands has 80 and 90 % as before', async () => {
    assert.deepEqual(boundsOf(await row('&bands=true')), {
      ...{ lower80: 960, upper80: 1040, lower90: 955, upper90: 1045 },
    });
    assert.deepEqual(boundsOf(await row('')), {});
  });

  it('a slice has the levels and quantiles that are asked for as columns', async () => {
    assert.deepEqual(boundsOf(await row('&level=95&quantile=10,97.5')), {
      ...{ lower95: 952.5, upper95: 1047.5, q10: 960, 'q97.5': 1047.5 },
    });
    assert.deepEqual(boundsOf(await row('&quantile=50')), { q50: 1000 });
    const { text } = await world.get(`${SLICED}&level=60&quantile=50&format=csv`);
    assert.match(text.split('\n')[0]!, /,leadHours,lower60,upper60,q50$/);
    const { body } = await world.get(`${SLICED}&level=60&quantile=50&format=columns`);
    assert.deepEqual([body.lower60[0], body.q50[0]], [970, 1000]);
  });

  it('a level that a slice’s run does not have is a gap', async () => {
    const found = await row('&source=vendor&level=50,60&quantile=25,30');
    assert.deepEqual(boundsOf(found), {
      ...{ lower50: 1, upper50: 2, lower60: null, upper60: null, q25: 1, q30: null },
    });
  });

  it('a delivery has the quantiles of each of its runs', async () => {
    const path = '/api/v1/forecasts/dehrprice/sliced?delivery=2024-05-17T00:00&quantile=25';
    const { body } = await world.get(path);
    assert.deepEqual(
      body.data.map(({ source, q25 }: { source: string; q25: number }) => [source, q25]),
      [
        ['vendor', 1],
        ['gridtide', 975],
      ],
    );
  });

  for (const path of [BANDS, SLICED]) {
    for (const [query, field] of [
      ['level=99', 'level'],
      ['level=0', 'level'],
      ['quantile=0.5', 'quantile'],
      ['quantile=abc', 'quantile'],
    ] as const) {
      it(`${path.split('?')[0]}?${query} is refused, naming what is allowed`, async () => {
        const problem = assertRefused(await world.get(`${path}&${query}`), 400, 'field_invalid');
        assert.equal(problem.errors[0]!.field, field);
        assert.match(problem.detail, /quantiles from 1 to 99 %/);
      });
    }
  }

  it('quantiles are not averaged to days', async () => {
    const answer = await world.get(`${SLICED}&quantile=50&resolution=day`);
    assertRefused(answer, 422, 'bands_not_averaged');
  });
});
