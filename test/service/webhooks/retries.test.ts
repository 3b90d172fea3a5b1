// Deliveries that fail: when they are tried again, and when a webhook is given up.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { MOST_TRIES, nextTryAt, readRetryAfter } from '#service/webhooks/retry-schedule';
import { enableWebhook } from '#service/webhooks/webhooks';
import type { Behaviour } from '../../../harness/webhooks/webhook-receiver.ts';
import { DeliveryWorld, START } from './delivery-world.ts';

const WAITS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS],
  ...[10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
];

/** Behaviours that fail, with what the list of deliveries says. */
const FAILURES: readonly (readonly [Behaviour, number | null, string])[] = [
  [{ status: 500 }, 500, 'the receiver answered with status 500'],
  [{ status: 404 }, 404, 'the receiver answered with status 404'],
  ['cut', null, 'the connection was ended'],
  [
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    302,
    'redirects are not followed: status 302',
  ],
];

suite('the schedule of tries', () => {
  test('waits grow to a day, are up to a tenth longer by chance, and end after ten tries', () => {
    assert.equal(MOST_TRIES, 10);
    for (const [i, waitMs] of WAITS.entries()) {
      assert.equal(nextTryAt(i + 1, START, undefined, 0), START + waitMs);
      assert.equal(nextTryAt(i + 1, START, undefined, 1), Math.ceil(START + waitMs * 1.1));
    }
    assert.equal(nextTryAt(10, START, undefined, 0), undefined);
    assert.equal(nextTryAt(10, START, HOUR_MS, 0), undefined);
  });

  test('a receiver may ask for a longer wait of a day at most, not for a shorter one', () => {
    assert.equal(nextTryAt(1, START, HOUR_MS, 0), START + HOUR_MS);
    assert.equal(nextTryAt(3, START, SECOND_MS, 0), START + 30 * MINUTE_MS);
    assert.equal(nextTryAt(1, START, 999 * HOUR_MS, 0), START + 24 * HOUR_MS);
  });

  test('Retry-After is a number of seconds or a date, and anything else is ignored', () => {
    assert.equal(readRetryAfter('120', START), 120_000);
    assert.equal(readRetryAfter('Fri, 17 May 2024 10:02:00 GMT', START), 120_000);
    assert.equal(readRetryAfter('Fri, 17 May 2024 09:00:00 GMT', START), 0);
    for (const odd of [undefined, '', '-5', '1e9', 'soon', '2024-05-17', '99999999999']) {
      assert.equal(readRetryAfter(odd, START), undefined, String(odd));
    }
  });
});

suite('deliveries that fail', () => {
  test('a failed delivery is repeated after five seconds with the same id and body', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    world.deliver();
    let cursor = 0;
    let key: number | undefined;
    for (const [behaviour, status, fault] of FAILURES) {
      world.receiver.next.push(behaviour);
      if (key === undefined) key = await world.addSeries('dehrprice');
      else await world.change(key);
      cursor++;
      const failing = await world.until(id, ({ failedTries }) => failedTries === 1);
      assert.equal(failing.cursor, cursor - 1);
      assert.equal(failing.batchEnd, cursor);
      const [delivery] = await world.deliveries(id);
      assert.deepEqual([delivery!.status, delivery!.fault], [status, fault]);
      assert.equal(failing.tryAt, delivery!.triedAt + delivery!.tookMs + 5 * SECOND_MS);
      // What is committed in the meantime is not part of the second try.
      await world.change(key);
      cursor++;
      world.now = failing.tryAt;
      await world.until(id, (webhook) => webhook.cursor === cursor);
      const [again, first] = world.receiver.received.slice(-3, -1).toReversed();
      assert.equal(again!.id, first!.id);
      assert.equal(again!.body, first!.body);
    }
    assert.equal((await world.webhook(id)).failedTries, 0);
    const ids = world.receiver.delivered.map(({ id: event }) => Number(event));
    assert.deepEqual(
      ids,
      Array.from({ length: cursor }, (_, i) => i + 1),
    );
  });

  test('a try without an answer ends after its time, and is repeated until a receiver answers in time', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    world.deliver({ tryMs: 200 });
    world.receiver.next.push('hang');
    await world.addSeries('dehrprice');
    await world.until(id, ({ failedTries }) => failedTries === 1);
    const [delivery] = await world.deliveries(id);
    assert.deepEqual([delivery!.status, delivery!.fault], [null, 'no answer within 0.2 s']);
    // A busy machine may let further tries wait too long.
    await world.until(id, ({ cursor, tryAt }) => {
      world.now = tryAt;
      return cursor === 1;
    });
    assert.equal(new Set(world.receiver.received.map(({ body }) => body)).size, 1);
  });

  test('Retry-After of a receiver that is too busy is kept to', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    world.deliver();
    world.receiver.next.push({ status: 429, headers: { 'retry-after': '7200' } });
    await world.addSeries('dehrprice');
    const { tryAt } = await world.until(id, ({ failedTries }) => failedTries === 1);
    const [delivery] = await world.deliveries(id);
    const { triedAt, tookMs } = delivery!;
    assert.equal(tryAt, triedAt + tookMs + 2 * HOUR_MS);
  });

  test('a receiver ends a webhook with 410, and the audit says so', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    world.deliver();
    world.receiver.next.push({ status: 410 });
    await world.addSeries('dehrprice');
    await world.until(id, ({ disabledAt }) => disabledAt !== null);
    const [entry] = await world.store.accounts.listEntries(1);
    const { actor, kind, name, detail } = entry!;
    assert.deepEqual([actor, kind, name], ['gridtide', 'webhook-disabled', 'operator']);
    const { origin } = new URL(world.receiver.url);
    const reason = 'the receiver answered 410, which ends a webhook';
    assert.equal(detail, `Webhook ${id} to ${origin} was disabled: ${reason}.`);
    assert.equal(world.receiver.received.length, 1);
  });

  test('a webhook is disabled after ten tries of one delivery, and goes on with it when enabled', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    world.receiver.usual = () => ({ status: 503 });
    world.deliver();
    await world.addSeries('dehrprice');
    const waits: number[] = [];
    for (let tries = 1; tries < MOST_TRIES; tries++) {
      const { tryAt } = await world.until(id, ({ failedTries }) => failedTries === tries);
      waits.push(tryAt - world.now);
      world.now = tryAt;
    }
    const { disabledReason } = await world.until(id, ({ disabledAt }) => disabledAt !== null);
    assert.match(disabledReason!, /^10 tries of one delivery failed; the last: .* status 503$/);
    // The wait begins when a try ends, which takes some milliseconds.
    for (const [i, wait] of waits.entries()) {
      assert.ok(wait >= WAITS[i]! && wait < WAITS[i]! + 5 * SECOND_MS, `${i}: ${wait}`);
    }
    assert.equal(world.receiver.received.length, MOST_TRIES);
    assert.equal(new Set(world.receiver.received.map((one) => one.id)).size, 1);
    world.receiver.usual = () => ({ status: 200 });
    const by = { actor: 'test', now: world.now };
    await world.store.accounts.transact(enableWebhook('operator', id, by));
    await world.until(id, ({ cursor }) => cursor === 1);
    assert.equal(world.receiver.delivered.length, 1);
  });
});
