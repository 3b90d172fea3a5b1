// Webhooks, as every store keeps them. store.ts says what is common to all methods.

import type { Instant } from '#core/time/instant';

/** What the owner of a webhook changes. */
export interface WebhookContent {
  readonly url: string;
  /** Patterns of series; empty: every series. */
  readonly patterns: readonly string[];
  /** Kinds (`run`) or types (`run.added`) of events; empty: every kind. */
  readonly kinds: readonly string[];
}

/** A webhook without its secrets, so that no answer gets them by accident. */
export interface Webhook extends WebhookContent {
  readonly id: string;
  /** The user whose plan decides what is delivered; null: the operator, who is told everything. */
  readonly ownerId: number | null;
  readonly ownerName: string | null;
  readonly createdAt: Instant;
  /** Null while the webhook is delivered to. */
  readonly disabledAt: Instant | null;
  readonly disabledReason: string | null;
  /** The number of the last event that was delivered or passed over. */
  readonly cursor: number;
  /** The last event of a delivery that failed, so that the next try has the same; null: none failed. */
  readonly batchEnd: number | null;
  readonly failedTries: number;
  readonly tryAt: Instant;
  readonly deliveredAt: Instant | null;
  /** The first instant at which the old secret no longer signs; null if there is none. */
  readonly oldSecretEndsAt: Instant | null;
}

export interface WebhookSecrets {
  readonly secret: string;
  readonly old: { readonly secret: string; readonly endsAt: Instant } | null;
}

/** A webhook as added. Its first try is due at once. */
export type NewWebhook = WebhookContent &
  Pick<Webhook, 'id' | 'ownerId' | 'createdAt' | 'cursor'> & { readonly secret: string };

/** A webhook with all that a delivery needs. */
export interface DeliverableWebhook {
  readonly webhook: Webhook;
  readonly secrets: WebhookSecrets;
  /** The patterns of the owner's plan as it is now; null for the operator's webhook, which is told everything. */
  readonly planPatterns: readonly string[] | null;
}

/** One try. */
export interface Delivery {
  /** The header webhook-id, the same in every try. */
  readonly messageId: string;
  readonly triedAt: Instant;
  readonly tookMs: number;
  /** The delivery has the wanted ones of the events after `after` up to `last`. */
  readonly after: number;
  readonly last: number;
  readonly events: number;
  /** The status of the answer; null if none came. */
  readonly status: number | null;
  /** Why the try failed; null if it was a success. */
  readonly fault: string | null;
}

/** When a failed delivery is tried again. */
export type Retry = Pick<Webhook, 'failedTries' | 'tryAt'>;

export interface WebhookStore {
  /** All webhooks or those of one owner, the oldest first. */
  listWebhooks(limit: number, ownerId?: number | null): Promise<Webhook[]>;
  /** How many webhooks an owner has. */
  countWebhooks(ownerId: number | null): Promise<number>;
  findWebhook(id: string): Promise<Webhook | undefined>;
  /** Resolves to false if the id is taken. */
  addWebhook(webhook: NewWebhook): Promise<boolean>;
  /** Replaces the content. The next try is due at `now`. False if no such webhook is stored, as below. */
  changeWebhook(id: string, content: WebhookContent, now: Instant): Promise<boolean>;
  findSecrets(id: string): Promise<WebhookSecrets | undefined>;
  putSecrets(id: string, secrets: WebhookSecrets): Promise<boolean>;
  /** Removes a webhook and its deliveries. For use within a transaction. */
  removeWebhook(id: string): Promise<boolean>;
  /** False also if the webhook is disabled already. */
  disableWebhook(id: string, reason: string, now: Instant): Promise<boolean>;
  /** Enables a webhook and forgets its failures. The next try is due at `now`. */
  enableWebhook(id: string, now: Instant): Promise<boolean>;
  /** Goes on behind a cursor, also one that lies back. The next try is due at `now`. */
  moveWebhook(id: string, cursor: number, now: Instant): Promise<boolean>;
  /** The webhooks that are delivered to: neither they nor their owners are disabled. */
  listDeliverable(): Promise<Pick<Webhook, 'id' | 'cursor' | 'tryAt'>[]>;
  /** One of those, as it is now. */
  findDeliverable(id: string): Promise<DeliverableWebhook | undefined>;
  /**
   * Records a try of what comes after `delivery.after`, as a compare-and-set within a transaction. With
   * `retry` the delivery is tried again; else the webhook goes on behind `delivery.last`. False, and
   * nothing is recorded, if the cursor was moved or the webhook is gone. Only the last `kept` tries are
   * kept.
   */
  recordTry(id: string, delivery: Delivery, retry: Retry | null, kept: number): Promise<boolean>;
  /**
   * Compare-and-set: goes on behind `to` without a delivery, if the cursor is `from`. Like windows, the last
   * ones may be lost in a power cut: the same events are then passed over again.
   */
  passOver(id: string, from: number, to: number): Promise<boolean>;
  /** The last tries, newest first. */
  listDeliveries(id: string, limit: number): Promise<Delivery[]>;
}
