// GET /api/v1/forecasts/{seriesId}/sliced, …/runs and …/sources, as a trader would ask.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { World } from '../../../../../harness/world/world.ts';

const ROOT = '/api/v1/forecasts/dehrprice';
/** 48 hours of values: 1, 2, 3 … plus an amount that tells the run. */
const hours = (plus: number): number[] => Array.from({ length: 48 }, (_, i) => plus + i);

describe('slices of forecast runs', async () => {
  const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
  before(async () => {
    const values = Array.from({ length: 96 }, (_, i) => i);
    await world.load({ code: 'dehrprice', from: '2024-05-14T22:00:00Z', values, unit: 'EUR/MWh' });
    await world.load({ code: 'frhrprice', from: '2024-05-14T22:00:00Z', values });
    // Two runs on the day before 16 May, one before noon of market time and one after it.
    await world.loadRun('dehrprice', '2024-05-15T08:00:00Z', '2024-05-15T22:00:00Z', hours(100));
    await world.loadRun('dehrprice', '2024-05-15T12:00:00Z', '2024-05-15T22:00:00Z', hours(200));
    const { store } = world;
    await store.write(async (writer) => {
      const { key } = (await writer.findSeries('dehrprice'))!;
      const firstIndex = Date.parse('2024-05-15T22:00:00Z') / 3_600_000;
      const analyzedAt = Date.parse('2024-05-15T08:00:00Z');
      const vendor = { analyzedAt, updatedAt: analyzedAt, firstIndex, source: 'vendor' };
      await writer.writeRun(key, { ...vendor, values: Float64Array.from(hours(300)) }, world.now);
    });
  });

  const rows = async (query: string): Promise<Record<string, unknown>[]> => {
    const { status, body } = await world.get(`${ROOT}/sliced?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return (body as { data: Record<string, unknown>[] }).data;
  };
  const values = async (query: string): Promise<unknown[]> =>
    (await rows(query)).map(({ value }) => value);

  const FIRST = 'from=2024-05-16T00:00&to=2024-05-16T01:00';
  for (const [query, expected] of [
    ['daysAhead=1', [200, 201]],
    ['daysAhead=1&issuedBefore=12:00', [300, 301]],
    ['daysAhead=1&issuedBefore=12:00&source=gridtide', [100, 101]],
    ['daysAhead=1&pick=earliest&source=gridtide', [100, 101]],
    ['daysAhead=1&issuedBefore=24:00', [200, 201]],
    ['daysAhead=1&issuedAt=14:00', [200, 201]],
    ['daysAhead=1&issuedAt=12:00&zone=UTC', [200, 201]],
    ['daysAhead=1&issuedAfter=14:01', [null, null]],
    ['daysAhead=2', [null, null]],
    ['hoursAhead=11', [300, 201]],
    ['hoursAhead=10', [200, 201]],
    ['hoursAhead=15', [null, 301]],
    ['daysAhead=1&source=nobody', [null, null]],
    ['daysAhead=1&knownBy=12:00', [null, null]],
  ] as const) {
    it(`${query} gives ${expected.map(String).join(' and ')} for the first hours of 16 May`, async () => {
      assert.deepEqual(await values(`${FIRST}&${query}`), expected);
    });
  }

  it('a row says which run it is from, when it was recorded and how far ahead it looked', async () => {
    const [row] = await rows(`${FIRST}&daysAhead=1&actual=true`);
    assert.deepEqual(row, {
      time: '2024-05-15T22:00:00Z',
      value: 200,
      analyzedTime: '2024-05-15T12:00:00Z',
      recordedAt: row!.recordedAt,
      source: 'gridtide',
      leadHours: 10,
      actual: 24,
      error: 176,
    });
  });

  it('a day says of how many hours it is made, and a short one is left out if asked', async () => {
    const asked = 'from=2024-05-16T06:00&to=2024-05-17&resolution=day&daysAhead=1';
    const counted = await rows(`${asked}&counts=true`);
    assert.deepEqual(
      counted.map(({ count, expected }) => [count, expected]),
      [
        [18, 24],
        [0, 24],
      ],
    );
    assert.deepEqual(Object.keys(counted[0]!).slice(0, 5), [
      ...['time', 'value', 'count', 'expected', 'analyzedTime'],
    ]);
    const [plain] = await values(asked);
    assert.deepEqual(await values(`${asked}&threshold=0.75`), [plain, null]);
    assert.deepEqual(await values(`${asked}&complete=true`), [null, null]);
    const { body } = await world.get(`${ROOT}/sliced?${asked}&complete=true&format=columns`);
    assert.equal(body.threshold, 1);
    assert.deepEqual(body.incomplete, [
      { time: '2024-05-15T22:00:00Z', count: 18, expected: 24 },
      { time: '2024-05-16T22:00:00Z', count: 0, expected: 24 },
    ]);
    assert.equal('counts' in body, false);
    const both = await world.get(`${ROOT}/sliced?${asked}&complete=true&threshold=1`);
    assert.equal(both.status, 400);
  });

  it('the runs of a delivery are 1 of 1 each', async () => {
    const found = await rows('delivery=2024-05-16T00:00&counts=true');
    assert.ok(found.length > 0);
    for (const { count, expected } of found) assert.deepEqual([count, expected], [1, 1]);
  });

  it('a day is averaged, and names its run if all of its hours are of one', async () => {
    const asked = 'from=2024-05-16&resolution=day&source=gridtide';
    const daily = await rows(`${asked}&to=2024-05-17&daysAhead=1`);
    assert.deepEqual(
      daily.map(({ value, source }) => [value, source]),
      [
        [211.5, 'gridtide'],
        [null, null],
      ],
    );
    const [mixed] = await rows(`${asked}&to=2024-05-16&hoursAhead=12`);
    assert.deepEqual([mixed!.source, mixed!.analyzedTime], [null, null]);
  });

  it('delivery lists one interval in every run, the oldest first', async () => {
    const listed = await rows('delivery=2024-05-16T00:00');
    assert.deepEqual(
      listed.map(({ value, source, analyzedTime }) => [value, source, analyzedTime]),
      [
        [300, 'vendor', '2024-05-15T08:00:00Z'],
        [100, 'gridtide', '2024-05-15T08:00:00Z'],
        [200, 'gridtide', '2024-05-15T12:00:00Z'],
      ],
    );
    assert.deepEqual(await values('delivery=2024-05-16T00:00&from=2024-05-15T13:00'), [200]);
  });

  it('CSV has the columns in order, with actual and error at the end', async () => {
    const { text } = await world.get(`${ROOT}/sliced?${FIRST}&daysAhead=1&actual=true&format=csv`);
    const [header, first] = text.split('\n');
    assert.equal(header, 'time,value,analyzedTime,recordedAt,source,leadHours,actual,error');
    assert.match(
      first!,
      /^2024-05-15T22:00:00Z,200,2024-05-15T12:00:00Z,[^,]+Z,gridtide,10,24,176$/,
    );
  });

  it('columns are arrays of the same names in the plural', async () => {
    const path = `${ROOT}/sliced?${FIRST}&daysAhead=1&actual=true&format=columns`;
    const { body } = await world.get(path);
    const arrays = Object.entries(body).filter(([, value]) => Array.isArray(value));
    assert.deepEqual(
      arrays.map(([name, values]) => [name, (values as unknown[])[0]]),
      [
        ['times', Date.UTC(2024, 4, 15, 22) / 1_000],
        ['values', 200],
        ['analyzedTimes', Date.UTC(2024, 4, 15, 12) / 1_000],
        ['recordedAts', (body.recordedAts as number[])[0]],
        ['sources', 'gridtide'],
        ['leadHours', 10],
        ['actuals', 24],
        ['errors', 176],
      ],
    );
  });

  for (const format of ['ndjson', 'parquet', 'arrow', 'xlsx']) {
    it(`${format} is given too`, async () => {
      const { status } = await world.get(`${ROOT}/sliced?${FIRST}&daysAhead=1&format=${format}`);
      assert.equal(status, 200);
    });
  }

  for (const [query, field, status] of [
    ['', 'daysAhead', 400],
    ['daysAhead=1&hoursAhead=2', 'daysAhead', 400],
    ['daysAhead=15', 'daysAhead', 400],
    ['hoursAhead=-1', 'hoursAhead', 400],
    ['daysAhead=1&issuedAt=25:00', 'issuedAt', 400],
    ['daysAhead=1&issuedBefore=06:00&issuedAfter=06:00', 'issuedBefore', 400],
    ['daysAhead=1&issuedBefore=00:00', 'issuedBefore', 400],
    ['daysAhead=1&issuedAfter=24:00', 'issuedAfter', 400],
    ['daysAhead=1&zone=Mars/Base', 'zone', 400],
    ['daysAhead=1&pick=newest', 'pick', 400],
    ['daysAhead=1&currency=XXX', 'currency', 400],
    ['daysAhead=1&bands=true&resolution=day', 'resolution', 422],
    ['delivery=2024-05-16T00:00&resolution=day', 'resolution', 400],
    ['daysAhead=1&bands=maybe', 'bands', 400],
  ] as const) {
    it(`"${query}" is refused, naming ${field}`, async () => {
      const { status: found, body } = await world.get(`${ROOT}/sliced?${query}`);
      assert.equal(found, status, JSON.stringify(body));
      const { errors } = body as { errors: { field: string }[] };
      assert.deepEqual(errors[0]!.field, field);
    });
  }

  it('the same slice again is a 304, until a run is added', async () => {
    const path = `${ROOT}/sliced?${FIRST}&daysAhead=1`;
    const { headers } = await world.get(path);
    const etag = String(headers.etag);
    const again = await world.get(path, 'trader', { 'if-none-match': etag });
    assert.equal(again.status, 304);
    const source = await world.get(`${path}&source=vendor`, 'trader', { 'if-none-match': etag });
    assert.equal(source.status, 200);
  });

  it('the sources are listed in order, and the runs page by page', async () => {
    const { body } = await world.get(`${ROOT}/sources`);
    const { sources } = body as { sources: { source: string; runs: number }[] };
    assert.deepEqual(
      sources.map(({ source, runs }) => [source, runs]),
      [
        ['vendor', 1],
        ['gridtide', 2],
      ],
    );
    const page = async (query: string) => {
      const answer = (await world.get(`${ROOT}/runs?${query}`)).body as {
        runs: { analyzedTime: string; source: string; points: number }[];
        next: string | null;
      };
      return [
        answer.runs.map((run) => `${run.analyzedTime} ${run.source} ${run.points}`),
        answer.next,
      ];
    };
    const newest = '2024-05-15T12:00:00Z gridtide 48';
    const older = ['2024-05-15T08:00:00Z vendor 48', '2024-05-15T08:00:00Z gridtide 48'];
    assert.deepEqual(await page(''), [[newest, ...older], null]);
    assert.deepEqual(await page('limit=1'), [[newest], '2024-05-15T12:00:00Z']);
    assert.deepEqual(await page('limit=1&before=2024-05-15T12:00:00Z'), [older, null]);
    assert.deepEqual(await page('source=vendor'), [[older[0]], null]);
    assert.deepEqual(await page('from=2024-05-15T13:00'), [[newest], null]);
  });
});
