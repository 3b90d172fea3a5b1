// GET /api/v1/about: what the server tells every caller.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';

describe('GET /api/v1/about', () => {
  it('GET /api/v1/about says what runs here, without a token', async (t) => {
    const settings = { now: '2024-05-17T10:00:00Z', isDemo: true, blockHours: 'peak=08-20' };
    const world = await World.open(t, settings);
    await world.load({ code: 'dehrprice' });
    const { status, body } = await world.get('/api/v1/about', null);
    assert.equal(status, 200);
    assert.equal(body.demo, true);
    assert.equal(body.marketTimeZone, 'Europe/Berlin');
    assert.equal(body.now, '2024-05-17T10:00:00Z');
    assert.equal(body.seriesCount, 1);
    const hours = Object.fromEntries(
      body.blocks.map(({ name, hours }: { name: string; hours: string }) => [name, hours]),
    );
    assert.equal(hours.peak, '08-20');
    assert.equal(hours.peakweek, 'Mon-Fri 08-20, Sat-Sun 00-24');
    assert.equal(hours.night, '00-06');
    assert.deepEqual(body.firstSteps, []);
  });

  it('GET /api/v1/about names the first steps of a server without series', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    const { body } = await world.get('/api/v1/about', null);
    assert.deepEqual(body.firstSteps, ['gridtide import VALUES.csv --define SERIES.csv']);
  });
});
