// A world with series that links ask for, and requests as spreadsheets send them.

import assert from 'node:assert/strict';
import {
  type Answer,
  sequence,
  World,
  type WorldSettings,
} from '../../../../../harness/world/world.ts';

export const NOW = '2026-10-26T09:00:00Z';
export const PRICE = '/api/v1/series/dehrprice';

/** What a spreadsheet service sends: no credentials, and names of its own. */
export const GOOGLE = {
  'user-agent': 'Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets; +http://docs.google.com)',
  accept: '*/*',
};
export const EXCEL = {
  'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
  accept: '*/*',
  'cache-control': 'no-cache',
};

/** Prices of the days around the clock change, continued by a run, and a French series. */
export async function openLinkWorld(
  t: { after(close: () => Promise<void>): void },
  settings: Partial<WorldSettings> = {},
): Promise<World> {
  const world = await World.open(t, { now: NOW, ...settings });
  const price = { area: 'DE', category: 'hrprice' };
  const values = sequence(96, (i) => (i === 50 ? null : i + 0.25));
  await world.load({ code: 'dehrprice', ...price, from: '2026-10-22T22:00:00Z', values });
  await world.loadRun('dehrprice', '2026-10-26T06:00:00Z', '2026-10-26T00:00:00Z', sequence(48));
  await world.load({ code: 'frhrprice', from: '2026-10-22T22:00:00Z', values });
  return world;
}

export interface MadeLink {
  readonly id: string;
  /** `/l/gtl_…` */
  readonly link: string;
}

/** Makes a link and returns it. */
export async function makeLink(
  world: World,
  query: Readonly<Record<string, string>> = {},
  { as = 'trader', path = PRICE, ...more }: Readonly<Record<string, string>> = {},
): Promise<MadeLink> {
  const made = await world.post('/api/v1/links', { path, query, ...more }, as);
  assert.equal(made.status, 201, made.text);
  return made.body;
}

/** Asks for a link as a stranger. */
export const look = (
  world: World,
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> => world.raw({ method, url: address, headers });

/** Revokes a link as its owner. */
export const revoke = async (world: World, id: string, as = 'trader'): Promise<Answer> =>
  world.raw({
    method: 'DELETE',
    url: `/api/v1/links/${id}`,
    headers: { authorization: `Bearer ${await world.token(as)}` },
  });

export const linesOf = ({ text }: Answer): string[] => text.trimEnd().split('\n');
