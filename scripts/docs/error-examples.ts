// One real problem document for each code, from the server that the pages are made with.

import type { FastifyInstance } from 'fastify';
import { addKey } from '#accounts/api-keys';
import { MAX_FAILED_SIGN_INS } from '#accounts/failure-throttle';
import { ensurePlan } from '#accounts/plan-changes';
import { passwordsOff, signIn } from '#accounts/sign-in';
import { ProviderDown } from '#accounts/sso/ask-provider';
import { refusalOfProvider } from '#accounts/sso/finish-at-provider';
import { addUser, setRole } from '#accounts/users';
import { Refusal } from '#core/errors';
import type { RefusalCode } from '#core/refusal-table';
import { gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import { busyRefusal, problemOf, refusalOf, unknownWriteOf } from '#http/answer/problem';
import { CommitUnknown, type Store, StoreDamaged } from '#store/store';
import { NOW, openDocsServer, ZONE } from './docs-server.ts';

const PASSWORD = 'only-used-in-these-docs';
const FORECASTS = '/api/v1/power-balance-forecast';
const OWN_BOARD = '3f9c01d2a7b6e458';
const SHARED_BOARD = '91b0a4c7d25e6f38';

export interface ErrorExample {
  /** How the request is shown. */
  readonly request: string;
  /** Headers of the answer that matter to the refusal. */
  readonly headers: readonly string[];
  readonly problem: Record<string, unknown>;
}

interface ExampleRequest {
  readonly code: RefusalCode;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
  readonly contentType?: string;
  /** Whose token is sent; left out: `trader`, who may read everything. */
  readonly as?: 'trader' | 'german' | 'slow' | 'nobody' | 'unknown' | 'operator' | 'writer';
  /** Further headers, such as a browser sends. */
  readonly more?: Readonly<Record<string, string>>;
  /** The caller's address; 127.0.0.1 by default. */
  readonly address?: string;
  /** Idempotency-Key */
  readonly once?: string;
  /** What stands for a body too long to show. */
  readonly shownBody?: string;
}

const series = (fields: Record<string, unknown>) => ({
  path: '/api/fundamental/series',
  body: { SeriesId: 'dehrprice', ...fields },
});

/** In the order they are asked: the ones that break something come last. */
const REQUESTS: readonly ExampleRequest[] = [
  { code: 'path_unknown', path: '/api/v2/series' },
  { code: 'method_not_allowed', path: '/api/fundamental/series' },
  {
    code: 'body_too_large',
    path: '/api/fundamental/meta',
    body: { SeriesId: 'x'.repeat(70_000) },
    shownBody: '(a body of 70,015 bytes)',
  },
  {
    code: 'media_type_unsupported',
    path: '/api/fundamental/meta',
    body: 'SeriesId=dehrprice',
    contentType: 'application/x-www-form-urlencoded',
  },
  { code: 'request_malformed', path: '/api/v1/series/%zz' },
  { code: 'json_invalid', path: '/api/fundamental/meta', body: '{"SeriesId": "dehrprice"' },
  { code: 'type_invalid', ...series({ UserInfo: { UserName: 'trader', Token: 0 } }) },
  {
    code: 'invalid_credentials',
    path: '/api/user/login',
    body: { UserName: 'trader', Password: 'guess' },
    as: 'nobody',
  },
  { code: 'token_missing', ...series({}), as: 'nobody' },
  { code: 'token_invalid', ...series({}), as: 'unknown' },
  {
    code: 'session_ended',
    path: '/api/v1/account',
    as: 'nobody',
    more: { Cookie: 'gridtide-session=<SESSION>' },
  },
  {
    code: 'cross_site_refused',
    method: 'DELETE',
    path: '/api/v1/session',
    as: 'nobody',
    more: { Cookie: 'gridtide-session=<SESSION>', Origin: 'https://other.example' },
  },
  {
    code: 'session_unknown',
    method: 'DELETE',
    path: '/api/v1/account/sessions/5f2b8c0d9e714a36',
  },
  {
    code: 'condition_invalid',
    path: '/api/v1/alert-trial?condition=dehrprice%20%3C%200%20witin%20tomorrow',
  },
  { code: 'alert_unknown', path: '/api/v1/alerts/5f2b8c0d9e714a36' },
  {
    code: 'alert_taken',
    method: 'POST',
    path: '/api/v1/alerts',
    body: { name: 'Negative', condition: 'dehrprice < 0 within tomorrow' },
  },
  { code: 'board_unknown', path: '/api/v1/boards/5f2b8c0d9e714a36' },
  {
    code: 'board_not_own',
    method: 'PUT',
    path: `/api/v1/boards/${SHARED_BOARD}`,
    body: { name: 'Morning', shared: true, panels: [], version: 1 },
  },
  {
    code: 'board_changed',
    method: 'PUT',
    path: `/api/v1/boards/${OWN_BOARD}`,
    body: { name: 'Morning', shared: false, panels: [], version: 2 },
  },
  {
    code: 'link_unknown',
    method: 'DELETE',
    path: `/api/v1/boards/${OWN_BOARD}/links/5f2b8c0d9e714a36`,
  },
  { code: 'webhook_unknown', path: '/api/v1/webhooks/5f2b8c0d9e714a36' },
  { code: 'rate_exceeded', ...series({}), as: 'slow' },
  { code: 'field_missing', path: `${FORECASTS}/short-term?balanceCategory=hrprice` },
  {
    code: 'field_unknown',
    method: 'PUT',
    path: '/api/operator/plans/germany',
    body: { requestPerMinute: 30 },
    as: 'operator',
  },
  { code: 'field_invalid', path: `${FORECASTS}/short-term?area=DE&currency=ERU` },
  { code: 'date_unknown', ...series({ FromDateTime: 'todya' }) },
  { code: 'date_out_of_range', ...series({ ToDateTime: 'year+9000' }) },
  { code: 'span_reversed', ...series({ FromDateTime: 'today', ToDateTime: 'yesterday' }) },
  { code: 'resolution_unknown', ...series({ Resolution: 'offpaek' }) },
  { code: 'resolution_too_coarse', ...series({ SeriesId: 'dedayprice', Resolution: 'peak' }) },
  { code: 'cursor_gone', path: '/api/v1/changes?after=123456789' },
  { code: 'history_gone', path: '/api/v1/series/dehrprice?asOf=2023-06-30' },
  { code: 'series_unknown', ...series({ SeriesId: 'dehrprise' }) },
  {
    code: 'run_unknown',
    path: `${FORECASTS}/short-term?area=DE&balanceCategory=hrprice&issueTime=2020-01-01T00:00:00Z`,
  },
  {
    code: 'key_unknown',
    method: 'DELETE',
    path: '/api/v1/account/keys/nightly',
    body: { password: PASSWORD },
  },
  {
    code: 'key_exists',
    path: '/api/v1/account/keys',
    body: { name: 'report', password: PASSWORD },
  },
  { code: 'subscription_required', ...series({ SeriesId: 'frhrprice' }), as: 'german' },
  { code: 'operator_key_needed', path: '/api/operator/users' },
  {
    code: 'series_not_writable',
    path: '/api/operator/series/dehrprice/runs',
    body: {},
    as: 'writer',
  },
  {
    code: 'series_computed',
    path: '/api/operator/series/doubled/values',
    body: { start: '2024-05-17T10:00:00Z', values: [61.5] },
    as: 'operator',
  },
  { code: 'metrics_closed', path: '/metrics', as: 'nobody', address: '192.0.2.7' },
  {
    code: 'session_needed',
    path: '/api/v1/account/keys',
    body: { name: 'report', password: PASSWORD },
    as: 'operator',
  },
  {
    code: 'password_wrong',
    path: '/api/v1/account/keys',
    body: { name: 'weekly', password: 'some-other-password' },
  },
  {
    code: 'operator_key_protected',
    method: 'DELETE',
    path: '/api/v1/account/keys/desk',
    body: { password: PASSWORD },
  },
  {
    code: 'idempotency_conflict',
    method: 'PUT',
    path: '/api/operator/series/dehrprice',
    body: { unit: 'GBP/MWh' },
    as: 'operator',
    once: 'morning-update',
  },
  { code: 'entry_unknown', path: '/api/operator/imports/999', as: 'operator' },
  { code: 'undo_impossible', path: '/api/operator/imports/1/undo', body: {}, as: 'operator' },
  { code: 'user_unknown', path: '/api/operator/users/trador', as: 'operator' },
  { code: 'too_many_points', ...series({ Resolution: 'hour' }), as: 'german' },
  {
    code: 'range_unsatisfiable',
    path: '/api/v1/tables/series/dehrprice/all.parquet',
    more: { range: 'bytes=1000000-' },
  },
  {
    code: 'precondition_failed',
    path: '/api/v1/tables/series/dehrprice/all.parquet',
    more: { 'if-match': '"of-an-earlier-file"' },
  },
  {
    code: 'exchange_rate_missing',
    path: `${FORECASTS}/short-term?area=DE&balanceCategory=hrprice&currency=NOK`,
  },
  {
    code: 'bands_not_averaged',
    path: `${FORECASTS}/short-term/bands?area=DE&balanceCategory=hrprice&resolution=Daily`,
  },
];

export async function makeErrorExamples(): Promise<Map<RefusalCode, ErrorExample>> {
  const { app, store, service } = await openDocsServer('0');
  await fillStore(store);
  const tokens = new Map<string | undefined, string>([['unknown', 'not-a-token']]);
  for (const userName of ['trader', 'german', 'slow']) {
    const attempt = { userName, password: PASSWORD, address: '127.0.0.1' };
    tokens.set(userName, (await signIn(service, attempt, NOW)).token);
  }
  const trader = (await store.accounts.findUser('trader'))!;
  const operatorKey = await addKey(store.accounts, trader, 'desk', NOW, { isOperator: true });
  tokens.set('operator', operatorKey);
  await setRole(store.accounts, 'german', { role: 'writer', writePatterns: ['fr*'] });
  const german = (await store.accounts.findUser('german'))!;
  const writerKey = await addKey(store.accounts, german, 'feed', NOW, { role: 'writer' });
  tokens.set('writer', writerKey);
  const ask = (request: ExampleRequest) => askOne(app, request, tokens.get(request.as ?? 'trader'));
  await ask({ code: 'rate_exceeded', ...series({}), as: 'slow' });
  await ask(REQUESTS.find(({ code }) => code === 'key_exists')!);

  // The first entry, and its end.
  const conflict = REQUESTS.find(({ code }) => code === 'idempotency_conflict')!;
  await ask({ ...conflict, body: { unit: 'EUR/MWh' } });
  await ask(REQUESTS.find(({ code }) => code === 'undo_impossible')!);
  const doubled = '/api/operator/forecast-targets/doubled';
  const computed = REQUESTS.find(({ code }) => code === 'series_computed')!;
  await ask({ ...computed, method: 'PUT', path: doubled, body: { formula: '2 * dehrprice' } });
  const entry = { kind: 'compact', actor: 'operator', name: 'to 2024', now: NOW } as const;
  await store.compact(Date.parse('2024-01-01T00:00:00Z'), entry);

  const examples = new Map<RefusalCode, ErrorExample>();
  for (const request of REQUESTS) examples.set(request.code, await ask(request));
  for (let i = 0; i < MAX_FAILED_SIGN_INS; i++)
    await service.addressFailures.record('127.0.0.1', NOW);
  const login = REQUESTS.find(({ code }) => code === 'invalid_credentials')!;
  examples.set('sign_in_throttled', await ask({ ...login, code: 'sign_in_throttled' }));
  await store.close();
  examples.set('store_unavailable', await ask({ code: 'store_unavailable', path: '/readyz' }));
  for (const refusal of rareRefusals()) {
    examples.set(refusal.code, {
      request: '',
      headers:
        refusal.retryAfterSeconds === undefined
          ? []
          : [`Retry-After: ${refusal.retryAfterSeconds}`],
      problem: { ...problemOf(refusal, '') },
    });
  }
  const problem = problemOf(refusalOf(new Error('a defect')), '');
  examples.set('internal', { request: '', headers: [], problem: { ...problem } });
  await app.close();
  return examples;
}

/** A store that is damaged or lost at the wrong moment cannot be asked for, but its refusal can be shown. */
function rareRefusals(): Refusal[] {
  const lost = refusalOf(unknownWriteOf(new CommitUnknown('lost')));
  const damaged = refusalOf(
    new StoreDamaged(
      'series dehrprice, chunk 618: stored values are damaged: the checksum differs, so these are not the bytes that were written',
    ),
  );
  const down = new ProviderDown('login.example.com did not answer within 5 s');
  const refused = ['sso_refused', 'This sign-in was used already. Sign in again.'] as const;
  const providers = [passwordsOff(), new Refusal(...refused), refusalOfProvider(down) as Refusal];
  return [busyRefusal(), lost, damaged, ...providers];
}

/** An hourly price with a run, a daily price, a price outside the small plan, four users and two boards. */
async function fillStore(store: Store): Promise<void> {
  const days = gridOf(resolutionOf('day'), ZONE);
  const hours = gridOf(resolutionOf('hour'), ZONE);
  await store.write(async (writer) => {
    for (const [code, resolution, grid] of [
      ['dehrprice', 'hour', hours],
      ['frhrprice', 'hour', hours],
      ['dedayprice', 'day', days],
    ] as const) {
      const area = code.slice(0, 2).toUpperCase();
      const { key } = await writer.defineSeries({
        code,
        description: `${area} price, EUR/MWh`,
        unit: 'EUR/MWh',
        resolution,
        area,
        category: code.slice(2),
      });
      const last = grid.indexOf(NOW);
      const indices = Int32Array.from({ length: 2_000 }, (_, i) => last - 1_999 + i);
      await writer.writePoints(key, indices, new Float64Array(indices.length).fill(50), NOW);
      if (code !== 'dehrprice') continue;
      const run = {
        analyzedAt: NOW - 7_200_000,
        updatedAt: NOW,
        firstIndex: last + 14,
        values: new Float64Array(48).fill(60),
        source: 'example',
      };
      await writer.writeRun(key, run, NOW);
    }
    const alerts = await writer.openAlerts();
    await alerts.addRule({
      ...{ id: '5f2b8c0d9e714a37', owner: 'trader', name: 'Negative', waitMs: 0, emails: [] },
      ...{ condition: 'dehrprice < 0 within tomorrow', createdAt: NOW },
    });
  });
  const { accounts } = store;
  await ensurePlan(accounts, { name: 'everything', patterns: ['*'] });
  await ensurePlan(accounts, { name: 'germany', patterns: ['de*'], pointsPerAnswer: 1_000 });
  await ensurePlan(accounts, { name: 'slow', patterns: ['*'], requestsPerMinute: 1 });
  for (const [name, planName] of [
    ['trader', 'everything'],
    ['german', 'germany'],
    ['slow', 'slow'],
    ['anna', 'everything'],
  ] as const) {
    await addUser(accounts, { name, password: PASSWORD, planName }, NOW);
  }
  for (const [name, id] of [
    ['trader', OWN_BOARD],
    ['anna', SHARED_BOARD],
  ] as const) {
    const { id: ownerId } = (await accounts.findUser(name))!;
    const content = { name: 'Morning', isShared: name === 'anna', panels: [] };
    await accounts.boards.addBoard({ id, ownerId, changedAt: NOW, ...content });
  }
}

const SHOWN_HEADERS = ['Allow', 'Retry-After', 'WWW-Authenticate'];

async function askOne(
  app: FastifyInstance,
  asked: ExampleRequest,
  token: string | undefined,
): Promise<ErrorExample> {
  const { code, method, path, body, contentType = 'application/json', shownBody, once } = asked;
  const { more = {} } = asked;
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const answer = await app.inject({
    method: verb,
    url: path,
    ...(asked.address === undefined ? {} : { remoteAddress: asked.address }),
    headers: {
      ...(payload === undefined ? {} : { 'content-type': contentType }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
      ...more,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const problem = JSON.parse(answer.body) as Record<string, unknown>;
  if (answer.statusCode >= 400 && problem.code !== code) {
    throw new Error(`the example of ${code} is refused as ${problem.code}: ${problem.detail}`);
  }
  return {
    request: [
      `${verb} ${path}`,
      once && `Idempotency-Key: ${once}`,
      ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
      shownBody ?? payload,
    ]
      .filter(Boolean)
      .join('\n'),
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = answer.headers[name.toLowerCase()];
      return value === undefined ? [] : [`${name}: ${value}`];
    }),
    problem,
  };
}
