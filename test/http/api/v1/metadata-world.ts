// Series of several areas and resolutions, with and without values, for tests of the metadata.

import assert from 'node:assert/strict';
import { World } from '../../../../harness/world/world.ts';

export const ALL = [
  'athrtemp',
  'dehrprice',
  'dehrwind',
  'deqhload',
  'frhrprice',
  'fxeurnok',
  'hpddanoresa',
];
export const GERMAN = ALL.filter((code) => code.startsWith('de'));

export async function openMetadataWorld(lifetime: { after(close: () => Promise<void>): void }) {
  const world = await World.open(lifetime, { now: '2024-05-17T10:00:00Z' });
  await world.load({
    code: 'dehrprice',
    description: 'Germany day-ahead price, EUR/MWh',
    area: 'DE',
    category: 'hrprice',
    from: '2024-05-16T22:00:00Z',
    values: [1, 2, 3],
  });
  await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', [4, 5]);
  await world.load({
    code: 'dehrwind',
    description: 'Germany wind production, MWh',
    unit: 'MWh',
    area: 'DE',
    category: 'hrwind',
    from: '2024-05-16T22:00:00Z',
    values: [7],
  });
  await world.load({ code: 'deqhload', resolution: 'quarterhour', area: 'DE', unit: 'MW' });
  await world.load({
    code: 'frhrprice',
    description: 'France day-ahead price, EUR/MWh; jours fériés & week-ends',
    area: 'FR',
    category: 'hrprice',
    from: '2024-05-16T22:00:00Z',
    values: [1],
  });
  await world.load({
    code: 'hpddanoresa',
    resolution: 'week',
    unit: 'GWh',
    description: 'Norwegian reservoir filling, GWh',
    from: '2024-05-05T22:00:00Z',
    values: [41_000],
  });
  await world.load({ code: 'fxeurnok', resolution: 'day', unit: 'NOK/EUR', category: 'fx' });
  /** A forecast by its code, but of a category that the forecast interface does not serve. */
  await world.load({ code: 'athrtemp', area: 'AT', category: 'hrtemp', unit: '°C' });
  await world.loadRun('athrtemp', '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', [21]);
  return world;
}

/** Resolves to the identifiers that a query finds. */
export const idsIn = async (
  world: World,
  query: string,
  as: string | null = 'trader',
  path = '/api/v1/metadata',
) => {
  const { status, body } = await world.get(`${path}${query}`, as);
  assert.equal(status, 200);
  return body.map((record: { seriesId: string }) => record.seriesId);
};
