import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import type { CollectConfig } from '#service/collecting/collect-config';
import { claimPass, dueTimeOf, jobOf, readPasses } from '#service/collecting/collect-jobs';
import {
  type CollectSchedule,
  type CollectScheduleParts,
  startCollecting,
} from '#service/collecting/collect-schedule';
import { collectState } from '#service/collecting/collect-state';
import { openStore } from '#store/open/open-store';
import { until } from '../../../harness/lifetime.ts';
import { at, berlin, type CollectWorld, openWorld } from './collect-world.ts';

const PRICES = {
  source: 'entsoe',
  what: ['prices'],
  areas: ['DE', 'NL'],
  every: '1h',
  back: '0d',
  from: '2024-05-09',
};

function start(
  t: TestContext,
  world: CollectWorld,
  config: CollectConfig,
  more: Partial<CollectScheduleParts> = {},
): CollectSchedule {
  const { store, zone, env, world: fetchWorld } = world.parts;
  const schedule = startCollecting({
    store,
    zone,
    env,
    world: fetchWorld,
    config,
    logger: pino({ level: 'silent' }),
    lookEveryMs: 10,
    ...more,
  });
  t.after(() => schedule.stop());
  return schedule;
}

/** Waits until the pass of the entry's due time at the world's clock has ended. */
async function ended(world: CollectWorld, config: CollectConfig) {
  const [entry] = config.entries;
  return until(async () => {
    const dueAt = dueTimeOf(entry!, world.now);
    const pass = (await readPasses(world.store, entry!)).find((each) => each.dueAt === dueAt);
    return pass?.state === 'running' ? undefined : pass;
  });
}

test('a schedule collects what is due at the start, and again at the next due time', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  const config = await world.config(PRICES);
  start(t, world, config);
  const first = await ended(world, config);
  assert.equal(first.dueAt, at('2024-05-10T07:07:00Z'));
  assert.deepEqual([first.state, first.note], ['done', '2 requests: 96 new, 0 changed, 0 same']);
  // Before the next due time nothing is asked for.
  await wait(60);
  assert.equal(world.takeAsked().length, 2);
  world.now = at('2024-05-10T12:07:00Z');
  const second = await ended(world, config);
  assert.deepEqual(world.takeAsked(), ['DE 2024-05-11', 'NL 2024-05-11']);
  assert.equal(second.note, '2 requests: 48 new, 0 changed, 0 same');
  const state = (await collectState(world.store, config, berlin, world.now)).entries[0]!;
  assert.deepEqual(
    [state.state, state.lastAttemptAt, state.lastSuccessAt, state.lastError, state.isLate],
    ['done', world.now, world.now, null, false],
  );
  assert.equal(state.nextDueAt, at('2024-05-10T13:07:00Z'));
});

test('two servers on one store ask for nothing twice', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  const config = await world.config(PRICES);
  const otherStore = await openStore(world.storeUrl);
  t.after(() => otherStore.close());
  const schedules = [start(t, world, config), start(t, world, config, { store: otherStore })];
  for (let hour = 0; hour < 8; hour++) {
    await ended(world, config);
    await wait(40);
    world.now += HOUR_MS;
  }
  await ended(world, config);
  for (const schedule of schedules) {
    await schedule.stop();
    assert.equal(schedule.failures.get('entsoe'), 0);
  }
  // First both days of both areas, then tomorrow of both when it is published.
  assert.deepEqual(world.takeAsked().sort(), [
    'DE 2024-05-09 to 2024-05-10',
    'DE 2024-05-11',
    'NL 2024-05-09 to 2024-05-10',
    'NL 2024-05-11',
  ]);
  const passes = await readPasses(world.store, config.entries[0]!);
  assert.deepEqual([passes.length, passes.every(({ state }) => state === 'done')], [9, true]);
});

