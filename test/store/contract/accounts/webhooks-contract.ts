// Webhooks, how far each has come, and their deliveries.

import assert from 'node:assert/strict';
import type { AccountStore, User } from '#store/account-store';
import type { Delivery, NewWebhook, Webhook } from '#store/webhook-store';
import { NOW } from '../sample-series.ts';
import type { StoreTest } from '../store-contract.ts';

const PLAN = { patterns: ['de*'], requestsPerMinute: 60, pointsPerAnswer: 2 ** 40 };
const CONTENT = { url: 'https://example.com/ä?b=€', patterns: ['de*', 'no*'], kinds: ['run'] };

async function addUser(accounts: AccountStore, name: string): Promise<User> {
  await accounts.putPlan({ name: 'all', ...PLAN });
  const facts = { passwordHash: null, isDisabled: false, planName: 'all', createdAt: NOW };
  return (await accounts.addUser({ name, ...facts }))!;
}

const newWebhook = (id: string, more: Partial<NewWebhook> = {}): NewWebhook => ({
  ...{ ...CONTENT, id, ownerId: null, createdAt: NOW, cursor: 7, secret: `whsec_${id}` },
  ...more,
});

/** The webhook as it is found after it was added. */
function added({ secret: _, ...facts }: NewWebhook, owner?: User): Webhook {
  const state = { disabledAt: null, disabledReason: null, batchEnd: null, deliveredAt: null };
  const tries = { failedTries: 0, tryAt: facts.createdAt, oldSecretEndsAt: null };
  return { ...facts, ...state, ...tries, ownerName: owner?.name ?? null };
}

const deliveryOf = (more: Partial<Delivery> = {}): Delivery => ({
  ...{ messageId: 'm1', triedAt: NOW + 50, tookMs: 9, after: 7, last: 12, events: 3 },
  ...{ status: 200, fault: null },
  ...more,
});

