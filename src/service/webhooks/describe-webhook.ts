// Webhooks and their tries as answers tell them. No answer but the one that makes it has a secret.

import { formatUtc, type Instant } from '#core/time/instant';
import type { EventRange } from '#store/change-event';
import type { Delivery, Webhook } from '#store/webhook-store';

const timeOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

export const describeWebhook = (webhook: Webhook, { newest }: EventRange) => ({
  id: webhook.id,
  owner: webhook.ownerName,
  url: webhook.url,
  series: [...webhook.patterns],
  kinds: [...webhook.kinds],
  created: formatUtc(webhook.createdAt),
  disabled: timeOrNull(webhook.disabledAt),
  reason: webhook.disabledReason,
  cursor: String(webhook.cursor),
  behind: Math.max(0, newest - webhook.cursor),
  failedTries: webhook.failedTries,
  nextTry:
    webhook.failedTries === 0 || webhook.disabledAt !== null ? null : formatUtc(webhook.tryAt),
  lastDelivered: timeOrNull(webhook.deliveredAt),
  oldSecretEnds: timeOrNull(webhook.oldSecretEndsAt),
});

export const describeDelivery = (delivery: Delivery) => ({
  id: delivery.messageId,
  tried: formatUtc(delivery.triedAt),
  milliseconds: delivery.tookMs,
  events: delivery.events,
  next: String(delivery.last),
  delivered: delivery.fault === null,
  status: delivery.status,
  fault: delivery.fault,
});
