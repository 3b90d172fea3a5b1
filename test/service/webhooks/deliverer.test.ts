// Deliveries to a real receiver: in order, at least once, signed, and each webhook at its own pace.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { enableWebhook, replayWebhook, rotateSecret } from '#service/webhooks/webhooks';
import { openStore } from '#store/open/open-store';
import type { Webhook } from '#store/webhook-store';
import { isSignedBy, WebhookReceiver } from '../../../harness/webhooks/webhook-receiver.ts';
import { definitionOf } from '../../store/contract/sample-series.ts';
import { DeliveryWorld, START } from './delivery-world.ts';

const BY = { actor: 'test', now: START };
const idsOf = (events: readonly { id: string }[]): number[] => events.map(({ id }) => Number(id));

/** A world with one user, whose plan has the series that begin with de. */
async function withUser(t: TestContext) {
  const world = await DeliveryWorld.open(t);
  const { accounts } = world.store;
  const plan = { patterns: ['de*'], requestsPerMinute: 9, pointsPerAnswer: 9 };
  await accounts.putPlan({ name: 'german', ...plan });
  const facts = { passwordHash: null, isDisabled: false, createdAt: START };
  const user = (await accounts.addUser({ name: 'anna', planName: 'german', ...facts }))!;
  return { world, accounts, plan, user };
}

const hasCaughtUp =
  (cursor: number) =>
  (webhook: Webhook): boolean =>
    webhook.cursor === cursor;