export function webhooksContract(storeTest: StoreTest): void {
  storeTest('a webhook is found as it was added, with its owner', async ({ accounts }) => {
    const webhooks = await accounts.webhooks();
    const anna = await addUser(accounts, 'Änna');
    const own = newWebhook('w2', { ownerId: anna.id, createdAt: NOW + 1, cursor: 2 ** 40 });
    const operators = newWebhook('w1', { patterns: [], kinds: [] });
    assert.equal(await webhooks.addWebhook(own), true);
    assert.equal(await webhooks.addWebhook(operators), true);
    assert.equal(await webhooks.addWebhook(newWebhook('w1', { url: 'other' })), false);
    assert.deepEqual(await webhooks.findWebhook('w2'), added(own, anna));
    assert.deepEqual(await webhooks.findWebhook('w1'), added(operators));
    assert.equal(await webhooks.findWebhook('W1'), undefined);
    assert.deepEqual(await webhooks.listWebhooks(9), [added(operators), added(own, anna)]);
    assert.deepEqual(await webhooks.listWebhooks(1), [added(operators)]);
    assert.deepEqual(await webhooks.listWebhooks(9, null), [added(operators)]);
    assert.deepEqual(await webhooks.listWebhooks(9, anna.id), [added(own, anna)]);
    assert.deepEqual(await webhooks.listWebhooks(9, 77), []);
    const counts = [anna.id, null, 77].map((owner) => webhooks.countWebhooks(owner));
    assert.deepEqual(await Promise.all(counts), [1, 1, 0]);
  });

  storeTest('changes of a webhook keep what they are not about', async ({ accounts }) => {
    const webhooks = await accounts.webhooks();
    const [first, second] = [newWebhook('w1'), newWebhook('w2')];
    for (const webhook of [first, second]) await webhooks.addWebhook(webhook);
    const failed = { failedTries: 3, tryAt: NOW + 900 };
    await webhooks.recordTry('w1', deliveryOf({ fault: 'no' }), failed, 9);
    const content = { url: 'https://example.org/', patterns: [], kinds: ['held.added'] };
    assert.equal(await webhooks.changeWebhook('w1', content, NOW + 60), true);
    const changed = { ...added(first), ...content, tryAt: NOW + 60 };
    assert.deepEqual(await webhooks.findWebhook('w1'), changed);
    assert.equal(await webhooks.disableWebhook('w1', 'gone', NOW + 61), true);
    assert.equal(await webhooks.disableWebhook('w1', 'again', NOW + 62), false);
    const disabled = { ...changed, disabledAt: NOW + 61, disabledReason: 'gone' };
    assert.deepEqual(await webhooks.findWebhook('w1'), disabled);
    assert.equal(await webhooks.moveWebhook('w1', 0, NOW + 63), true);
    const moved = { ...disabled, cursor: 0, tryAt: NOW + 63 };
    assert.deepEqual(await webhooks.findWebhook('w1'), moved);
    assert.equal(await webhooks.enableWebhook('w1', NOW + 64), true);
    const enabled = { ...changed, cursor: 0, tryAt: NOW + 64 };
    assert.deepEqual(await webhooks.findWebhook('w1'), enabled);
    assert.deepEqual(await webhooks.findWebhook('w2'), added(second));
    for (const missing of [
      webhooks.changeWebhook('w3', content, NOW),
      webhooks.disableWebhook('w3', '', NOW),
      webhooks.enableWebhook('w3', NOW),
      webhooks.moveWebhook('w3', 0, NOW),
      webhooks.putSecrets('w3', { secret: '', old: null }),
      webhooks.removeWebhook('w3'),
      webhooks.passOver('w3', 7, 8),
    ]) {
      assert.equal(await missing, false);
    }
  });

  storeTest('secrets are found apart from their webhook', async ({ accounts }) => {
    const webhooks = await accounts.webhooks();
    await webhooks.addWebhook(newWebhook('w1'));
    assert.deepEqual(await webhooks.findSecrets('w1'), { secret: 'whsec_w1', old: null });
    const secrets = { secret: 'whsec_new', old: { secret: 'whsec_w1', endsAt: NOW + 9 } };
    assert.equal(await webhooks.putSecrets('w1', secrets), true);
    assert.deepEqual(await webhooks.findSecrets('w1'), secrets);
    assert.equal((await webhooks.findWebhook('w1'))!.oldSecretEndsAt, NOW + 9);
    assert.doesNotMatch(JSON.stringify(await webhooks.listWebhooks(9)), /whsec/);
    assert.deepEqual((await webhooks.findDeliverable('w1'))!.secrets, secrets);
    assert.equal(await webhooks.findSecrets('w2'), undefined);
  });

  storeTest('a webhook is deliverable unless it or its owner is disabled', async ({ accounts }) => {
    const webhooks = await accounts.webhooks();
    const anna = await addUser(accounts, 'anna');
    await webhooks.addWebhook(newWebhook('w1'));
    await webhooks.addWebhook(newWebhook('w2', { ownerId: anna.id }));
    await webhooks.addWebhook(newWebhook('w3', { ownerId: 77 }));
    const found = async () => {
      const listed = (await webhooks.listDeliverable()).map(({ id }) => id);
      for (const id of ['w1', 'w2', 'w3']) {
        assert.equal((await webhooks.findDeliverable(id)) !== undefined, listed.includes(id), id);
      }
      return listed;
    };
    assert.deepEqual(await found(), ['w1', 'w2']);
    const [listed] = await webhooks.listDeliverable();
    assert.deepEqual(listed, { id: 'w1', cursor: 7, tryAt: NOW });
    assert.equal((await webhooks.findDeliverable('w1'))!.planPatterns, null);
    const { webhook, planPatterns } = (await webhooks.findDeliverable('w2'))!;
    assert.deepEqual(webhook, await webhooks.findWebhook('w2'));
    assert.deepEqual(planPatterns, PLAN.patterns);
    await accounts.updateUser('anna', { isDisabled: true });
    await webhooks.disableWebhook('w1', '', NOW);
    assert.deepEqual(await found(), []);
    await accounts.updateUser('anna', { isDisabled: false });
    assert.deepEqual(await found(), ['w2']);
  });

  storeTest('a try moves the cursor, or sets when it is repeated', async ({ accounts }) => {
    const webhooks = await accounts.webhooks();
    await webhooks.addWebhook(newWebhook('w1'));
    await webhooks.addWebhook(newWebhook('w2'));
    const failed = deliveryOf({ status: null, fault: 'no answer within 20 s' });
    const retry = { failedTries: 1, tryAt: NOW + 999 };
    assert.equal(await webhooks.recordTry('w1', failed, retry, 9), true);
    const before = added(newWebhook('w1'));
    assert.deepEqual(await webhooks.findWebhook('w1'), { ...before, ...retry, batchEnd: 12 });
    const good = deliveryOf({ triedAt: NOW + 1_000 });
    assert.equal(await webhooks.recordTry('w1', good, null, 9), true);
    const times = { tryAt: NOW + 1_000, deliveredAt: NOW + 1_009 };
    assert.deepEqual(await webhooks.findWebhook('w1'), { ...before, ...times, cursor: 12 });
    // The cursor is no longer 7.
    assert.equal(await webhooks.recordTry('w1', good, null, 9), false);
    assert.equal(await webhooks.recordTry('w1', failed, retry, 9), false);
    assert.equal(await webhooks.passOver('w1', 7, 20), false);
    assert.equal(await webhooks.passOver('w1', 12, 20), true);
    assert.equal((await webhooks.findWebhook('w1'))!.cursor, 20);
    assert.deepEqual(await webhooks.listDeliveries('w1', 9), [good, failed]);
    assert.deepEqual(await webhooks.listDeliveries('w1', 1), [good]);
    assert.deepEqual(await webhooks.findWebhook('w2'), added(newWebhook('w2')));
  });

  storeTest('the last tries of each webhook are kept, and removed with it', async (store) => {
    const webhooks = await store.accounts.webhooks();
    for (const id of ['w1', 'w2']) await webhooks.addWebhook(newWebhook(id));
    await webhooks.recordTry('w2', deliveryOf(), null, 3);
    for (let at = 1; at <= 5; at++) {
      const delivery = deliveryOf({ messageId: `m${at}`, after: at + 6, last: at + 7 });
      await webhooks.recordTry('w1', delivery, null, 3);
    }
    const kept = (await webhooks.listDeliveries('w1', 9)).map(({ messageId }) => messageId);
    assert.deepEqual(kept, ['m5', 'm4', 'm3']);
    assert.equal(await webhooks.removeWebhook('w1'), true);
    assert.deepEqual(await webhooks.listDeliveries('w1', 9), []);
    assert.equal((await webhooks.listDeliveries('w2', 9)).length, 1);
  });

  storeTest('webhooks of a transaction that fails are not kept', async ({ accounts }) => {
    const given = accounts.transact(async (within) => {
      await (await within.webhooks()).addWebhook(newWebhook('w1'));
      throw new Error('given up');
    });
    await assert.rejects(given, /given up/);
    assert.equal(await (await accounts.webhooks()).findWebhook('w1'), undefined);
  });
}
