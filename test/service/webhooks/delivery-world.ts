// A store, a receiver and a deliverer with a clock that tests move.

import type { TestContext } from 'node:test';
import { findZone } from '#core/time/zone';
import type { WebhookDraft } from '#service/webhooks/check-webhook';
import { Deliverer, type DelivererParts } from '#service/webhooks/deliverer';
import { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { addWebhook, type Holder, type WithSecret } from '#service/webhooks/webhooks';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import type { Delivery, Webhook } from '#store/webhook-store';
import { until } from '../../../harness/lifetime.ts';
import { WebhookReceiver } from '../../../harness/webhooks/webhook-receiver.ts';
import { addSeries, write } from '../../store/contract/sample-series.ts';

export const START = Date.UTC(2024, 4, 17, 10);
/** How often a test's deliverer looks for what is due. */
const LOOK_EVERY_MS = 5;

export class DeliveryWorld {
  readonly store: Store;
  readonly receiver: WebhookReceiver;
  readonly reachable = new ReachableAddresses(['127.0.0.1']);
  now = START;
  readonly #deliverers: Deliverer[] = [];
  #hours = 0;

  private constructor(store: Store, receiver: WebhookReceiver) {
    this.store = store;
    this.receiver = receiver;
  }

  static async open(t: TestContext, storeUrl = 'sqlite::memory:'): Promise<DeliveryWorld> {
    const store = await openStore(storeUrl);
    const receiver = await WebhookReceiver.open();
    const world = new DeliveryWorld(store, receiver);
    t.after(async () => {
      for (const deliverer of world.#deliverers) await deliverer.stop();
      await receiver.close();
      await store.close();
    });
    return world;
  }

  /** Begins to deliver; ends with the test. */
  deliver(more: Partial<DelivererParts> = {}): Deliverer {
    const deliverer = new Deliverer({
      ...{ store: this.store, zone: findZone('Europe/Berlin')!, reachable: this.reachable },
      ...{ clock: () => this.now, lookEveryMs: LOOK_EVERY_MS, random: () => 0 },
      logger: { info() {}, warn() {}, error() {} },
      ...more,
    });
    this.#deliverers.push(deliverer);
    return deliverer;
  }

  async addHook(draft: WebhookDraft = {}, holder: Holder = 'operator'): Promise<WithSecret> {
    const by = { actor: 'test', now: this.now };
    const given = { url: this.receiver.url, ...draft };
    const add = await addWebhook(this, holder, given, by);
    return this.store.accounts.transact(add);
  }

  /** Adds a series, which is one event. */
  addSeries(code: string): Promise<number> {
    return addSeries(this.store, code);
  }

  /** Changes one value of a series, which is one event. */
  async change(key: number): Promise<void> {
    await write(this.store, key, { [this.#hours++]: this.#hours });
  }

  async webhook(id: string): Promise<Webhook> {
    return (await (await this.store.accounts.webhooks()).findWebhook(id))!;
  }

  /** Resolves to the webhook when it is as wanted. */
  async until(id: string, isWanted: (webhook: Webhook) => boolean): Promise<Webhook> {
    return until(async () => {
      const webhook = await this.webhook(id);
      return isWanted(webhook) ? webhook : undefined;
    });
  }

  async deliveries(id: string): Promise<Delivery[]> {
    return (await this.store.accounts.webhooks()).listDeliveries(id, 999);
  }
}
