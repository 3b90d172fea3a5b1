// Every refusal, provoked. A new code without a row here fails the type check and the test.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { setPlan } from '#accounts/plan-changes';
import { makeSecret } from '#accounts/secrets';
import { requirePasswords } from '#accounts/sign-in';
import { SingleSignOn } from '#accounts/sso/single-sign-on';
import { readSsoSettings } from '#accounts/sso/sso-settings';
import { setRole } from '#accounts/users';
import { readConfig } from '#config';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import { busyRefusal, statusOf, unknownWriteOf } from '#http/answer/problem';
import { CommitUnknown, StoreDamaged } from '#store/store';
import { type Answer, PASSWORD, sequence, World } from '../../../harness/world/world.ts';
import { assertRefused } from './assert-refused.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open(
  { after },
  {
    now: NOW,
    // Nothing listens at port 1.
    sso: new SingleSignOn(
      readSsoSettings(
        readConfig({
          OIDC_ISSUER: 'http://127.0.0.1:1',
          OIDC_CLIENT_ID: 'gridtide',
          OIDC_MAP: '[{"group":"a","plan":"everything"}]',
        }).oidc,
      )!,
    ),
    extend: (app) => {
      app.get('/defect', { config: { access: 'public' } }, async () => {
        throw new TypeError('a defect');
      });
      // unknown-write.test.ts provokes it: the store is lost at the wrong moment.
      app.get('/lost', { config: { access: 'public' } }, async () => {
        throw unknownWriteOf(new CommitUnknown('lost'));
      });
      // damaged-store.test.ts provokes it with a flipped byte.
      app.get('/damaged', { config: { access: 'public' } }, async () => {
        throw new StoreDamaged('series dehrprice, chunk 3: the checksum differs');
      });
      // passwords-off.test.ts provokes it on every way to sign in.
      app.get('/passwords', { config: { access: 'public' } }, async () => {
        requirePasswords({ ...world.signIn, acceptsPasswords: false });
      });
      // load-shedding.test.ts provokes it with an overload.
      app.get('/busy', { config: { access: 'public' } }, async () => {
        throw busyRefusal();
      });
    },
  },
);
await world.load({
  code: 'dehrprice',
  area: 'DE',
  category: 'hrprice',
  from: NOW,
  values: sequence(9),
});
await world.loadRun('dehrprice', NOW, '2024-05-18T00:00:00Z', sequence(9));
await world.load({
  code: 'dedayprice',
  resolution: 'day',
  from: '2024-05-16T22:00:00Z',
  values: [1],
});
await world.load({ code: 'frhrprice' });
const { accounts } = world.store;
await setPlan(accounts, { name: 'tiny', patterns: ['*'], pointsPerAnswer: 2 });
await setPlan(accounts, { name: 'slow', patterns: ['*'], requestsPerMinute: 1 });
await world.addUser('tiny', 'tiny');
await world.addUser('slow', 'slow');
await world.addUser('tester', 'everything');

const trader = (await accounts.findUser('trader'))!;
const operatorKey = await addKey(accounts, trader, 'desk', world.now, { isOperator: true });
const tester = (await accounts.findUser('tester'))!;
await setRole(accounts, 'tester', { role: 'writer', writePatterns: ['fr*'] });
const writerKey = await addKey(accounts, tester, 'writer', world.now, { role: 'writer' });
const sessionHeaders = async (as = 'trader') => ({
  authorization: `Bearer ${await world.token(as)}`,
  'content-type': 'application/json',
});
const sendJson = async (method: string, url: string, body: object, as = 'trader') =>
  world.raw({ method, url, headers: await sessionHeaders(as), payload: JSON.stringify(body) });
