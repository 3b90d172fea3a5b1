// GET …/overview: one figure per area, over the market day after the newest run.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';

const PATH = '/api/v1/power-balance-forecast/overview';
const world = await World.open({ after }, { now: '2024-10-26T13:00:00Z' });
await world.load({ code: 'dehrprice', area: 'DE', category: 'hrprice' });
await world.load({ code: 'frhrprice', area: 'FR', category: 'hrprice' });
await world.load({ code: 'dehrcons', area: 'DE', category: 'hrcons', unit: 'MWh' });
// The day after is the long one of autumn: 25 hours from 22:00Z, here 1 to 25, then a far-off value.
await world.loadRun('dehrprice', '2024-10-26T12:00:00Z', '2024-10-26T22:00:00Z', [
  ...sequence(25, (i) => i + 1),
  1e6,
]);
await world.loadRun(
  'frhrprice',
  '2024-10-26T06:00:00Z',
  '2024-10-26T22:00:00Z',
  sequence(25, (i) => (i === 9 ? null : 7)),
);

interface Entry {
  readonly area: string;
  readonly [field: string]: unknown;
}

describe(`GET ${PATH}`, () => {
  it('…/overview has the mean over the real hours of the market day after the run', async () => {
    const { status, body } = await world.get(`${PATH}?balanceCategory=HRPRICE`);
    assert.equal(status, 200);
    assert.equal(body.balanceCategory, 'hrprice');
    assert.equal(body.areas.length, 35);
    assert.deepEqual(body.areas[0], {
      area: 'DE',
      description: 'Germany',
      source: 'gridtide',
      analyzedTime: '2024-10-26T12:00:00Z',
      startDate: '2024-10-26T22:00:00Z',
      mean: 13,
      unit: 'EUR/MWh',
      subscribed: true,
    });
  });

  it('…/overview counts the hours of each figure if asked', async () => {
    const { body } = await world.get(`${PATH}?counts=true`);
    const counted = body.areas.map(({ area, count, expected }: Entry) => [area, count, expected]);
    assert.deepEqual(counted[0], ['DE', 25, 25]);
    assert.deepEqual(
      counted.find(([area]: string[]) => area === 'FR'),
      ['FR', 24, 25],
    );
    assert.deepEqual(
      counted.find(([area]: string[]) => area === 'NL'),
      ['NL', null, null],
    );
    const { errors } = assertRefused(await world.get(`${PATH}?counts=1`), 400, 'field_invalid');
    assert.equal(errors[0]?.field, 'counts');
  });

  it('…/overview has no figure for an area without a run', async () => {
    const { body } = await world.get(`${PATH}?balanceCategory=hrcons`);
    const german = body.areas.find(({ area }: Entry) => area === 'DE');
    assert.deepEqual(
      [german.mean, german.source, german.analyzedTime, german.unit],
      [null, null, null, null],
    );
  });

  it('…/overview has no figure for what the plan leaves out', async () => {
    const { body } = await world.get(PATH, 'german');
    const french = body.areas.find(({ area }: Entry) => area === 'FR');
    assert.deepEqual(
      [french.mean, french.source, french.analyzedTime, french.subscribed],
      [null, null, null, false],
    );
    assert.equal(body.areas[0].mean, 13);
  });

  it('…/overview needs a token and a known category', async () => {
    assertRefused(await world.get(PATH, null), 401, 'token_missing');
    assertRefused(await world.get(`${PATH}?balanceCategory=hrprise`), 400, 'field_invalid');
  });
});
