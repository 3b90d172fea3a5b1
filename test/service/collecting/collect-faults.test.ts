// Passes while a service fails, a key is wrong or the clock jumps.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { Collector } from '#service/collecting/collect-services';
import { collectState } from '#service/collecting/collect-state';
import { collect, PRICES, storedDays } from './collect-passes.ts';
import { at, berlin, dayOf, openWorld, TOKEN } from './collect-world.ts';

suite('collecting with faults', () => {
  test('a pass waits out passing faults, as long as the service says', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.faults.push(
      (response) => response.writeHead(429, { 'retry-after': '120' }).end(),
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
    );
    const { end } = await collect(world, { ...PRICES, from: '2024-05-09' });
    assert.deepEqual([end.faults, end.added, world.asked.length], [[], 48, 4]);
    assert.ok(world.waitsMs.includes(120_000));
  });

  test('a service that is down is left alone after three failures, and nothing is lost', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const areas = ['DE', 'NL', 'FR', 'BE', 'AT'];
    const entry = { ...PRICES, areas, from: '2024-05-09' };
    world.isDown = true;
    const { end, config } = await collect(world, entry);
    assert.equal(end.faults.length, 3);
    assert.equal(end.left, 2);
    assert.match(end.faults[0]!, /^DE prices 2024-05-09 to 2024-05-10: the server answered 503/);
    const [state] = (await collectState(world.store, config, berlin, world.now)).entries;
    assert.equal(state!.missingDays, 10);
    world.isDown = false;
    world.takeAsked();
    world.now += HOUR_MS;
    const { end: second } = await collect(world, entry);
    assert.deepEqual([second.faults, second.added], [[], 5 * 48]);
  });

  test('an area that fails does not stop the others', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.faults.push((response) => response.end('<html>Sorry'));
    const entry = { ...PRICES, areas: ['DE', 'NL'], from: '2024-05-09' };
    const { end, config } = await collect(world, entry);
    assert.equal(end.faults.length, 1);
    assert.equal(await world.store.findSeries('dehrprice'), undefined);
    assert.equal(
      (await storedDays(world, 'nlhrprice', '2024-05-09', '2024-05-10')).whole.length,
      2,
    );
    const [state] = (await collectState(world.store, config, berlin, world.now)).entries;
    const [de, nl] = state!.feeds;
    assert.deepEqual([nl!.lastError, nl!.lastSuccessAt, nl!.missingDays], [null, world.now, 0]);
    assert.match(de!.lastError!, /^DE prices 2024-05-09 to 2024-05-10: /);
    assert.deepEqual([de!.lastSuccessAt, de!.missingDays], [null, 2]);
    // The same due time again: only the failed area is asked for.
    world.takeAsked();
    await collect(world, entry);
    assert.deepEqual(world.takeAsked(), ['DE 2024-05-09 to 2024-05-10']);
  });

  test('a wrong key is reported without the key itself, even if the service echoes it', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.faults.push((response) =>
      response.writeHead(401).end(`Unauthorized: securityToken=${TOKEN} is not known`),
    );
    const { end, config } = await collect(world, { ...PRICES, from: '2024-05-09' });
    assert.match(end.faults[0]!, /401.*securityToken=… is not known/);
    const state = await collectState(world.store, config, berlin, world.now);
    assert.ok(!JSON.stringify(state).includes(TOKEN));
  });

  test('a missing key is refused at once, naming the variable', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const config = await world.config(PRICES);
    assert.throws(
      () => new Collector(config, { ...world.parts, env: {} }),
      /entsoe needs a key: set ENTSOE_TOKEN in the environment/,
    );
  });

  test('an area that the service does not know fails alone', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    const entry = { ...PRICES, areas: ['NC', 'DE'], from: '2024-05-09' };
    const { end } = await collect(world, entry);
    assert.match(end.faults.join(), /NC .*has no prices at ENTSO-E/);
    assert.equal(end.added, 48);
  });

  test('a clock that ran a year ahead and was corrected leaves no hole', async (t) => {
    const world = await openWorld(t, '2024-05-10T07:00:00Z');
    world.pricedUntil = berlin.startOfDay(dayOf('2024-05-11'));
    const entry = { ...PRICES, back: '1d' };
    await collect(world, entry);
    world.now = at('2025-05-10T07:00:00Z');
    const { end: ahead } = await collect(world, entry);
    assert.equal(ahead.added, 0);
    assert.ok(ahead.none > 0);
    world.takeAsked();
    world.now = at('2024-05-13T12:07:00Z');
    world.pricedUntil = berlin.startOfDay(dayOf('2024-05-15'));
    const { end } = await collect(world, entry);
    assert.deepEqual([world.takeAsked(), end.added], [['DE 2024-05-11 to 2024-05-14'], 96]);
  });

  test('a first pass by a clock that ran ahead does not delay the beginning', async (t) => {
    const world = await openWorld(t, '2030-01-01T07:00:00Z');
    world.pricedUntil = 0;
    await collect(world, PRICES);
    world.takeAsked();
    world.now = at('2024-05-10T07:00:00Z');
    world.pricedUntil = Number.POSITIVE_INFINITY;
    const { end } = await collect(world, PRICES);
    assert.deepEqual([world.takeAsked(), end.added], [['DE 2024-05-09 to 2024-05-10'], 48]);
  });
});