const operate = (method: string, path: string, body?: object, once?: string) =>
  world.raw({
    method,
    url: `/api/operator${path}`,
    headers: {
      authorization: `Bearer ${operatorKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });

const get = (path: string, as: string | null = 'trader') => world.get(path, as);
const series = (query: string, as = 'trader') => get(`/api/v1/series/${query}`, as);
const shortTerm = (query: string) => get(`/api/v1/power-balance-forecast/short-term?${query}`);
const shortTermBands = (query: string) =>
  get(`/api/v1/power-balance-forecast/short-term/bands?${query}`);
const send = (payload: string, type = 'application/json', remoteAddress = '127.0.0.1') =>
  world.raw({
    method: 'POST',
    url: '/api/v1/auth',
    headers: { 'content-type': type },
    payload,
    remoteAddress,
  });
const guess = () =>
  send('{"username":"guessed","password":"wrong"}', 'application/json', '192.0.2.9');

const PROVOKED: Record<RefusalCode, () => Promise<Answer>> = {
  path_unknown: () => get('/nowhere'),
  range_unsatisfiable: () =>
    world.get('/api/v1/tables/series/%2A/all.parquet', 'trader', { range: 'bytes=1000000000-' }),
  precondition_failed: () =>
    world.get('/api/v1/tables/series/%2A/all.parquet', 'trader', { 'if-match': '"another"' }),
  method_not_allowed: () => get('/api/v1/auth'),
  body_too_large: () => send('x'.repeat(65_537)),
  media_type_unsupported: () => send('<a/>', 'application/xml'),
  request_malformed: () => get('/api/v1/series/%zz'),
  json_invalid: () => send('{"username":'),
  type_invalid: () => send('{"username":1,"password":"x"}'),
  invalid_credentials: () => send('{"username":"nobody","password":"x"}'),
  token_missing: () => get('/api/v1/account', null),
  token_invalid: () => world.get('/api/v1/account', null, { authorization: 'Bearer x' }),
  session_ended: () =>
    world.get('/api/v1/account', null, { cookie: `gridtide-session=${makeSecret('session')}` }),
  passwords_off: () => get('/passwords', null),
  sso_refused: () => get('/sso/callback?code=a&state=b', null),
  sso_unavailable: () => get('/sso/sign-in', null),
  cross_site_refused: () =>
    world.get('/api/v1/account', null, {
      cookie: `gridtide-session=${makeSecret('session')}`,
      'sec-fetch-site': 'cross-site',
    }),
  session_unknown: async () =>
    world.raw({
      method: 'DELETE',
      url: '/api/v1/account/sessions/0123456789abcdef',
      headers: await sessionHeaders(),
    }),
  condition_invalid: () => get('/api/v1/alert-trial?condition=dehrprice%20%3D%200'),
  alert_unknown: () => get('/api/v1/alerts/0123456789abcdef'),
  alert_taken: async () => {
    const sent = { name: 'low', condition: 'dehrprice < 0 within tomorrow' };
    await sendJson('POST', '/api/v1/alerts', sent);
    return sendJson('POST', '/api/v1/alerts', sent);
  },
  board_unknown: () => get('/api/v1/boards/0123456789abcdef'),
  board_not_own: async () => {
    const { body } = await world.post('/api/v1/boards', { name: 'a', shared: true });
    const sent = { name: 'b', shared: true, panels: [], version: 1 };
    return sendJson('PUT', `/api/v1/boards/${body.id}`, sent, 'tester');
  },
  board_changed: async () => {
    const { body } = await world.post('/api/v1/boards', { name: 'a' });
    const sent = { name: 'b', shared: false, panels: [], version: 2 };
    return sendJson('PUT', `/api/v1/boards/${body.id}`, sent);
  },
  link_unknown: async () => {
    const { body } = await world.post('/api/v1/boards', { name: 'a' });
    return world.raw({
      method: 'DELETE',
      url: `/api/v1/boards/${body.id}/links/0123456789abcdef`,
      headers: await sessionHeaders(),
    });
  },
  webhook_unknown: () => get('/api/v1/webhooks/0123456789abcdef'),
  rate_exceeded: async () => {
    await get('/api/v1/account', 'slow');
    return get('/api/v1/account', 'slow');
  },
  sign_in_throttled: async () => {
    for (let i = 0; i < 20; i++) await guess();
    return guess();
  },
  field_missing: () => shortTerm(''),
  field_unknown: () => operate('PUT', '/series/dehrprice', { code: 'own.other' }),
  field_invalid: () => shortTerm('area=XX'),
  date_unknown: () => series('dehrprice?from=todya'),
  date_out_of_range: () => series('dehrprice?from=year-9999'),
  span_reversed: () => series('dehrprice?from=today&to=yesterday'),
  resolution_unknown: () => series('dehrprice?resolution=hourish'),
  resolution_too_coarse: () => series('dedayprice?resolution=peak'),
  cursor_gone: () => get('/api/v1/changes?after=123456789'),
  history_gone: async () => {
    const entry = { kind: 'compact', actor: 'anna', name: 'to 2024', now: world.now } as const;
    await world.store.compact(Date.parse('2024-01-01'), entry);
    return series('dehrprice?asOf=2023-06-30');
  },
  series_unknown: () => series('nosuch'),
  run_unknown: () => shortTerm('area=FR'),
  key_unknown: async () =>
    world.raw({
      method: 'DELETE',
      url: '/api/v1/account/keys/none',
      headers: await sessionHeaders(),
      payload: JSON.stringify({ password: PASSWORD }),
    }),
  key_exists: async () => {
    await world.post('/api/v1/account/keys', { name: 'a', password: PASSWORD });
    return world.post('/api/v1/account/keys', { name: 'a', password: PASSWORD });
  },
  series_computed: async () => {
    await operate('PUT', '/forecast-targets/doubled', { formula: '2 * dehrprice' });
    return operate('POST', '/series/doubled/values', { start: NOW, values: [1] });
  },
  session_needed: async () =>
    world.raw({
      method: 'POST',
      url: '/api/v1/account/keys',
      headers: {
        authorization: `Bearer ${await world.key('trader', 'reader')}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ name: 'b', password: PASSWORD }),
    }),
  password_wrong: () => world.post('/api/v1/account/keys', { name: 'c', password: 'wrong' }),
  operator_key_protected: async () =>
    world.raw({
      method: 'DELETE',
      url: '/api/v1/account/keys/desk',
      headers: await sessionHeaders(),
      payload: JSON.stringify({ password: PASSWORD }),
    }),
  subscription_required: () => series('frhrprice', 'german'),
  operator_key_needed: () => get('/api/operator/users'),
  series_not_writable: () =>
    world.raw({
      method: 'PUT',
      url: '/api/operator/series/dehrprice',
      headers: { authorization: `Bearer ${writerKey}`, 'content-type': 'application/json' },
      payload: '{"unit":"EUR/MWh"}',
    }),
  metrics_closed: () => world.raw({ method: 'GET', url: '/metrics', remoteAddress: '192.0.2.9' }),
  idempotency_conflict: async () => {
    await operate('PUT', '/series/dehrprice', { unit: 'EUR/MWh' }, 'once');
    return operate('PUT', '/series/dehrprice', { unit: 'GBP/MWh' }, 'once');
  },
  entry_unknown: () => operate('GET', '/imports/999999'),
  undo_impossible: async () => {
    const { body } = await operate('PUT', '/series/dehrprice', { unit: 'NOK/MWh' });
    await operate('POST', `/imports/${body.entry}/undo`);
    return operate('POST', `/imports/${body.entry}/undo`);
  },
  user_unknown: () => operate('GET', '/users/nobody'),
  too_many_points: () => series('dehrprice', 'tiny'),
  exchange_rate_missing: () => shortTerm('area=DE&currency=NOK'),
  bands_not_averaged: () => shortTermBands('area=DE&resolution=Daily'),
  store_unavailable: async () => {
    const closing: (() => Promise<void>)[] = [];
    const lost = await World.open({ after: (close) => closing.push(close) }, { now: NOW });
    await lost.store.close();
    const answer = await lost.get('/readyz', null);
    for (const close of closing) await close();
    return answer;
  },
  data_damaged: () => get('/damaged', null),
  server_busy: () => get('/busy', null),
  write_unknown: () => get('/lost', null),
  internal: () => get('/defect', null),
};

/** The codes that come with Retry-After. */
const WAITS: RefusalCode[] = [
  ...(['rate_exceeded', 'sign_in_throttled', 'sso_unavailable'] as const),
  ...(['store_unavailable', 'server_busy', 'write_unknown'] as const),
];

describe('every refusal', () => {
  it('every refusal has a request here that provokes it', () => {
    assert.deepEqual(Object.keys(PROVOKED).sort(), Object.keys(REFUSALS).sort());
  });

  for (const code of Object.keys(PROVOKED) as RefusalCode[]) {
    it(`${code} is answered with ${statusOf(code)}, ${REFUSALS[code].title.toLowerCase()}`, async () => {
      const answer = await PROVOKED[code]();
      assertRefused(answer, statusOf(code), code);
      assert.equal(answer.headers['retry-after'] !== undefined, WAITS.includes(code));
      assert.equal(answer.headers['www-authenticate'] !== undefined, answer.status === 401);
      assert.equal(answer.headers.allow !== undefined, answer.status === 405);
    });
  }
});
