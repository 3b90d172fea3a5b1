// Every route, the callers it is open to, and the smallest request that it answers with success. Each can be
// sent repeatedly, in this order: a robot's key is made before it is revoked.

import { PASSWORD } from '../world/world.ts';

/** The callers that a route is open to, as docs and contract promise. */
export type Opens =
  /** Every caller, whatever the credentials. */
  | 'public'
  /** Every caller on a page of this server. */
  | 'sign-in'
  /** Every caller or, if PUBLIC_LISTS=false, one with a token. */
  | 'list'
  /** A caller with a token in the Authorization header. */
  | 'token'
  /** A caller with such a token and a plan that includes the series. */
  | 'values'
  /** A caller with a token in the header or in UserInfo. */
  | 'UserInfo'
  /** A caller with such a token and a plan that includes the series. */
  | 'UserInfo values'
  /** A caller with the token of a sign-in or a session. */
  | 'signed in'
  /** A caller with the token of a sign-in or a session, who gives the password again. */
  | 'session'
  /** A caller with an operator key, or with the session of an operator. */
  | 'operator'
  /** The same, or a caller with an auditor's key or session. */
  | 'audit'
  /** A caller with the key or session of an operator, or of a writer of the series. */
  | 'write'
  /** The same, if the session gives the password again. */
  | 'accounts';

/**
 * The answers of success. A page of single sign-on gives each caller the same: it sends a browser on (303),
 * has not begun its sign-in (403), or its logout lacks a token (400).
 */
type Success = 200 | 201 | 204 | 303 | 400 | 403;

export interface RouteRow {
  readonly opens: Opens;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path as the server lists it. */
  readonly path: string;
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The status of success. */
  readonly success: Success;
  /** Present only if the web explorer was built. */
  readonly isExplorer?: true;
}

/** Marks that a test replaces by a new text for each request. */
export const NEW_NAME = '<new name>';
export const NEW_CODE = '<new code>';
export const NEW_PASSWORD = '<new password>';
export const OWN_PASSWORD = '<own password>';
export const NEW_ENTRY = 'new-entry';
/** The id of a session that each caller has to end. */
export const SPARE_SESSION = 'spare-session-00';
/** A board of the caller with version 1, and the id of a link to it. */
export const OWN_BOARD = '<own board>';
/** An alert of the caller, and one of the operators. */
export const OWN_ALERT = '<own alert>';
export const OPERATOR_ALERT = 'a1e50000000000ff';
export const SPARE_LINK = 'spare-link-00000';
/** A webhook of the caller. */
export const OWN_WEBHOOK = '<own webhook>';
/** The id of a link for a spreadsheet that the caller has, or that robot has. */
export const OWN_LINK = 'own-link-0000000';
/** The secret of a link for a spreadsheet. */
export const OPEN_LINK = '<open link>';
/** The picture of a link. */
export const PICTURE = '<picture>';

const V1 = '/api/v1';
const FORECAST = `${V1}/power-balance-forecast`;
const OPERATOR = '/api/operator';
const PROMETHEUS = '/prometheus/api/v1';
const ISSUED = 'fromIssueTime=2024-05-15&toIssueTime=2024-05-17';
/** A forecast that `german` may not read. */
const FOREIGN = 'area=FR&balanceCategory=hrprice';

/** The operator's own password, which a session gives again. */
const OWN = { ownPassword: OWN_PASSWORD };

type Row = readonly [opens: Opens, request: string, ...more: (string | object | Success)[]];

