import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../../request/assert-refused.ts';
import {
  hoursFrom,
  openForecastWorld,
  type Point,
  SHORT_TERM,
  timesOf,
  valuesOf,
} from './forecast-world.ts';

const world = await openForecastWorld(after);

const ask = (query: string, as: string | null = 'trader') =>
  world.get(`${SHORT_TERM}?${query}`, as);

const PRICE = 'area=DE&balanceCategory=hrprice';

describe('GET …/short-term', () => {
  it('…/short-term answers with the newest run and the 25 hours from the day after it', async () => {
    const answer = await ask(PRICE);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(Object.keys(answer.body), ['analyzedTime', 'data']);
    assert.equal(answer.body.analyzedTime, '2024-05-16T06:00:00Z');
    assert.deepEqual(timesOf(answer), hoursFrom('2024-05-17T00:00:00Z', 25));
    assert.deepEqual(
      valuesOf(answer),
      Array.from({ length: 25 }, (_, i) => 24 + i),
    );
  });

  it('…/short-term gives each point every field that the document names', async () => {
    const { body } = await ask(PRICE);
    assert.deepEqual(body.data[0], {
      area: 'DE',
      seriesName: 'hrprice',
      resolution: 'Hourly',
      unit: 'EUR/MWh',
      updateTime: '2024-05-16T06:10:00Z',
      validTime: '2024-05-17T00:00:00Z',
      value: 24,
    });
    assert.deepEqual(Object.keys(body.data[0]), [
      'area',
      'seriesName',
      'resolution',
      'unit',
      'updateTime',
      'validTime',
      'value',
    ]);
  });

  it('…/short-term matches area and category without regard to case, and ignores empty parameters', async () => {
    const plain = await ask(PRICE);
    const odd = await ask(
      'area=de&balanceCategory=HrPrice&issueTime=&startDate=&endDate=&resolution=&currency=&x=1',
    );
    assert.equal(odd.text, plain.text);
  });

  it('…/short-term shows a gap inside a run as null', async () => {
    await world.loadRun('no1hrprice', '2024-05-16T07:00:00Z', '2024-05-17T00:00:00Z', [
      1,
      null,
      -0.5,
    ]);
    const answer = await ask('area=NO1&balanceCategory=hrprice');
    assert.deepEqual(valuesOf(answer), [1, null, -0.5]);
  });
});

describe('GET …/short-term: which run', () => {
  const runs: [issueTime: string, analyzed: string][] = [
    ['2024-05-16T06:00:00Z', '2024-05-16T06:00:00Z'],
    ['2024-05-16T06:00:01Z', '2024-05-16T06:00:00Z'],
    ['2024-05-16T05:59:59Z', '2024-05-15T06:00:00Z'],
    ['2024-05-16', '2024-05-15T06:00:00Z'],
    ['2024/05/17', '2024-05-16T06:00:00Z'],
    ['2024-05-15T06:00:00Z', '2024-05-15T06:00:00Z'],
    ['2024-05-16T08:00:00%2B02:00', '2024-05-16T06:00:00Z'],
    ['2024-05-16T07:59:59+02:00', '2024-05-15T06:00:00Z'],
    ['9999-12-31T23:59:59Z', '2024-05-16T06:00:00Z'],
  ];
  for (const [issueTime, analyzed] of runs) {
    it(`issueTime=${issueTime} chooses the run of ${analyzed}`, async () => {
      const { body } = await ask(`${PRICE}&issueTime=${issueTime}`);
      assert.equal(body.analyzedTime, analyzed);
      assert.equal(body.data.length, 25);
    });
  }

  it('…/short-term counts the default span from the run that it chose', async () => {
    const answer = await ask(`${PRICE}&issueTime=2024-05-15T12:00:00Z`);
    assert.deepEqual(timesOf(answer), hoursFrom('2024-05-16T00:00:00Z', 25));
    assert.equal(valuesOf(answer)[0], 524);
  });

  it('…/short-term refuses an issue time before the first run, naming it', async () => {
    const { detail } = assertRefused(
      await ask(`${PRICE}&issueTime=2024-05-15T05:59:59Z`),
      404,
      'run_unknown',
    );
    assert.equal(
      detail,
      'no forecast run for hrprice of area DE at or before 2024-05-15T05:59:59Z',
    );
  });

  it('…/short-term refuses an area that never had a run, with or without a series', async () => {
    assertRefused(await ask('area=FR&balanceCategory=hrprice'), 404, 'run_unknown');
    assertRefused(await ask('area=AT&balanceCategory=hrprice'), 404, 'run_unknown');
    assertRefused(await ask('area=AT'), 404, 'run_unknown');
  });
});

describe('GET …/short-term: category left out', () => {
  const namesOf = (points: Point[]) => [...new Set(points.map(({ seriesName }) => seriesName))];

  it('…/short-term without a category has all categories of the newest run, one after the other', async () => {
    const { body } = await ask('area=DE');
    assert.equal(body.analyzedTime, '2024-05-16T06:00:00Z');
    assert.equal(body.data.length, 50);
    assert.deepEqual(
      body.data.map(({ seriesName }: Point) => seriesName),
      [...Array(25).fill('hrprice'), ...Array(25).fill('hrproduction')],
    );
    assert.deepEqual(
      [body.data[0].value, body.data[25].value, body.data[25].unit],
      [24, 1024, 'MWh'],
    );
  });

  it('…/short-term without a category chooses the newest run at or before an issue time over all categories', async () => {
    const { body } = await ask('area=DE&issueTime=2024-05-15T23:00:00Z');
    assert.equal(body.analyzedTime, '2024-05-15T06:00:00Z');
    assert.deepEqual(namesOf(body.data), ['hrprice', 'hrcons']);
  });

  it('…/short-term without a category leaves out what the plan does not grant', async () => {
    const { body } = await ask('area=DE', 'prices');
    assert.deepEqual(namesOf(body.data), ['hrprice']);
  });

  it('…/short-term without a category refuses with 403 if the plan grants none, with or without a run', async () => {
    for (const area of ['NO1', 'FR', 'AT']) {
      const { errors } = assertRefused(
        await ask(`area=${area}`, 'german'),
        403,
        'subscription_required',
      );
      assert.deepEqual(errors[0]?.allowed, ['de*']);
    }
  });

  it('…/short-term without a category refuses with 404 if none that the plan grants has a run', async () => {
    assertRefused(await ask('area=FR', 'prices'), 404, 'run_unknown');
    assertRefused(await ask('area=DE&issueTime=2020-01-01'), 404, 'run_unknown');
  });
});

describe('GET …/short-term: conditional', () => {
  it('…/short-term is not sent again while the run is unchanged, and is when it changes', async () => {
    const first = await ask(PRICE);
    const etag = String(first.headers.etag);
    // The series last changed when this world stored the runs.
    assert.equal(first.headers['last-modified'], new Date(world.now).toUTCString());
    const url = `${SHORT_TERM}?${PRICE}`;
    const again = await world.get(url, 'trader', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text], [304, '']);
    await world.loadRun('dehrprice', '2024-05-16T07:00:00Z', '2024-05-17T00:00:00Z', [9]);
    const changed = await world.get(url, 'trader', { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.equal(changed.body.analyzedTime, '2024-05-16T07:00:00Z');
  });
});
