// The commands that make a new server of use: each is named until it was done.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { FirstSteps } from '#service/first-steps';
import { openStore } from '#store/open/open-store';

test('a new store needs a plan, a user and values, and each step that was done is left out', async (t) => {
  const store = await openStore('sqlite::memory:');
  t.after(() => store.close());
  const steps = new FirstSteps(store);
  assert.deepEqual(await steps.list(), [
    "gridtide plan set everything --series '*'",
    'gridtide user add NAME --plan everything',
    'gridtide import VALUES.csv --define SERIES.csv',
  ]);
  await setPlan(store.accounts, { name: 'everything', patterns: ['*'] });
  assert.equal((await steps.list()).length, 2);
  await addUser(store.accounts, { name: 'anna', password: null, planName: 'everything' }, 0);
  assert.deepEqual(await steps.list(), ['gridtide import VALUES.csv --define SERIES.csv']);
  const facts = { unit: '', resolution: 'hour', area: null, category: null } as const;
  await store.write((writer) =>
    writer.defineSeries({ code: 'dehrprice', description: 'Price', ...facts }),
  );
  assert.deepEqual(await steps.list(), []);
});
