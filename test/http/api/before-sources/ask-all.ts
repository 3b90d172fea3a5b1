// Requests as programs send them that know the two documented interfaces, and what a server answers to each.

import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import type { Store } from '#store/store';
import { addQuickUser } from '../../../../harness/quick-users.ts';
import { NOW, PASSWORD, startServer } from '../operator/operator-world.ts';

const FORECAST = '/api/v1/power-balance-forecast';
const GERMAN = 'area=DE&balanceCategory=hrprice';
const ISSUED = 'fromIssueTime=2024-05-15&toIssueTime=2024-05-17';

const GETS = [
  `${FORECAST}/areas`,
  `${FORECAST}/short-term/areas`,
  `${FORECAST}/balance-categories`,
  `${FORECAST}/issue-times?area=DE`,
  `${FORECAST}/issue-times?area=FR`,
  `${FORECAST}/short-term?${GERMAN}`,
  `${FORECAST}/short-term?${GERMAN}&issueTime=2024-05-16T06:00:00Z`,
  `${FORECAST}/short-term?${GERMAN}&currency=NOK`,
  `${FORECAST}/short-term?${GERMAN}&asOf=2024-05-17T08:30:00Z`,
  `${FORECAST}/short-term?${GERMAN}&issueTime=2024-05-16T06:00:00Z&asOf=2024-05-17T08:30:00Z`,
  `${FORECAST}/short-term?area=FR&balanceCategory=hrprice`,
  `${FORECAST}/short-term?area=XX&balanceCategory=hrprice`,
  `${FORECAST}/short-term/multiseries?${GERMAN}&${ISSUED}`,
  `${FORECAST}/day-ahead?${GERMAN}`,
  `${FORECAST}/day-ahead/multiseries?${GERMAN}&${ISSUED}`,
  `${FORECAST}/short-term/bands?${GERMAN}`,
  '/api/v1/metadata',
  '/api/v1/metadata/series',
  '/api/v1/metadata/datasets',
  '/api/v1/metadata/dataset-groups',
  '/api/v1/metadata/areas',
  '/api/v1/metadata/resolutions',
  '/api/v1/metadata/units',
  '/api/v1/series/dehrprice?from=today-3&to=today%2B2',
  '/api/v1/series/dehrprice?from=2024-05-15&to=2024-05-19&format=csv&resolution=day',
];

const series = (more: object) => ({ SeriesId: 'dehrprice', ...more });
const POSTS: readonly (readonly [path: string, body: object])[] = [
  ['meta', { SeriesId: 'dehrprice' }],
  ['meta', { SeriesId: 'frhrprice' }],
  ['meta', { SeriesId: 'nosuch' }],
  ['meta/all', { Prefix: 'de' }],
  ['meta/all', { Prefix: '' }],
  ['series', series({})],
  ['series', series({ FromDateTime: 'today-7', ToDateTime: 'today+7', Resolution: 'hr' })],
  ['series', series({ FromDateTime: 'last-24', ToDateTime: 'forecast', Resolution: 'hour' })],
  ['series', series({ FromDateTime: '2024-05-01', ToDateTime: '2024-05-20', Resolution: 'peak' })],
  ['series', series({ FromDateTime: 'year', ToDateTime: 'last', Resolution: 'month' })],
  [
    'series',
    series({ AsOf: '2024-05-17T08:30:00Z', FromDateTime: 'today-2', ToDateTime: 'today+2' }),
  ],
  ['series', series({ Resolution: 'nosuch' })],
  ['series/multi', { SeriesIds: ['dehrprice', 'frhrprice'], FromDateTime: 'today-1' }],
];

export interface Recorded {
  readonly request: string;
  readonly body: object | undefined;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Answers without what names one request only. */
const lasting = (text: string): string => text.replace(/"requestId":"[^"]*"/, '"requestId":""');

/** Starts a server on the store, and records its answers. */
export async function askAll(store: Store): Promise<Recorded[]> {
  const { accounts } = store;
  await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
  const reader = { name: 'reader', password: PASSWORD, planName: 'all' };
  const key = await addKey(accounts, await addQuickUser(accounts, reader, NOW), 'program', NOW);
  const app = await startServer(store, () => NOW);
  const requests = [
    ...GETS.map((url) => ({ method: 'GET' as const, url, body: undefined })),
    ...POSTS.map(([path, body]) => {
      return { method: 'POST' as const, url: `/api/fundamental/${path}`, body };
    }),
  ];
  const recorded: Recorded[] = [];
  for (const { method, url, body } of requests) {
    const UserInfo = { UserName: reader.name, Token: key };
    const answer = await app.inject(
      body === undefined
        ? { method, url, headers: { authorization: `Bearer ${key}` } }
        : { method, url, payload: { UserInfo, ...body } },
    );
    recorded.push({
      request: `${method} ${url}`,
      body,
      status: answer.statusCode,
      contentType: String(answer.headers['content-type']),
      text: lasting(answer.body),
    });
  }
  await app.close();
  return recorded;
}