/** Opens, method and path, then what fills the path and follows it, the body, and a status that is not 200. */
const ROWS: readonly Row[] = [
  ['public', `POST /api/user/login`, { UserName: 'signer', Password: PASSWORD }],
  ['public', `POST /api/user/login/code`, { Code: NEW_CODE }],
  ['public', `POST ${V1}/auth`, { username: 'signer', password: PASSWORD }],
  ['UserInfo', `POST /api/user/logout`, {}],
  ['sign-in', `POST ${V1}/session`, { username: 'signer', password: PASSWORD }],
  ['sign-in', `POST ${V1}/session/code`, { code: NEW_CODE }],
  ['signed in', `DELETE ${V1}/session`],

  ['UserInfo', `POST /api/fundamental/meta`, { SeriesId: 'frhrprice' }],
  ['UserInfo', `POST /api/fundamental/meta/all`, { Prefix: 'fr' }],
  ['UserInfo values', `POST /api/fundamental/series`, { SeriesId: 'frhrprice' }],
  ['UserInfo values', `POST /api/fundamental/series/multi`, { SeriesIds: ['frhrprice'] }],

  ['token', `GET ${V1}/metadata`],
  ['list', `GET ${V1}/metadata/series`],
  ['list', `GET ${V1}/metadata/datasets`],
  ['list', `GET ${V1}/metadata/dataset-groups`],
  ['list', `GET ${V1}/metadata/areas`],
  ['list', `GET ${V1}/metadata/resolutions`],
  ['list', `GET ${V1}/metadata/units`],
  ['values', `GET ${V1}/series/{seriesId}`, 'frhrprice'],
  ['values', `GET ${V1}/series/{seriesId}/changes`, 'frhrprice'],
  ['token', `GET ${V1}/tables`],
  ['values', `GET ${V1}/tables/{table}/{pattern}/{file}`, 'values', 'frhrprice', '2024.parquet'],
  ['token', `GET ${V1}/changes`],
  ['token', `GET ${V1}/changes/stream`, '?after=0&limit=1&wait=1'],
  ['token', `GET ${V1}/changes/areas`],
  ['token', `GET ${V1}/status/feeds`],
  ['values', `GET ${V1}/accuracy`, '?area=FR&category=hrprice'],
  ['values', `GET ${V1}/forecasts/{seriesId}/accuracy`, 'frhrprice'],
  ['values', `GET ${V1}/forecasts/{seriesId}/bands`, 'frhrprice'],
  ['values', `GET ${V1}/forecasts/{seriesId}/sliced`, 'frhrprice', '?daysAhead=1'],
  ['values', `GET ${V1}/forecasts/{seriesId}/runs`, 'frhrprice'],
  ['values', `GET ${V1}/forecasts/{seriesId}/sources`, 'frhrprice'],

  ['public', `GET ${FORECAST}/areas`],
  ['public', `GET ${FORECAST}/short-term/areas`],
  ['list', `GET ${FORECAST}/issue-times`, '?area=FR'],
  ['list', `GET ${FORECAST}/balance-categories`],
  ['list', `GET ${FORECAST}/short-term/status`],
  ['token', `GET ${FORECAST}/overview`],
  ['token', `GET ${FORECAST}/days`],
  ['values', `GET ${FORECAST}/short-term`, `?${FOREIGN}`],
  ['values', `GET ${FORECAST}/short-term/bands`, `?${FOREIGN}`],
  ['values', `GET ${FORECAST}/short-term/multiseries`, `?${FOREIGN}&${ISSUED}`],
  ['values', `GET ${FORECAST}/day-ahead`, `?${FOREIGN}`],
  ['values', `GET ${FORECAST}/day-ahead/multiseries`, `?${FOREIGN}&${ISSUED}`],

  ['token', `GET ${V1}/account`],
  ['token', `GET ${V1}/account/keys`],
  ['session', `POST ${V1}/account/keys`, { name: NEW_NAME, password: OWN_PASSWORD }],
  ['session', `DELETE ${V1}/account/keys/{name}`, 'spare', { password: OWN_PASSWORD }],

  ['token', `GET ${V1}/account/sessions`],
  ['signed in', `DELETE ${V1}/account/sessions/{id}`, SPARE_SESSION],
  ['signed in', `DELETE ${V1}/account/sessions`],
  [
    'session',
    `POST ${V1}/account/password`,
    { password: OWN_PASSWORD, newPassword: NEW_PASSWORD, endKeys: 'none' },
  ],

  ['token', `GET ${V1}/boards`],
  ['signed in', `POST ${V1}/boards`, { name: 'Morning' }, 201],
  ['token', `GET ${V1}/boards/{id}`, OWN_BOARD],
  [
    'signed in',
    `PUT ${V1}/boards/{id}`,
    OWN_BOARD,
    { name: 'Evening', shared: true, panels: [], version: 1 },
  ],
  ['signed in', `DELETE ${V1}/boards/{id}`, OWN_BOARD, 204],
  ['signed in', `GET ${V1}/boards/{id}/links`, OWN_BOARD],
  ['signed in', `POST ${V1}/boards/{id}/links`, OWN_BOARD, { days: 1 }, 201],
  ['signed in', `DELETE ${V1}/boards/{id}/links/{linkId}`, OWN_BOARD, SPARE_LINK, 204],
  ['public', `GET ${V1}/pictures/{picture}`, PICTURE],

  ['token', `GET ${V1}/links`],
  ['signed in', `POST ${V1}/links`, { path: `${V1}/series/deload` }, 201],
  ['signed in', `DELETE ${V1}/links/{id}`, OWN_LINK, 204],
  ['public', `GET /l/{link}`, OPEN_LINK],
  ['public', `GET /powerquery/Gridtide.pq`],

  ['token', `GET ${V1}/alerts`],
  ['signed in', `POST ${V1}/alerts`, { name: NEW_NAME, condition: 'frhrprice < 0' }, 201],
  ['token', `GET ${V1}/alert-trial`, '?condition=frhrprice+<+0'],
  ['token', `GET ${V1}/alerts/{id}`, OWN_ALERT],
  ['token', `GET ${V1}/alerts/{id}/history`, OWN_ALERT],
  ['signed in', `PUT ${V1}/alerts/{id}/silence`, OWN_ALERT, { until: '2 h' }],
  ['signed in', `DELETE ${V1}/alerts/{id}/silence`, OWN_ALERT, 204],
  ['signed in', `DELETE ${V1}/alerts/{id}`, OWN_ALERT, 204],
  ['token', `GET ${V1}/webhooks`],
  ['signed in', `POST ${V1}/webhooks`, { url: 'https://example.com/in' }],
  ['token', `GET ${V1}/webhooks/{id}`, OWN_WEBHOOK],
  ['signed in', `PUT ${V1}/webhooks/{id}`, OWN_WEBHOOK, { series: ['de*'] }],
  ['signed in', `DELETE ${V1}/webhooks/{id}`, OWN_WEBHOOK],
  ['token', `GET ${V1}/webhooks/{id}/deliveries`, OWN_WEBHOOK],
  ['signed in', `POST ${V1}/webhooks/{id}/rotate`, OWN_WEBHOOK],
  ['signed in', `POST ${V1}/webhooks/{id}/enable`, OWN_WEBHOOK],
  ['signed in', `POST ${V1}/webhooks/{id}/replay`, OWN_WEBHOOK, '?from=0'],

  ['token', `GET ${PROMETHEUS}/query`, '?query=hrprice'],
  ['token', `POST ${PROMETHEUS}/query`, { query: 'hrprice' }],
  ['token', `GET ${PROMETHEUS}/query_range`, '?query=hrprice&start=0&end=1&step=1'],
  [
    'token',
    `POST ${PROMETHEUS}/query_range`,
    { query: 'hrprice', start: '0', end: '1', step: '1' },
  ],
  ['token', `GET ${PROMETHEUS}/labels`],
  ['token', `POST ${PROMETHEUS}/labels`, {}],
  ['token', `GET ${PROMETHEUS}/series`, '?match[]=hrprice'],
  ['token', `POST ${PROMETHEUS}/series`, { 'match[]': 'hrprice' }],
  ['token', `GET ${PROMETHEUS}/label/{label}/values`, 'area'],
  ['token', `GET ${PROMETHEUS}/metadata`],
  ['token', `GET ${PROMETHEUS}/status/buildinfo`],

  ['token', `POST /mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }],

  ['write', `PUT ${OPERATOR}/series/{code}`, 'frhrprice', { description: 'Price' }],
  ['audit', `GET ${OPERATOR}/series/{code}`, 'frhrprice'],
  ['audit', `GET ${OPERATOR}/series/{code}/gaps`, 'frhrprice'],
  ['audit', `GET ${OPERATOR}/series/{code}/readers`, 'frhrprice'],
  [
    'write',
    `POST ${OPERATOR}/series/{code}/values`,
    'frhrprice',
    { start: '2024-05-17T00:00Z', values: [1] },
  ],
  [
    'write',
    `POST ${OPERATOR}/series/{code}/runs`,
    'frhrprice',
    {
      analyzedTime: '2024-05-17T06:00Z',
      source: 'model',
      start: '2024-05-18T00:00Z',
      values: [1],
    },
  ],
  ['audit', `GET ${OPERATOR}/series/{code}/source-order`, 'frhrprice'],
  ['operator', `PUT ${OPERATOR}/series/{code}/source-order`, 'frhrprice', { order: ['model'] }],
  ['operator', `PUT ${OPERATOR}/series/{code}/rule`, 'frhrprice', { maximum: 100 }],
  ['operator', `DELETE ${OPERATOR}/series/{code}/rule`, 'frhrprice'],
  ['audit', `GET ${OPERATOR}/series/{code}/rule/trial`, 'frhrprice', '?maximum=100'],
  ['audit', `GET ${OPERATOR}/alerts`],
  ['operator', `POST ${OPERATOR}/alerts`, { name: NEW_NAME, condition: 'frhrprice < 0' }],
  ['audit', `GET ${OPERATOR}/alert-trial`, '?condition=frhrprice+<+0'],
  ['audit', `GET ${OPERATOR}/alerts/{id}`, OPERATOR_ALERT],
  ['audit', `GET ${OPERATOR}/alerts/{id}/history`, OPERATOR_ALERT],
  ['operator', `PUT ${OPERATOR}/alerts/{id}/silence`, OPERATOR_ALERT, { until: '2 h' }],
  ['operator', `DELETE ${OPERATOR}/alerts/{id}/silence`, OPERATOR_ALERT],
  ['operator', `DELETE ${OPERATOR}/alerts/{id}`, OPERATOR_ALERT],
  ['audit', `GET ${OPERATOR}/held`],
  ['operator', `POST ${OPERATOR}/held/accept`, { series: 'frhrprice', all: true }],
  ['operator', `POST ${OPERATOR}/held/reject`, { series: 'frhrprice', all: true }],
  ['audit', `GET ${OPERATOR}/imports`],
  ['audit', `GET ${OPERATOR}/imports/{id}`, '1'],
  ['operator', `POST ${OPERATOR}/imports/{id}/undo`, NEW_ENTRY],
  ['audit', `GET ${OPERATOR}/audit`],
  ['audit', `GET ${OPERATOR}/collect`],
  ['audit', `GET ${OPERATOR}/state`],
  ['audit', `GET ${OPERATOR}/freshness`],
  ['audit', `GET ${OPERATOR}/expectations`],
  ['operator', `PUT ${OPERATOR}/expectations`, { series: 'fr*', expect: 'within PT2H' }],
  ['operator', `DELETE ${OPERATOR}/expectations`, '?series=fr*'],
  ['audit', `GET ${OPERATOR}/forecast-targets`],
  ['operator', `PUT ${OPERATOR}/forecast-targets/{name}`, 'mine', { target: 'frhrprice' }],
  ['operator', `DELETE ${OPERATOR}/forecast-targets/{name}`, 'mine'],
  ['accounts', `POST ${OPERATOR}/users`, { name: NEW_NAME, plan: 'everything', ...OWN }],
  ['audit', `GET ${OPERATOR}/users`],
  ['audit', `GET ${OPERATOR}/users/{name}`, 'robot'],
  ['accounts', `PUT ${OPERATOR}/users/{name}`, 'robot', { disabled: false, ...OWN }],
  ['accounts', `POST ${OPERATOR}/users/{name}/unlock`, 'robot', { ...OWN }],
  ['accounts', `POST ${OPERATOR}/users/{name}/sign-in-link`, 'robot', { ...OWN }],
  ['accounts', `POST ${OPERATOR}/users/{name}/keys`, 'robot', { name: 'nightly', ...OWN }],
  ['audit', `GET ${OPERATOR}/users/{name}/keys`, 'robot'],
  ['accounts', `DELETE ${OPERATOR}/users/{name}/keys/{key}`, 'robot', 'nightly', { ...OWN }],
  ['audit', `GET ${OPERATOR}/users/{name}/links`, 'robot'],
  ['accounts', `DELETE ${OPERATOR}/users/{name}/links/{id}`, 'robot', OWN_LINK, { ...OWN }],
  ['accounts', `PUT ${OPERATOR}/plans/{name}`, 'nordic', { series: ['no*'], ...OWN }],
  ['audit', `GET ${OPERATOR}/plans`],
  ['audit', `GET ${OPERATOR}/matches`, '?series=de*'],
  ['operator', `GET ${OPERATOR}/webhooks`],
  ['accounts', `POST ${OPERATOR}/webhooks`, { url: 'https://example.com/in', ...OWN }],
  ['operator', `GET ${OPERATOR}/webhooks/{id}`, OWN_WEBHOOK],
  ['accounts', `PUT ${OPERATOR}/webhooks/{id}`, OWN_WEBHOOK, { series: ['de*'], ...OWN }],
  ['accounts', `DELETE ${OPERATOR}/webhooks/{id}`, OWN_WEBHOOK, { ...OWN }],
  ['operator', `GET ${OPERATOR}/webhooks/{id}/deliveries`, OWN_WEBHOOK],
  ['accounts', `POST ${OPERATOR}/webhooks/{id}/rotate`, OWN_WEBHOOK, { ...OWN }],
  ['accounts', `POST ${OPERATOR}/webhooks/{id}/enable`, OWN_WEBHOOK, { ...OWN }],
  ['accounts', `POST ${OPERATOR}/webhooks/{id}/replay`, OWN_WEBHOOK, '?from=0', { ...OWN }],

  ['public', `GET /sso/sign-in`, 303],
  ['public', `GET /sso/callback`, 403],
  ['public', `POST /sso/back-channel-logout`, 400],

  ['public', `GET ${V1}/about`],
  ['public', `GET /healthz`],
  ['public', `GET /readyz`],
  ['public', `GET /metrics`],
  ['public', `GET /openapi.json`],
  ['public', `GET /errors`],
  ['public', `GET /docs`],
  ['public', `GET /`],
];

/** The explorer's pages and files. */
const EXPLORER_ROWS: readonly Row[] = [
  ['public', `GET /s`],
  ['public', `GET /s/{seriesId}`, 'frhrprice'],
  ['public', `GET /f`],
  ['public', `GET /f/{area}`, 'FR'],
  ['public', `GET /compare`],
  ['public', `GET /changes`],
  ['public', `GET /alerts`],
  ['public', `GET /alerts/{alert}`, 'low'],
  ['public', `GET /boards`],
  ['public', `GET /boards/{board}`, 'morning'],
  ['public', `GET /account`],
  ['public', `GET /operator`],
  ['public', `GET /operator/{part}`, 'held'],
  ['public', `GET /docs/guides`],
  ['public', `GET /docs/guides/{group}/{guide}`, 'reference', 'keywords'],
  ['public', `GET /docs/guides/{group}/{guide}/{page}`, 'how-to', 'run', 'back-up'],
  ['public', `GET /favicon.svg`],
  ['public', `GET /assets/*`, 'page.js'],
];

function readRow([opens, request, ...more]: Row): RouteRow {
  const [method, path] = request.split(' ') as [RouteRow['method'], string];
  const texts = more.filter((each) => typeof each === 'string');
  const body = more.find((each) => typeof each === 'object');
  let url = path;
  for (const text of texts) {
    url = text.startsWith('?') ? url + text : url.replace(/\{\w+\}|\*$/, text);
  }
  const success = more.find((each): each is Success => typeof each === 'number') ?? 200;
  const facts = { opens, method, path, url, success };
  return { ...facts, ...(body ? { body: body as RouteRow['body'] & {} } : {}) };
}

export const ROUTES: readonly RouteRow[] = [
  ...ROWS.map(readRow),
  ...EXPLORER_ROWS.map((row) => ({ ...readRow(row), isExplorer: true as const })),
];
