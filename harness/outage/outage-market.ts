// A small market in a store for tests of outages, and requests to every kind of path.

import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { openStore } from '#store/open/open-store';

export const PASSWORD = 'a-long-enough-password';
const ZONE = findZone('Europe/Berlin')!;
export const HOURS = gridOf(resolutionOf('hour'), ZONE);

/** Long enough for an answer to be made in a thread. */
const LENGTH = 30_000;
/** The first hour of the series `written`. */
export const FIRST_WRITTEN = Date.UTC(2025, 0, 1);

const valueAt = (index: number): number => (index % 1_000) / 4;

export interface Market {
  /** The API key of a user who may read everything. */
  readonly key: string;
  readonly operatorKey: string;
}

/** Makes the series `dehrprice` with 30,000 hours and a run, the empty series `written`, and a user. */
export async function fillMarket(url: string): Promise<Market> {
  const now = Date.now();
  const store = await openStore(url);
  const last = HOURS.indexOf(now);
  await store.write(async (writer) => {
    const define = (code: string, area: string | null) =>
      writer.defineSeries({
        code,
        description: `${code}, EUR/MWh`,
        unit: 'EUR/MWh',
        resolution: 'hour',
        area,
        category: area && code.slice(2),
      });
    const price = await define('dehrprice', 'DE');
    const indices = Int32Array.from({ length: LENGTH }, (_, i) => last - LENGTH + 1 + i);
    await writer.writePoints(price.key, indices, Float64Array.from(indices, valueAt), now);
    const run = {
      analyzedAt: now - 7_200_000,
      updatedAt: now,
      firstIndex: last + 1,
      values: Float64Array.from({ length: 400 }, (_, i) => valueAt(last + 1 + i)),
      source: 'example',
    };
    await writer.writeRun(price.key, run, now);
    await define('written', null);
  });
  const { accounts } = store;
  await ensurePlan(accounts, { name: 'all', patterns: ['*'], requestsPerMinute: 1_000_000 });
  const user = { name: 'trader', password: PASSWORD, planName: 'all' };
  await addUser(accounts, user, now);
  const trader = (await accounts.findUser('trader'))!;
  const key = await addKey(accounts, trader, 'reader', now);
  const operatorKey = await addKey(accounts, trader, 'writer', now, { isOperator: true });
  await store.close();
  return { key, operatorKey };
}

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly as?: keyof Market;
  readonly once?: string;
}

const FORECASTS = '/api/v1/power-balance-forecast';

const get = (path: string, as?: keyof Market): Ask => ({
  method: 'GET',
  path,
  ...(as ? { as } : {}),
});
const post = (path: string, body: unknown, as?: keyof Market): Ask => ({
  method: 'POST',
  path,
  body,
  ...(as ? { as } : {}),
});

/** Reads of every part of the product, each of which asks the store. */
export const READS: readonly Ask[] = [
  get('/readyz'),
  get('/api/v1/metadata', 'key'),
  get('/api/v1/metadata?limit=3', 'key'),
  get('/api/v1/metadata/series'),
  get('/api/v1/metadata/units'),
  get('/api/v1/series/dehrprice?from=today-3&to=today', 'key'),
  // Long enough to be made in a thread.
  get('/api/v1/series/dehrprice?from=2020-01-01&to=today', 'key'),
  get('/api/v1/series/dehrprice?from=2020-01-01&to=today&format=csv', 'key'),
  get('/api/v1/account', 'key'),
  get('/api/v1/account/keys', 'key'),
  get(`${FORECASTS}/short-term?area=DE&balanceCategory=hrprice`, 'key'),
  get(`${FORECASTS}/issue-times?area=DE&balanceCategory=hrprice`),
  post('/api/fundamental/meta', { SeriesId: 'dehrprice' }, 'key'),
  post('/api/fundamental/meta/all', { Prefix: '' }, 'key'),
  post('/api/fundamental/series', { SeriesId: 'dehrprice', FromDateTime: 'today-9' }, 'key'),
  post('/api/v1/auth', { username: 'trader', password: PASSWORD }),
  post('/api/user/login', { UserName: 'trader', Password: PASSWORD }),
  get('/api/operator/users', 'operatorKey'),
  get('/api/operator/series/dehrprice', 'operatorKey'),
  get('/api/operator/imports', 'operatorKey'),
  get('/api/operator/held', 'operatorKey'),
  get('/api/operator/audit', 'operatorKey'),
  get('/api/operator/plans', 'operatorKey'),
];

/** A request that writes one hour's value to the series `written`. */
export const writeHour = (hour: number, once: string): Ask => ({
  method: 'POST',
  path: '/api/operator/series/written/values',
  body: {
    values: [{ time: new Date(FIRST_WRITTEN + hour * 3_600_000).toISOString(), value: hour }],
  },
  as: 'operatorKey',
  once,
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
}

/** Sends a request. Throws if the connection was refused or the answer was cut off. */
export async function send(
  url: string,
  market: Market,
  { method, path, body, as, once }: Ask,
): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${market[as]}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    ms: performance.now() - startedAt,
  };
}