suite('deliveries of webhooks', () => {
  test('a webhook gets each event once, in order, in a body of the one shape, signed', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id, secret } = await world.addHook();
    world.deliver();
    const key = await world.addSeries('dehrprice');
    await world.until(id, hasCaughtUp(1));
    for (let i = 0; i < 3; i++) await world.change(key);
    await world.until(id, hasCaughtUp(4));
    const { received } = world.receiver;
    assert.deepEqual(idsOf(world.receiver.delivered), [1, 2, 3, 4]);
    const [first] = received;
    const body = JSON.parse(first!.body);
    assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data']);
    assert.deepEqual(Object.keys(body.data), ['events', 'next']);
    assert.equal(body.type, 'changes');
    assert.equal(body.data.next, '1');
    assert.equal(body.data.events[0].series, 'dehrprice');
    assert.equal(first!.timestamp, START / 1000);
    assert.equal(first!.id, `msg_${id}_1_1`);
    assert.equal(first!.headers['content-type'], 'application/json');
    for (const each of received) assert.ok(await isSignedBy(secret, each));
    assert.equal(await isSignedBy(`whsec_${btoa('other')}`, first!), false);
    const [last] = await world.deliveries(id);
    assert.deepEqual([last!.status, last!.fault, last!.last], [204, null, 4]);
    assert.equal((await world.webhook(id)).deliveredAt! >= START, true);
  });

  test('a webhook gets the series and kinds that it wants, and passes over the rest', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook({ series: ['de*'], kinds: ['values'] });
    world.deliver();
    const [german, other] = [
      await world.addSeries('dehrprice'),
      await world.addSeries('nohrprice'),
    ];
    await world.change(german);
    await world.change(other);
    await world.until(id, hasCaughtUp(4));
    assert.deepEqual(idsOf(world.receiver.delivered), [3]);
    assert.equal((await world.deliveries(id)).length, 1);
  });

  test('a user’s webhook is told what the plan sees now, and nothing while the user is disabled', async (t) => {
    const { world, accounts, plan, user } = await withUser(t);
    const { id } = await world.addHook({}, user);
    world.deliver();
    const [german, other] = [
      await world.addSeries('dehrprice'),
      await world.addSeries('nohrprice'),
    ];
    await world.until(id, hasCaughtUp(2));
    await accounts.putPlan({ name: 'german', ...plan, patterns: ['no*'] });
    await world.change(german);
    await world.change(other);
    await world.until(id, hasCaughtUp(4));
    assert.deepEqual(idsOf(world.receiver.delivered), [1, 4]);
    await accounts.updateUser('anna', { isDisabled: true });
    const watcher = await world.addHook();
    await world.change(other);
    await world.until(watcher.id, hasCaughtUp(5));
    assert.equal((await world.webhook(id)).cursor, 4);
  });

  test('many events are joined into few deliveries below 20 kB, and none is lost', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    const codes = Array.from({ length: 600 }, (_, i) => `dehrprice${i}`);
    await world.store.write(async (writer) => {
      for (const code of codes) await writer.defineSeries(definitionOf(code), START);
    });
    world.deliver();
    await world.until(id, hasCaughtUp(600));
    const { received, delivered } = world.receiver;
    assert.deepEqual(
      delivered.map(({ series }) => series),
      codes,
    );
    assert.ok(received.length < 20, String(received.length));
    for (const { body } of received) assert.ok(Buffer.byteLength(body) < 20_000);
    assert.ok(Buffer.byteLength(received[0]!.body) > 17_000);
  });

  test('a webhook whose receiver hangs does not hold up another', async (t) => {
    const world = await DeliveryWorld.open(t);
    const other = await WebhookReceiver.open();
    t.after(() => other.close());
    world.receiver.usual = () => 'hang';
    await world.addHook();
    const { id } = await world.addHook({ url: other.url });
    world.deliver();
    const key = await world.addSeries('dehrprice');
    await world.receiver.until(() => world.receiver.received.length === 1);
    await world.change(key);
    await world.until(id, hasCaughtUp(2));
    assert.deepEqual(idsOf(other.delivered), [1, 2]);
    assert.equal(world.receiver.received.length, 1);
  });

  test('one of several processes delivers, and another takes over behind its cursor', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-deliverers-'));
    const url = `sqlite:${join(folder, 'store.db')}`;
    const world = await DeliveryWorld.open(t, url);
    const second = await openStore(url);
    const { id } = await world.addHook();
    const deliverers = [world.deliver(), world.deliver({ store: second })];
    t.after(async () => {
      await deliverers[1]!.stop();
      await second.close();
      await rm(folder, { recursive: true });
    });
    const key = await world.addSeries('dehrprice');
    await world.until(id, hasCaughtUp(1));
    const [first, other] = deliverers.toSorted((a, b) => b.counts.delivered - a.counts.delivered);
    await first!.stop();
    await world.change(key);
    await world.until(id, hasCaughtUp(2));
    assert.deepEqual(idsOf(world.receiver.delivered), [1, 2]);
    assert.deepEqual([first!.counts.delivered, other!.counts.delivered], [1, 1]);
  });

  test('during a rotation both secrets sign, and afterwards only the new one does', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id, secret } = await world.addHook();
    const { accounts } = world.store;
    const made = await accounts.transact(rotateSecret('operator', id, BY));
    world.deliver();
    const key = await world.addSeries('dehrprice');
    await world.until(id, hasCaughtUp(1));
    world.now = made.oldSecretEndsAt!;
    await world.change(key);
    await world.until(id, hasCaughtUp(2));
    const [during, afterwards] = world.receiver.received;
    const signers = [made.secret, secret];
    assert.equal(during!.signatures.length, 2);
    for (const signer of signers) assert.ok(await isSignedBy(signer, during!));
    assert.equal(afterwards!.signatures.length, 1);
    assert.ok(await isSignedBy(made.secret, afterwards!));
    assert.equal(await isSignedBy(secret, afterwards!), false);
  });

  test('a replay sends again what comes behind a cursor', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { id } = await world.addHook();
    world.deliver();
    const key = await world.addSeries('dehrprice');
    await world.change(key);
    await world.until(id, hasCaughtUp(2));
    const before = world.receiver.received.length;
    const replay = await replayWebhook(world, 'operator', id, '1', BY);
    await world.store.accounts.transact(replay);
    await world.receiver.until(() => world.receiver.received.length > before);
    const { body } = world.receiver.received.at(-1)!;
    assert.deepEqual(idsOf(JSON.parse(body).data.events), [2]);
  });

  test('a webhook behind the beginning of the log is disabled and says so, until it is moved', async (t) => {
    const world = await DeliveryWorld.open(t);
    const { accounts } = world.store;
    const key = await world.addSeries('dehrprice');
    const { id } = await world.addHook();
    for (let i = 0; i < 3; i++) await world.change(key);
    const facts = { kind: 'compact', actor: 'test', name: '', now: START } as const;
    await world.store.forgetEvents(Number.MAX_SAFE_INTEGER, facts);
    world.deliver();
    const { disabledReason } = await world.until(id, ({ disabledAt }) => disabledAt !== null);
    assert.match(disabledReason!, /^events 2 to 3 were forgotten; replay it from a later cursor$/);
    const replay = await replayWebhook(world, 'operator', id, '0', BY);
    await accounts.transact(replay);
    await accounts.transact(enableWebhook('operator', id, BY));
    await world.until(id, hasCaughtUp(4));
    assert.deepEqual(idsOf(world.receiver.delivered), [4]);
  });

  test('a webhook ahead of a restored log goes on at its end', async (t) => {
    const world = await DeliveryWorld.open(t);
    const key = await world.addSeries('dehrprice');
    const { id } = await world.addHook();
    await (await world.store.accounts.webhooks()).moveWebhook(id, 99, START);
    world.deliver();
    await world.until(id, hasCaughtUp(1));
    await world.change(key);
    await world.until(id, hasCaughtUp(2));
    assert.deepEqual(idsOf(world.receiver.delivered), [2]);
  });
});
