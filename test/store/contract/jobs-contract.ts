// Scheduled jobs: one process does each due time.

import assert from 'node:assert/strict';
import { NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const HOUR = 3_600_000;

export function jobsContract(storeTest: StoreTest): void {
  storeTest('only one of several simultaneous claims gets a due job', async (store) => {
    const claims = Array.from({ length: 5 }, (_, i) => store.claimJob('forecast', NOW, NOW + i));
    const given = (await Promise.all(claims)).filter((isGiven) => isGiven);
    assert.equal(given.length, 1);
    assert.equal(await store.claimJob('forecast', NOW + HOUR, NOW), true);
    assert.equal(await store.claimJob('scores', NOW, NOW), true);
  });

  storeTest('a job that is done is not given again', async (store) => {
    assert.equal(await store.claimJob('forecast', NOW, NOW + 5), true);
    await store.endJob('forecast', NOW, NOW + 90, 'done', '105 runs');
    assert.equal(await store.claimJob('forecast', NOW, NOW + 99 * HOUR), false);
    assert.deepEqual(await store.listJobs('forecast', 9), [
      {
        name: 'forecast',
        dueAt: NOW,
        startedAt: NOW + 5,
        endedAt: NOW + 90,
        state: 'done',
        note: '105 runs',
      },
    ]);
  });

  storeTest('a job that failed is given again, and its record begins again', async (store) => {
    await store.claimJob('forecast', NOW, NOW);
    await store.endJob('forecast', NOW, NOW + 1, 'failed', 'no history');
    assert.equal((await store.listJobs('forecast', 1))[0]!.state, 'failed');
    assert.equal(await store.claimJob('forecast', NOW, NOW + 2), true);
    assert.equal(await store.claimJob('forecast', NOW, NOW + 3), false);
    const [job] = await store.listJobs('forecast', 1);
    const { startedAt, endedAt, state, note } = job!;
    assert.deepEqual([startedAt, endedAt, state, note], [NOW + 2, null, 'running', null]);
  });

  storeTest('a job that never ended is given again after an hour', async (store) => {
    await store.claimJob('forecast', NOW, NOW);
    assert.equal(await store.claimJob('forecast', NOW, NOW + HOUR), false);
    assert.equal(await store.claimJob('forecast', NOW, NOW + HOUR + 1), true);
    assert.equal(await store.claimJob('forecast', NOW, NOW + HOUR + 2), false);
  });

  storeTest('a store that has a duty keeps it until it is left', async (store) => {
    assert.equal(await store.holdDuty('deliver'), true);
    assert.equal(await store.holdDuty('deliver'), true);
    assert.equal(await store.holdDuty('other'), true);
    await store.leaveDuty('deliver');
    await store.leaveDuty('deliver');
    assert.equal(await store.holdDuty('deliver'), true);
  });

  storeTest('only a running job can end', async (store) => {
    await store.endJob('forecast', NOW, NOW, 'done', '');
    assert.deepEqual(await store.listJobs('forecast', 9), []);
    await store.claimJob('forecast', NOW, NOW);
    await store.endJob('forecast', NOW, NOW + 1, 'done', 'first');
    await store.endJob('forecast', NOW, NOW + 2, 'failed', 'too late');
    const [job] = await store.listJobs('forecast', 9);
    assert.deepEqual([job!.state, job!.note, job!.endedAt], ['done', 'first', NOW + 1]);
  });

  storeTest('jobs are listed by name, newest due time first', async (store) => {
    for (const hour of [2, 5, 1]) await store.claimJob('forecast', NOW + hour * HOUR, NOW);
    await store.claimJob('scores', NOW + 9 * HOUR, NOW);
    const hours = async (limit: number) =>
      (await store.listJobs('forecast', limit)).map(({ dueAt }) => (dueAt - NOW) / HOUR);
    assert.deepEqual(await hours(9), [5, 2, 1]);
    assert.deepEqual(await hours(2), [5, 2]);
    assert.deepEqual(await store.listJobs('other', 9), []);
  });
}
