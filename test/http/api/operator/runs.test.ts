// Forecast runs over the operator interface, and the list of imports that they make.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { nextPageOf } from '../../../../harness/http/next-page.ts';
import type { Answer } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice', { area: 'de', category: 'hrprice' });

const run = {
  analyzedTime: '2024-05-17T06:00:00Z',
  source: 'my model',
  start: '2024-05-18T00:00Z',
  values: [1, 2, 3],
};
const RUNS = '/series/dehrprice/runs';
const FORECAST =
  '/api/v1/power-balance-forecast/short-term/bands?area=DE&startDate=2024-05-18&endDate=2024-05-19';

describe('a run', () => {
  it('a run is written with its bands, replaced, and counted as the same the second time', async () => {
    const bands = [{ level: 80, lower: [0, 1, null], upper: [2, 3, null] }];
    const body = { ...run, values: [null, 2, 3], bands };
    const first = await world.ask('POST', RUNS, { body });
    assert.deepEqual([first.new, first.changed, first.same], [1, 0, 0]);
    const again = await world.ask('POST', RUNS, { body });
    assert.deepEqual([again.new, again.changed, again.same], [0, 0, 1]);
    const shown = await world.ask('GET', FORECAST);
    assert.equal(shown.analyzedTime, run.analyzedTime);
    assert.equal(shown.runs[0].source, 'my model');
    assert.deepEqual(
      shown.data.map((point: { validTime: string; value: number }) => [
        point.validTime,
        point.value,
      ]),
      [
        ['2024-05-18T01:00:00Z', 2],
        ['2024-05-18T02:00:00Z', 3],
      ],
    );
    assert.deepEqual(shown.data[0].bands, [{ level: 80, lower: 1, upper: 3 }]);
    const changed = await world.ask('POST', RUNS, { body: { ...body, values: [7, 2, 3] } });
    assert.deepEqual([changed.new, changed.changed, changed.same], [0, 1, 0]);
    const { kind, runs } = await world.ask('GET', `/imports/${changed.entry}`);
    assert.deepEqual([kind, runs], ['runs', { new: 0, changed: 1, same: 0 }]);
  });

  it('a run has the update time that it is given, else the time of its arrival', async () => {
    const analyzedTime = '2024-05-17T07:00:00Z';
    const updateTime = '2024-05-17T08:30:00+02:00';
    await world.ask('POST', RUNS, { body: { ...run, analyzedTime, updateTime } });
    const { key } = (await world.store.findSeries('dehrprice'))!;
    const [newest, older] = await world.store.listRuns(key);
    assert.equal(newest!.updatedAt, Date.parse(updateTime));
    assert.equal(older!.updatedAt, world.now);
  });

  for (const [name, body, field] of [
    ['without its time', { ...run, analyzedTime: undefined }, 'analyzedTime'],
    ['with an invalid time', { ...run, analyzedTime: 'yesterday' }, 'analyzedTime'],
    ['with an invalid update time', { ...run, updateTime: 5 }, 'updateTime'],
    ['without a source', { ...run, source: undefined }, 'source'],
    ['with an empty source', { ...run, source: ' ' }, 'source'],
    ['with a start off the grid', { ...run, start: '2024-05-18T00:10Z' }, 'start'],
    ['without values', { ...run, values: [] }, 'values'],
    ['with gaps only', { ...run, values: [null, null] }, 'values'],
    ['with a text as value', { ...run, values: [1, 'x'] }, 'values.1'],
    ['with bands that are no list', { ...run, bands: {} }, 'bands'],
    ['with a band that is no object', { ...run, bands: [1] }, 'bands.0'],
    [
      'with a level above 99',
      { ...run, bands: [{ level: 100, lower: [1, 1, 1], upper: [2, 2, 2] }] },
      'bands.0.level',
    ],
    [
      'with a short band',
      { ...run, bands: [{ level: 80, lower: [1], upper: [2] }] },
      'bands.0.lower',
    ],
    [
      'with bounds that cross',
      { ...run, bands: [{ level: 80, lower: [1, 9, 1], upper: [2, 2, 2] }] },
      'bands.0.lower.1',
    ],
    [
      'with a level twice',
      {
        ...run,
        bands: [1, 2].map(() => ({ level: 80, lower: [1, 1, 1], upper: [2, 2, 2] })),
      },
      'bands.1.level',
    ],
  ] as const) {
    it(`a run is refused ${name}`, async () => {
      const answer = await world.send('POST', RUNS, { body });
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.errors[0].field, field);
    });
  }
});

describe('the list of imports', () => {
  it('the list of imports has pages from the newest on, with each entry once', async () => {
    const all = await world.ask('GET', '/imports?limit=1000');
    const ids = all.map(({ id }: { id: number }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a: number, b: number) => b - a),
    );
    const paged: number[] = [];
    let path: string | undefined = '/api/operator/imports?limit=3';
    while (path !== undefined) {
      const answer: Answer = await world.send('GET', path);
      paged.push(...answer.body.map(({ id }: { id: number }) => id));
      path = nextPageOf(answer);
    }
    assert.deepEqual(paged, ids);
  });

  it('the list of imports can be limited to one kind', async () => {
    const runs = await world.ask('GET', '/imports?kind=RUNS');
    assert.ok(runs.length > 0);
    assert.ok(runs.every(({ kind }: { kind: string }) => kind === 'runs'));
  });

  for (const [path, field] of [
    ['/imports?limit=0', 'limit'],
    ['/imports?limit=1001', 'limit'],
    ['/imports?before=x', 'before'],
    ['/imports?kind=imports', 'kind'],
    ['/imports/x', 'id'],
    ['/imports/0', 'id'],
    ['/held?limit=-1', 'limit'],
    ['/audit?limit=many', 'limit'],
    ['/audit?before=5', 'before'],
  ] as const) {
    it(`GET ${path} is refused`, async () => {
      const { errors } = assertRefused(await world.send('GET', path), 400, 'field_invalid');
      assert.equal(errors[0]?.field, field);
    });
  }

  it('an entry that does not exist is neither shown nor undone', async () => {
    assertRefused(await world.send('GET', '/imports/99999'), 404, 'entry_unknown');
    assertRefused(await world.send('POST', '/imports/99999/undo'), 404, 'entry_unknown');
  });
});
