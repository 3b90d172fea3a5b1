// What follows from a try: the webhook goes on, is tried again later, or is disabled.

import { recordChange } from '#accounts/account-journal';
import type { Instant } from '#core/time/instant';
import { MOST_TRIES, nextTryAt } from '#service/webhooks/retry-schedule';
import type { TryOutcome } from '#service/webhooks/send-delivery';
import type { AccountStore } from '#store/account-store';
import type { Delivery, Webhook } from '#store/webhook-store';

/** The last tries that are kept of each webhook. */
export const KEPT_DELIVERIES = 200;
/** Who disables a webhook, as the audit names it. */
const ACTOR = 'gridtide';

/** The operator's webhooks are recorded under this name, a user's under the user's. */
export const nameOfOwner = ({ ownerName }: Pick<Webhook, 'ownerName'>): string =>
  ownerName ?? 'operator';

/** Names a webhook without the path of its address, which may be a secret of the receiver. */
export const nameWebhook = ({ id, url }: Pick<Webhook, 'id' | 'url'>): string =>
  `Webhook ${id} to ${new URL(url).origin}`;

/** Disables a webhook by the server itself, within a transaction. */
export async function disableWebhook(
  within: AccountStore,
  webhook: Webhook,
  reason: string,
  now: Instant,
): Promise<void> {
  if (!(await (await within.webhooks()).disableWebhook(webhook.id, reason, now))) return;
  const detail = `${nameWebhook(webhook)} was disabled: ${reason}.`;
  const by = { actor: ACTOR, now };
  await recordChange(within, by, 'webhook-disabled', nameOfOwner(webhook), detail);
}

/** Resolves to false if the webhook was changed in the meantime, so that the try counts for nothing. */
export const recordOutcome = (
  accounts: AccountStore,
  webhook: Webhook,
  delivery: Delivery,
  { fault, isGone, askedMs }: TryOutcome,
  chance: number,
): Promise<boolean> =>
  accounts.transact(async (within) => {
    const webhooks = await within.webhooks();
    if (fault === null) return webhooks.recordTry(webhook.id, delivery, null, KEPT_DELIVERIES);
    const endedAt = delivery.triedAt + delivery.tookMs;
    const failedTries = webhook.failedTries + 1;
    const tryAt = isGone ? undefined : nextTryAt(failedTries, endedAt, askedMs, chance);
    const retry = { failedTries, tryAt: tryAt ?? endedAt };
    const isRecorded = await webhooks.recordTry(webhook.id, delivery, retry, KEPT_DELIVERIES);
    if (isRecorded && tryAt === undefined) {
      const reason = isGone
        ? 'the receiver answered 410, which ends a webhook'
        : `${MOST_TRIES} tries of one delivery failed; the last: ${fault}`;
      await disableWebhook(within, webhook, reason, endedAt);
    }
    return isRecorded;
  });
