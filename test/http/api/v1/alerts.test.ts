// /api/v1/alerts and /api/operator/alerts: who sees and changes what, what is refused, and what is told.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { AlertWatch } from '#service/alerts/alert-watch';
import { lateJudge } from '#service/alerts/judge-late';
import { sequence, World } from '../../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const { store, zone } = world;
for (const code of ['dehrprice', 'frhrprice']) {
  const values = sequence(24 * 42, (i) => (i % 24 === 12 || i % 24 === 13 ? -5 : 40));
  await world.load({ code, from: '2024-04-06T22:00:00Z', values });
}
const trader = (await store.accounts.findUser('trader'))!;
const operatorKey = await addKey(store.accounts, trader, 'desk', world.now, { isOperator: true });
const operator = { authorization: `Bearer ${operatorKey}` };
const watch = new AlertWatch({
  store,
  zone,
  clock: () => world.now,
  judgeLate: lateJudge(store, zone),
});

const send = async (method: string, url: string, body?: object, as = 'trader') =>
  world.raw({
    method,
    url,
    headers: {
      authorization: `Bearer ${await world.token(as)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
const operate = (method: string, path: string, body?: object) =>
  world.raw({
    method,
    url: `/api/operator/alerts${path}`,
    headers: { ...operator, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
const negative = (name: string, series = 'dehrprice') => ({
  name,
  condition: `${series} < 0 within today`,
});
const alertEvents = async (as: string, after: string) =>
  (await world.get(`/api/v1/changes?after=${after}&kind=alert`, as)).body.events.map(
    ({ type, series, rule }: Record<string, string>) => `${type} ${series} ${rule}`,
  );

suite('alerts over HTTP', () => {
  test('a user makes an alert, sees it fire, silences it and removes it', async () => {
    const { newest } = await store.eventRange();
    const made = await send('POST', '/api/v1/alerts', {
      ...negative('low'),
      wait: '0',
      emails: [],
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.state, 'ok');
    await watch.pass();
    const { body: list } = await send('GET', '/api/v1/alerts');
    assert.equal(list.mail, false);
    assert.deepEqual(
      list.alerts.map(({ name, state, firing }: Record<string, unknown>) => [name, state, firing]),
      [['low', 'firing', 1]],
    );
    const path = `/api/v1/alerts/${made.body.id}`;
    const { body: detail } = await send('GET', path);
    const since = '2024-05-17T10:00:00Z';
    assert.deepEqual(detail.series, [{ series: 'dehrprice', state: 'firing', since }]);
    const { body: history } = await send('GET', `${path}/history`);
    assert.equal(history.changes[0].from, '2024-05-17T10:00:00Z');
    assert.match(history.changes[0].detail, /^2 values < 0 from 2024-05-17 12:00/);
    const { body: silenced } = await send('PUT', `${path}/silence`, { until: 'tomorrow' });
    assert.deepEqual(silenced.silences, [
      { series: null, until: '2024-05-18T22:00:00Z', by: 'trader' },
    ]);
    assert.equal((await send('DELETE', `${path}/silence`)).status, 204);
    assert.equal((await send('DELETE', path)).status, 204);
    assert.equal((await send('GET', path)).body.code, 'alert_unknown');
    assert.deepEqual(await alertEvents('trader', String(newest)), [
      'alert.firing dehrprice low',
      'alert.resolved dehrprice low',
    ]);
  });

  test('only its owner and operators see a user’s alert and its events', async () => {
    const { newest } = await store.eventRange();
    const { body } = await send('POST', '/api/v1/alerts', negative('own'));
    await watch.pass();
    const path = `/api/v1/alerts/${body.id}`;
    for (const [method, url] of [
      ['GET', path],
      ['GET', `${path}/history`],
      ['DELETE', path],
      ['DELETE', `${path}/silence`],
    ] as const) {
      const { status, body: problem } = await send(method, url, undefined, 'german');
      assert.deepEqual([status, problem.code], [404, 'alert_unknown'], `${method} ${url}`);
    }
    assert.deepEqual((await send('GET', '/api/v1/alerts', undefined, 'german')).body.alerts, []);
    assert.deepEqual(await alertEvents('german', String(newest)), []);
    assert.deepEqual(await alertEvents('trader', String(newest)), ['alert.firing dehrprice own']);
    const { body: all } = await operate('GET', '');
    assert.deepEqual(
      all.alerts.map(({ owner }: { owner: string }) => owner),
      ['trader'],
    );
    assert.equal((await operate('DELETE', `/${body.id}`)).body.removed, true);
  });

  test('an alert of the operators is told to every plan that has the series', async () => {
    const { newest } = await store.eventRange();
    const both = await operate('POST', '', negative('all', '*hrprice'));
    assert.equal(both.status, 200, both.text);
    await watch.pass();
    assert.equal((await alertEvents('trader', String(newest))).length, 2);
    assert.deepEqual(await alertEvents('german', String(newest)), ['alert.firing dehrprice all']);
    const { text } = await world.get('/metrics', null);
    assert.match(text, /gridtide_alert\{rule="all",state="firing"\} 2/);
    await operate('DELETE', `/${both.body.id}`);
  });

  test('a user’s alert watches the series of the plan and no other', async () => {
    const { body } = await send('POST', '/api/v1/alerts', negative('mine', '*hrprice'), 'german');
    await watch.pass();
    const { body: detail } = await send('GET', `/api/v1/alerts/${body.id}`, undefined, 'german');
    assert.deepEqual(
      detail.series.map(({ series }: { series: string }) => series),
      ['dehrprice'],
    );
    await send('DELETE', `/api/v1/alerts/${body.id}`, undefined, 'german');
  });

  test('a dry run says how often an alert would have fired, and when', async () => {
    const condition = encodeURIComponent('*hrprice < 0 for 2h within today');
    const url = `/api/v1/alert-trial?condition=${condition}&from=2024-05-10&to=2024-05-16`;
    const { body } = await send('GET', url, undefined, 'german');
    // Two hours of each day: the days follow each other without an hour in which no day is low.
    assert.equal(body.fired, 1);
    assert.equal(body.series.length, 1);
    const now = await send('GET', url.replace('within%20today', '').replace('%2F', ''));
    assert.equal(now.body.fired, 14, now.text);
    assert.equal(now.body.series[0].firings[0].from, '2024-05-16T10:00:00Z');
  });

  const REFUSED: readonly (readonly [object, string, string])[] = [
    [{}, 'field_missing', 'name'],
    [{ name: 'a' }, 'condition_invalid', 'condition'],
    [{ name: '', condition: 'a < 0' }, 'field_invalid', 'name'],
    [{ name: 'a', condition: 'dehrprice = 0' }, 'condition_invalid', 'condition'],
    [{ name: 'a', condition: 'held values in *' }, 'condition_invalid', 'condition'],
    [{ name: 'a', condition: 'a < 0', wait: 'long' }, 'field_invalid', 'wait'],
    [{ name: 'a', condition: 'a < 0', emails: ['x'] }, 'field_invalid', 'emails'],
    [{ name: 'a', condition: 'a < 0', emails: ['a@b\nBcc: c@d'] }, 'field_invalid', 'emails'],
    [
      { name: 'a', condition: 'a < 0', emails: sequence(6).map((i) => `a${i}@b.c`) },
      'field_invalid',
      'emails',
    ],
    [{ name: 'a', condition: 'a < 0', email: 'a@b.c' }, 'field_unknown', 'email'],
  ];
  for (const [body, code, field] of REFUSED) {
    test(`an alert is refused with ${code} of ${field}: ${JSON.stringify(body)}`, async () => {
      const { status, body: problem } = await send('POST', '/api/v1/alerts', body);
      assert.deepEqual([status, problem.code, problem.errors[0].field], [400, code, field]);
    });
  }

  test('a user has at most 20 alerts', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { body } = await send('POST', '/api/v1/alerts', negative(`n${i}`));
      ids.push(body.id);
    }
    const { status, body } = await send('POST', '/api/v1/alerts', negative('more'));
    assert.deepEqual([status, body.code], [400, 'field_invalid']);
    for (const id of ids) await send('DELETE', `/api/v1/alerts/${id}`);
  });

  test('what cannot be tried over the past is refused, and so is too long a span', async () => {
    for (const [query, field] of [
      ['condition=dehrprice+late', 'condition'],
      ['condition=dehrprice+<+0&from=2020', 'from'],
      ['condition=dehrprice+<+0&from=tomorrow', 'from'],
    ] as const) {
      const { status, body } = await send('GET', `/api/v1/alert-trial?${query}`);
      assert.deepEqual([status, body.errors[0].field], [400, field], query);
    }
  });
});
