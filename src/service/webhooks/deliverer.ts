// Delivers the log of changes to webhooks. If several processes share a store, one of them has the duty; if it dies,
// another goes on behind the cursors in the store. Each webhook has its own pace.

import type { Logger } from 'pino';
import type { Clock } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { EventTail } from '#service/events/event-tail';
import { HookRounds, isDue } from '#service/webhooks/hook-rounds';
import type { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { type Resolve, TRY_MS } from '#service/webhooks/send-delivery';
import type { Store } from '#store/store';
import type { Webhook } from '#store/webhook-store';

const DUTY = 'webhooks';
/** How often webhooks are looked for that were added or changed, or whose next try is due. */
const LOOK_EVERY_MS = 1_000;

export interface DelivererParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly reachable: ReachableAddresses;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** A number from 0 to 1. */
  random?(): number;
  readonly lookEveryMs?: number;
  readonly tryMs?: number;
  readonly resolve?: Resolve;
}

type Listed = Pick<Webhook, 'id' | 'cursor' | 'tryAt'>;

export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #tail: EventTail;
  readonly #rounds: HookRounds;
  readonly #timer: NodeJS.Timeout;
  #listed: readonly Listed[] = [];
  #stopListening: (() => void) | undefined;
  #looking: Promise<void> | undefined;
  #hasDuty = false;
  #isFailing = false;
  #isStopped = false;

  constructor(parts: DelivererParts) {
    const { store, lookEveryMs = LOOK_EVERY_MS, tryMs = TRY_MS, random = Math.random } = parts;
    this.#parts = parts;
    this.#tail = new EventTail(store);
    this.#rounds = new HookRounds({ ...parts, tail: this.#tail, tryMs, random });
    this.#timer = setInterval(() => this.#tick(), lookEveryMs).unref();
    this.#tick();
  }

  /** The tries of this process, by result. */
  get counts(): Readonly<Record<'delivered' | 'failed', number>> {
    return this.#rounds.counts;
  }

  /** Aborts the tries under way, which are repeated by the next process, and gives the duty up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    await this.#rest().catch(() => {});
  }

  #tick(): void {
    if (this.#isStopped) return;
    // Cursors are kept before the next rounds begin: not while a webhook has its round.
    this.#looking ??= this.#rounds
      .keepCursors()
      .then(() => this.#look())
      .then(() => {
        this.#isFailing = false;
      })
      .catch((error) => this.#note(error))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** The log says once that webhooks cannot be delivered, not every second. */
  #note(error: unknown): void {
    if (!this.#isFailing) this.#parts.logger.warn({ err: error }, 'webhooks cannot be read');
    this.#isFailing = true;
  }

  async #look(): Promise<void> {
    const { store } = this.#parts;
    this.#listed = await (await store.accounts.webhooks()).listDeliverable();
    const hasDuty = this.#listed.length > 0 && (await store.holdDuty(DUTY));
    if (!hasDuty) {
      if (this.#hasDuty) await this.#rest();
      return;
    }
    this.#hasDuty = true;
    this.#stopListening ??= this.#tail.listen(() => this.#wakeDue());
    this.#rounds.forgetOthers(this.#listed.map(({ id }) => id));
    this.#wakeDue();
  }

  async #rest(): Promise<void> {
    this.#hasDuty = false;
    this.#stopListening?.();
    this.#stopListening = undefined;
    await this.#rounds.stopAll();
    await this.#parts.store.leaveDuty(DUTY);
  }

  #wakeDue(): void {
    const now = this.#parts.clock();
    for (const listed of this.#listed) if (isDue(listed, now)) this.#rounds.wake(listed.id);
  }
}

export const startDelivering = (parts: DelivererParts): Deliverer => new Deliverer(parts);
