// Webhooks over HTTP: made, read, changed, turned and removed, by users and by the operator.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { MAX_WEBHOOKS_PER_USER } from '#service/webhooks/webhooks';
import { World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { sendAs } from '../boards/board-requests.ts';

const NOW = '2024-05-17T10:00:00Z';
const PATH = '/api/v1/webhooks';
const OPERATOR = '/api/operator/webhooks';
const URL_GIVEN = 'https://example.com/in?token=path-secret';
const world = await World.open({ after }, { now: NOW });
await world.addUser('anna', 'everything');
await world.addUser('bert', 'everything');
await world.load({ code: 'dehrprice', from: '2024-05-16T00:00:00Z', values: [1] });
const { accounts } = world.store;
const options = { actor: 'test', isOperator: true };
const operatorKey = await addKey(
  accounts,
  (await accounts.findUser('bert'))!,
  'op',
  world.now,
  options,
);

const operate = (method: string, url: string, body?: unknown, more: Record<string, string> = {}) =>
  world.raw({
    method,
    url,
    headers: {
      authorization: `Bearer ${operatorKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

const make = async (as = 'trader', more: object = {}) => {
  const { status, body, text } = await sendAs(world, 'POST', PATH, { url: URL_GIVEN, ...more }, as);
  assert.equal(status, 200, text);
  return body as { id: string; secret: string };
};

const newestDetail = async (): Promise<string> => (await accounts.listEntries(1))[0]!.detail;

describe('webhooks over HTTP', () => {
  it('a webhook is answered as it was made, with its secret this once', async () => {
    const more = { series: [' DE* ', 'de*'], kinds: ['Run', 'values.changed'] };
    const { id, secret, ...made } = (await make('trader', more)) as never as Record<
      string,
      unknown
    >;
    assert.match(String(id), /^[0-9a-f]{16}$/);
    assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(made, {
      ...{ owner: 'trader', url: URL_GIVEN, series: ['de*'], kinds: ['run', 'values.changed'] },
      ...{ created: NOW, disabled: null, reason: null, cursor: '2', behind: 0, failedTries: 0 },
      ...{ nextTry: null, lastDelivered: null, oldSecretEnds: null },
    });
    const read = await world.get(`${PATH}/${id}`);
    assert.deepEqual(read.body, { id, ...made });
    assert.deepEqual((await world.get(PATH)).body.webhooks, [{ id, ...made }]);
    assert.deepEqual((await world.get(`${PATH}/${id}/deliveries`)).body, { deliveries: [] });
    assert.equal(await newestDetail(), `Webhook ${id} to https://example.com was made.`);
    const { headers } = await sendAs(world, 'POST', PATH, { url: URL_GIVEN });
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('a webhook of another user is not known, and the operator manages all', async () => {
    const { id } = await make('anna');
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/deliveries'],
      ['PUT', '', {}],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/enable'],
      ['POST', '/replay?from=0'],
    ] as const) {
      assertRefused(
        await sendAs(world, method, `${PATH}/${id}${path}`, body),
        404,
        'webhook_unknown',
      );
      if (method === 'DELETE') continue;
      const { status } = await operate(method, `${OPERATOR}/${id}${path}`, body);
      assert.equal(status, 200, `${method} ${path}`);
    }
    const { body: all } = await operate('GET', OPERATOR);
    assert.ok(all.webhooks.some((webhook: { owner: string }) => webhook.owner === 'anna'));
    assert.deepEqual((await operate('DELETE', `${OPERATOR}/${id}`)).body, { removed: id });
    assertRefused(await operate('DELETE', `${OPERATOR}/${id}`), 404, 'webhook_unknown');
    const { body: own } = await operate('POST', OPERATOR, { url: URL_GIVEN });
    assert.equal(own.owner, null);
    assertRefused(await world.get(`${PATH}/${own.id}`), 404, 'webhook_unknown');
  });

  it('a change keeps what is left out, and faults name their fields', async () => {
    const { id } = await make('trader', { series: ['de*'] });
    const path = `${PATH}/${id}`;
    const changed = await sendAs(world, 'PUT', path, { kinds: ['held'] });
    assert.deepEqual(
      [changed.body.url, changed.body.series, changed.body.kinds],
      [URL_GIVEN, ['de*'], ['held']],
    );
    for (const [body, field] of [
      [{ url: 'http://example.com/' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ url: '' }, 'url'],
      [{ series: ['a b'] }, 'series'],
      [{ kinds: ['rum'] }, 'kinds'],
      [{ secret: 'mine' }, 'secret'],
      [{ kinds: Array.from({ length: 51 }, () => 'x') }, 'kinds'],
    ] as const) {
      for (const answer of [
        await sendAs(world, 'PUT', path, body),
        await sendAs(world, 'POST', PATH, { url: URL_GIVEN, ...body }),
      ]) {
        assert.equal(answer.status, 400, answer.text);
        assert.equal(answer.body.errors[0].field, field, answer.text);
      }
    }
    assertRefused(await sendAs(world, 'POST', PATH, {}), 400, 'field_missing');
  });

  it('a rotation answers with the new secret, and when the old one ends', async () => {
    const { id, secret } = await make();
    const { body } = await sendAs(world, 'POST', `${PATH}/${id}/rotate`);
    assert.notEqual(body.secret, secret);
    assert.equal(body.oldSecretEnds, '2024-05-18T10:00:00Z');
    const secrets = await (await accounts.webhooks()).findSecrets(id);
    assert.deepEqual([secrets!.secret, secrets!.old!.secret], [body.secret, secret]);
    assert.doesNotMatch(await newestDetail(), /whsec|path-secret/);
  });

  it('a disabled webhook says why, and goes on when it is enabled or replayed', async () => {
    const { id } = await make();
    const path = `${PATH}/${id}`;
    await (await accounts.webhooks()).disableWebhook(id, 'it failed', world.now);
    const { body } = await world.get(path);
    assert.deepEqual([body.disabled, body.reason], [NOW, 'it failed']);
    const enabled = await sendAs(world, 'POST', `${path}/enable`);
    assert.deepEqual([enabled.body.disabled, enabled.body.reason], [null, null]);
    const replayed = await sendAs(world, 'POST', `${path}/replay?from=1`);
    assert.deepEqual([replayed.body.cursor, replayed.body.behind], ['1', 1]);
    assertRefused(await sendAs(world, 'POST', `${path}/replay`), 400, 'field_missing');
    assertRefused(await sendAs(world, 'POST', `${path}/replay?from=x`), 400, 'field_invalid');
    assertRefused(await sendAs(world, 'POST', `${path}/replay?from=99`), 410, 'cursor_gone');
  });

  it('deliveries are listed with what came of them', async () => {
    const { id } = await make();
    const span = { after: 2, last: 9, events: 3 };
    const facts = { messageId: 'm1', triedAt: world.now, tookMs: 35, status: 500, fault: 'no' };
    const retry = { failedTries: 1, tryAt: world.now + 5_000 };
    await (await accounts.webhooks()).recordTry(id, { ...facts, ...span }, retry, 9);
    assert.deepEqual((await world.get(`${PATH}/${id}/deliveries`)).body.deliveries, [
      {
        ...{ id: 'm1', tried: NOW, milliseconds: 35, events: 3, next: '9', delivered: false },
        ...{ status: 500, fault: 'no' },
      },
    ]);
    const { body } = await world.get(`${PATH}/${id}`);
    assert.deepEqual([body.failedTries, body.nextTry], [1, '2024-05-17T10:00:05Z']);
  });

  it('a user has a bounded number of webhooks, and a key makes none', async () => {
    for (let i = 0; i < MAX_WEBHOOKS_PER_USER; i++) await make('bert');
    const { body, status } = await sendAs(world, 'POST', PATH, { url: URL_GIVEN }, 'bert');
    assert.equal(status, 400);
    assert.match(body.detail, /there are 20 webhooks/);
    const authorization = `Bearer ${await world.key('anna', 'reader')}`;
    const sent = { method: 'POST', url: PATH, payload: JSON.stringify({ url: URL_GIVEN }) };
    const headers = { authorization, 'content-type': 'application/json' };
    assertRefused(await world.raw({ ...sent, headers }), 403, 'session_needed');
  });

  it('an operator’s request under one Idempotency-Key makes one webhook with one secret', async () => {
    const once = { 'idempotency-key': 'a-key-of-this-test' };
    const [first, second] = [
      await operate('POST', OPERATOR, { url: URL_GIVEN }, once),
      await operate('POST', OPERATOR, { url: URL_GIVEN }, once),
    ];
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers['idempotency-replayed'], 'true');
  });

  it('figures tell how far each webhook has come', async () => {
    const { id } = await make('anna');
    await sendAs(world, 'POST', `${PATH}/${id}/replay?from=0`, undefined, 'anna');
    const { text } = await world.get('/metrics', null);
    assert.match(text, new RegExp(`^gridtide_webhook_behind_events\\{webhook="${id}"\\} 2$`, 'm'));
    const success = 'gridtide_webhook_last_success_timestamp_seconds';
    assert.match(text, new RegExp(`^${success}\\{webhook="${id}"\\} 0$`, 'm'));
    assert.doesNotMatch(text, /whsec|example\.com/);
  });
});
