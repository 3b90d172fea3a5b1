// The rounds of webhooks. In its round a webhook gets what is behind its cursor, delivery by delivery in order, until
// nothing is left or a try fails. Webhooks do not wait for each other.

import type { Logger } from 'pino';
import { Refusal } from '#core/errors';
import type { Clock } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { EventTail } from '#service/events/event-tail';
import { type Batch, composeBatch } from '#service/webhooks/compose-delivery';
import type { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { disableWebhook, recordOutcome } from '#service/webhooks/record-outcome';
import { LONGEST_WAIT_MS } from '#service/webhooks/retry-schedule';
import { type Resolve, sendDelivery } from '#service/webhooks/send-delivery';
import { type Message, signDelivery } from '#service/webhooks/sign-delivery';
import type { Store } from '#store/store';
import type { DeliverableWebhook, Webhook } from '#store/webhook-store';

export interface RoundParts {
  readonly store: Store;
  readonly tail: EventTail;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly reachable: ReachableAddresses;
  readonly logger: Pick<Logger, 'warn'>;
  readonly tryMs: number;
  random(): number;
  readonly resolve?: Resolve;
}

interface Round {
  running: Promise<void> | undefined;
  isWoken: boolean;
  /** Whether the cursor was compared with the end of the log. */
  isChecked: boolean;
  /** The events that were passed over since the cursor was stored, by what was wanted then. */
  passed: { readonly from: number; readonly to: number; readonly wanted: string } | undefined;
}

/** What decides which events are wanted. */
const wantedOf = ({ webhook, planPatterns }: DeliverableWebhook): string =>
  JSON.stringify([webhook.patterns, webhook.kinds, planPatterns]);

/** Whether the next try is due. One that is planned too far ahead was planned by a wrong clock. */
export const isDue = ({ tryAt }: Pick<Webhook, 'tryAt'>, now: number): boolean =>
  tryAt <= now || tryAt > now + LONGEST_WAIT_MS;

export class HookRounds {
  readonly counts = { delivered: 0, failed: 0 };
  readonly #parts: RoundParts;
  readonly #rounds = new Map<string, Round>();
  #abort = new AbortController();

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /** Gives a webhook a round, or another one after that which is under way. */
  wake(id: string): void {
    const fresh = { running: undefined, isWoken: false, isChecked: false, passed: undefined };
    const round: Round = this.#rounds.get(id) ?? fresh;
    this.#rounds.set(id, round);
    round.isWoken = true;
    round.running ??= this.#run(id, round).finally(() => {
      round.running = undefined;
    });
  }

  /** Forgets webhooks that are not among these. */
  forgetOthers(ids: readonly string[]): void {
    const listed = new Set(ids);
    for (const [id, { running }] of this.#rounds) {
      if (!running && !listed.has(id)) this.#rounds.delete(id);
    }
  }

  /** Aborts what is under way. A try that is cut off is not recorded, and is repeated later. */
  async stopAll(): Promise<void> {
    this.#abort.abort();
    await Promise.all(Array.from(this.#rounds.values(), ({ running }) => running));
    await this.keepCursors();
    this.#rounds.clear();
    this.#abort = new AbortController();
  }

  /** Stores how far webhooks have come that nothing was delivered to. */
  async keepCursors(): Promise<void> {
    const webhooks = await this.#parts.store.accounts.webhooks();
    for (const [id, round] of this.#rounds) {
      const { passed, running } = round;
      if (running || !passed || passed.to === passed.from) continue;
      const isKept = await webhooks.passOver(id, passed.from, passed.to);
      if (round.passed === passed)
        round.passed = isKept ? { ...passed, from: passed.to } : undefined;
    }
  }

  async #run(id: string, round: Round): Promise<void> {
    const { signal } = this.#abort;
    try {
      while (round.isWoken && !signal.aborted) {
        round.isWoken = false;
        while (await this.#step(id, round, signal));
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#parts.logger.warn({ webhook: id, err: error }, 'a webhook waits for the store');
      }
    }
  }

  /** Makes one delivery at most. Resolves to whether there may be more to do at once. */
  async #step(id: string, round: Round, signal: AbortSignal): Promise<boolean> {
    const { store, clock } = this.#parts;
    const deliverable = await (await store.accounts.webhooks()).findDeliverable(id);
    if (signal.aborted || !deliverable || !isDue(deliverable.webhook, clock())) return false;
    if (!round.isChecked && (await this.#checkCursor(deliverable.webhook, round))) return true;
    const batch = await this.#compose(deliverable, round);
    if (!batch || signal.aborted) return false;
    if (batch.message) return this.#deliver(deliverable, batch, batch.message, round, signal);
    const wanted = wantedOf(deliverable);
    round.passed = { from: deliverable.webhook.cursor, to: batch.last, wanted };
    return batch.hasMore;
  }

  /** Moves a cursor that lies behind the end of the log, as after a backup was restored. */
  async #checkCursor({ id, cursor }: Webhook, round: Round): Promise<boolean> {
    const { store, clock } = this.#parts;
    const { newest } = await store.eventRange();
    round.isChecked = true;
    if (cursor <= newest) return false;
    return (await store.accounts.webhooks()).moveWebhook(id, newest, clock());
  }

  async #compose(deliverable: DeliverableWebhook, round: Round): Promise<Batch | undefined> {
    const { store, tail, zone, clock } = this.#parts;
    const { webhook } = deliverable;
    const { passed } = round;
    const isPassed = passed?.from === webhook.cursor && passed.wanted === wantedOf(deliverable);
    try {
      return await composeBatch(tail, deliverable, isPassed ? passed.to : webhook.cursor, zone);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Never a silent hole: the owner decides how to go on.
      const reason = `${error.message}; replay it from a later cursor`;
      await store.accounts.transact((within) => disableWebhook(within, webhook, reason, clock()));
      return undefined;
    }
  }

  async #deliver(
    { webhook, secrets }: DeliverableWebhook,
    batch: Batch,
    message: Message,
    round: Round,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, clock, random } = this.#parts;
    const now = clock();
    const began = performance.now();
    const headers = signDelivery(message, secrets, now);
    const sent = { url: webhook.url, headers, body: message.body };
    const outcome = await sendDelivery(sent, { ...this.#parts, now, signal });
    const { status, fault } = outcome;
    this.counts[fault === null ? 'delivered' : 'failed']++;
    const delivery = {
      ...{ messageId: message.id, triedAt: now, tookMs: Math.round(performance.now() - began) },
      ...{ after: webhook.cursor, last: batch.last, events: batch.events, status, fault },
    };
    const isRecorded = await recordOutcome(store.accounts, webhook, delivery, outcome, random());
    round.passed = undefined;
    // A webhook that was changed during the try is looked at again.
    return fault === null || !isRecorded;
  }
}
