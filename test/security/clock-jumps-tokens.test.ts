// Tokens that were not used while the clock was past their end, and tokens of a clock that was ahead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../../harness/world/world.ts';

const ask = async (world: World, token: string): Promise<number> =>
  (await world.get('/api/v1/account', null, { authorization: `Bearer ${token}` })).status;

test('a token that expired while it was not used does not revive when the clock is set back', async (t) => {
  const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
  const token = await world.token();
  const key = await world.key('german', 'reader');
  world.setNow('2024-05-17T12:00:00Z');
  // By any request the server learns that it is noon.
  assert.equal(await ask(world, key), 200);
  world.setNow('2024-05-17T10:30:00Z');
  assert.equal(await ask(world, token), 401);
});

test('a token of a clock that was a year ahead is not valid for a year', async (t) => {
  const world = await World.open(t, { now: '2025-05-17T10:00:00Z' });
  const token = await world.token();
  world.setNow('2024-05-17T10:00:00Z');
  assert.equal(await ask(world, token), 401);
});

test('a token still works after the clock is set back by a second', async (t) => {
  const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
  const token = await world.token();
  world.setNow('2024-05-17T09:59:59Z');
  assert.equal(await ask(world, token), 200);
});

test('a token made after the clock was set back works', async (t) => {
  const world = await World.open(t, { now: '2024-05-17T12:00:00Z' });
  assert.equal(await ask(world, await world.token()), 200);
  world.setNow('2024-05-17T10:30:00Z');
  assert.equal(await ask(world, await world.token()), 200);
});
