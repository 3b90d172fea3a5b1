// Reads of the long run, small and large, by both interfaces and as files.

import { LAST_DAY } from '../../harness/data/calendar.ts';
import { RUN_AREAS } from '../../harness/data/catalog.ts';
import type { Random } from '../../harness/random.ts';
import type { Asked, Kind } from './soak-kind.ts';
import type { SoakStore } from './soak-store.ts';

const FORECAST = '/api/v1/power-balance-forecast';
const WORDS = ['price', 'load', 'temperature', 'hourly', 'EUR', 'MWh', 'meta', 'hand', 'none'];
const PAGES = ['/metrics', '/readyz', '/healthz', '/openapi.json', '/docs', '/errors', '/'];

const get = (path: string, secret?: string): Asked => ({ method: 'GET', path, secret });

const post = (path: string, body: unknown, secret?: string): Asked => ({
  method: 'POST',
  path: `/api/fundamental/${path}`,
  body,
  secret,
});

/** The ten years, as days. */
function anyYear(random: Random): string {
  const year = 2016 + random.below(10);
  return `from=${year}-01-01&to=${year}-12-31`;
}

/** Three days of a year, so that many answers are asked for but once. */
function anyDays(random: Random): string {
  const month = String(1 + random.below(12)).padStart(2, '0');
  const day = 10 + random.below(15);
  return `from=2024-${month}-${day}&to=2024-${month}-${day + 2}`;
}

const runsOf = (random: Random): string => `area=${random.pick(RUN_AREAS)}&balanceCategory=hrprice`;

const small = { isSmall: true, statuses: [200] } as const;

export const makeSmallReads = ({ codes, key }: SoakStore): Kind[] => [
  {
    ...small,
    name: 'two days, by body',
    weight: 18,
    // The newest token may be of more than a minute ago.
    statuses: [200, 401],
    make: (random, { tokens }) =>
      post('series', {
        SeriesId: random.pick(codes),
        FromDateTime: '2025-12-30',
        ToDateTime: LAST_DAY,
        UserInfo: { Token: (random.below(2) === 0 ? tokens.at(-1) : undefined) ?? key },
      }),
  },
  {
    ...small,
    name: 'some days',
    weight: 14,
    make: (random) => get(`/api/v1/series/${random.pick(codes)}?${anyDays(random)}`, key),
  },
  {
    ...small,
    name: 'forecast',
    weight: 10,
    make: (random) => get(`${FORECAST}/short-term?${runsOf(random)}`, key),
  },
  {
    ...small,
    name: 'meta',
    weight: 6,
    make: (random) => post('meta', { SeriesId: random.pick(codes) }, key),
  },
  {
    ...small,
    name: 'search',
    weight: 8,
    make: (random) => {
      const number = random.below(2) === 0 ? `%20${random.below(1_000)}` : '';
      return get(`/api/v1/metadata?limit=20&q=${random.pick(WORDS)}${number}`, key);
    },
  },
  {
    ...small,
    name: 'list',
    weight: 4,
    make: (random) => get(`/api/v1/metadata/${random.pick(['areas', 'units', 'resolutions'])}`),
  },
  {
    ...small,
    name: 'account',
    weight: 5,
    statuses: [200, 401],
    make: (random, { tokens }) =>
      get('/api/v1/account', tokens.length > 0 ? random.pick(tokens) : key),
  },
];

/** A year as a file. */
const file = ({ codes, key }: SoakStore, format: string, weight: number): Kind => ({
  name: format,
  weight,
  statuses: [200],
  make: (random) =>
    get(`/api/v1/series/${random.pick(codes)}?${anyYear(random)}&format=${format}`, key),
});

export const makeLargeReads = (store: SoakStore): Kind[] => [
  {
    name: 'year',
    weight: 3,
    statuses: [200],
    make: (random) =>
      get(`/api/v1/series/${random.pick(store.codes)}?${anyYear(random)}`, store.key),
  },
  {
    name: 'ten years',
    weight: 1.5,
    statuses: [200],
    make: (random) =>
      post(
        'series',
        {
          SeriesId: random.pick(store.codes),
          FromDateTime: '2016-01-01',
          ToDateTime: LAST_DAY,
          Resolution: random.pick(['hour', 'day', 'day', 'peak', 'month']),
        },
        store.key,
      ),
  },
  {
    name: 'past runs',
    weight: 1,
    statuses: [200],
    make: (random) =>
      get(
        `${FORECAST}/short-term/multiseries?${runsOf(random)}&fromIssueTime=2025-12-01&toIssueTime=2025-12-10`,
        store.key,
      ),
  },
  {
    name: 'long list',
    weight: 0.5,
    statuses: [200],
    make: () => post('meta/all', { Prefix: 'meta' }, store.key),
  },
  ...[file(store, 'csv', 1.5), file(store, 'ndjson', 0.3), file(store, 'parquet', 0.5)],
  ...[file(store, 'arrow', 0.3), file(store, 'xlsx', 0.2)],
  {
    name: 'asked again',
    weight: 4,
    statuses: [200, 304],
    make: (random, { etags }) => {
      const path = `/api/v1/series/${random.pick(store.codes)}?from=2025-12-01&to=2025-12-31`;
      const etag = etags.get(path);
      return { ...get(path, store.key), ...(etag ? { headers: { 'if-none-match': etag } } : {}) };
    },
    read: ({ headers }, { etags }, { path }) => {
      const etag = headers.get('etag');
      if (etag) etags.set(path, etag);
    },
  },
  {
    name: 'pages and figures',
    weight: 2,
    statuses: [200],
    make: (random) => get(random.pick(PAGES)),
  },
];