test('an outage of the service for three days is reported, and its days are filled afterwards', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  const config = await world.config({ ...PRICES, areas: ['DE'], every: '12h' });
  const schedule = start(t, world, config);
  await ended(world, config);
  world.takeAsked();
  world.isDown = true;
  for (let half = 0; half < 6; half++) {
    world.now += DAY_MS / 2;
    const pass = await ended(world, config);
    assert.equal(pass.state, 'failed');
  }
  const down = (await collectState(world.store, config, berlin, world.now)).entries[0]!;
  assert.deepEqual([down.state, down.isLate, down.missingDays], ['failed', true, 3]);
  assert.match(down.lastError!, /503/);
  assert.equal(down.lastSuccessAt, at('2024-05-10T07:20:00Z'));
  assert.ok(schedule.failures.get('entsoe')! >= 6);
  world.isDown = false;
  world.takeAsked();
  world.now += DAY_MS / 2;
  const pass = await ended(world, config);
  assert.deepEqual(world.takeAsked(), ['DE 2024-05-11 to 2024-05-14']);
  assert.equal(pass.note, '1 request: 96 new, 0 changed, 0 same');
  const up = (await collectState(world.store, config, berlin, world.now)).entries[0]!;
  assert.deepEqual([up.state, up.isLate, up.missingDays, up.lastError], ['done', false, 0, null]);
});

test('a failed pass is tried again after ten minutes, three times at most', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:08:00Z');
  const config = await world.config({ ...PRICES, areas: ['DE'] });
  const schedule = start(t, world, config);
  world.isDown = true;
  const failures = (): number => schedule.failures.get('entsoe')!;
  const reached = async (count: number): Promise<void> => {
    while (failures() < count) await wait(10);
    await wait(50);
    assert.equal(failures(), count);
  };
  await reached(1);
  world.now += 5 * 60_000;
  await reached(1);
  world.now += 5 * 60_000;
  await reached(2);
  world.now += 10 * 60_000;
  await reached(3);
  world.now += 20 * 60_000;
  await reached(3);
});

test('a clock that is set back neither repeats done passes nor stops collecting', async (t) => {
  const world = await openWorld(t, '2024-05-10T09:20:00Z');
  const config = await world.config({ ...PRICES, areas: ['DE'] });
  start(t, world, config);
  await ended(world, config);
  world.takeAsked();
  for (const time of ['2024-05-10T08:20:00Z', '2024-05-10T09:20:00Z', '2024-05-10T10:20:00Z']) {
    world.now = at(time);
    assert.equal((await ended(world, config)).state, 'done');
  }
  // The feed is complete: passes were made, and nothing was asked for.
  assert.deepEqual(world.takeAsked(), []);
  const passes = await readPasses(world.store, config.entries[0]!);
  assert.equal(passes.length, 3);
});

test('stopping ends a wait at once, and the next start takes the pass up again', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  const config = await world.config({ ...PRICES, areas: ['DE'] });
  world.faults.push((response) => response.writeHead(429, { 'retry-after': '600' }).end());
  let waits = 0;
  const schedule = start(t, world, config, {
    world: {
      ...world.parts.world,
      sleep: () => {
        waits++;
        return new Promise(() => {});
      },
    },
  });
  while (waits === 0) await wait(10);
  await schedule.stop();
  const [pass] = await readPasses(world.store, config.entries[0]!);
  assert.deepEqual([pass!.state, pass!.note], ['failed', 'the server was stopped']);
  start(t, world, config);
  await until(async () => (await ended(world, config)).state === 'done' || undefined);
  assert.equal((await world.store.findSeries('dehrprice'))?.code, 'dehrprice');
});

test('a pass whose process died counts as failed after an hour and can be claimed again', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  const config = await world.config({ ...PRICES, every: '6h' });
  const entry = config.entries[0]!;
  const dueAt = dueTimeOf(entry, world.now);
  assert.ok(await world.store.claimJob(jobOf(entry), dueAt, world.now));
  assert.equal(await claimPass(world.store, entry, dueAt, world.now + 1), false);
  const state = async () =>
    (await collectState(world.store, config, berlin, world.now)).entries[0]!;
  assert.equal((await state()).state, 'running');
  world.now += HOUR_MS + 1;
  assert.deepEqual(
    [(await state()).state, (await state()).lastError],
    ['failed', 'its process ended before it was done'],
  );
  assert.equal(await claimPass(world.store, entry, dueAt, world.now), true);
});
