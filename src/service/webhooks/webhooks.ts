// Webhooks of a user, and those of the operator, who also manages the users'. Only the answer that makes a secret has it.

import { randomBytes } from 'node:crypto';
import { type AccountChange, type ChangedBy, recordChange } from '#accounts/account-journal';
import { Refusal, refuseField } from '#core/errors';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import { findCursor } from '#service/events/event-cursor';
import { checkWebhook, type WebhookDraft } from '#service/webhooks/check-webhook';
import type { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { KEPT_DELIVERIES, nameOfOwner, nameWebhook } from '#service/webhooks/record-outcome';
import { makeWebhookSecret } from '#service/webhooks/sign-delivery';
import type { AccountStore, User } from '#store/account-store';
import type { Store } from '#store/store';
import type { Delivery, Webhook } from '#store/webhook-store';

export const MAX_WEBHOOKS_PER_USER = 20;
export const MAX_WEBHOOKS_OF_OPERATOR = 200;
/** The most webhooks that a list has. */
export const MAX_LISTED = 1_000;
/** How long the old secret signs too after a new one was made. */
export const ROTATION_HOURS = 24;

const ID_BYTES = 8;
const ID_FORM = /^[0-9a-f]{16}$/;

/** Whose webhooks are meant: a user's, or all of them if the operator asks. */
export type Holder = Pick<User, 'id' | 'name'> | 'operator';

/** The store with the log, and the addresses that webhooks may have. */
export interface WebhookWorld {
  readonly store: Pick<Store, 'eventRange'>;
  readonly reachable: ReachableAddresses;
}

export const listWebhooks = async (accounts: AccountStore, holder: Holder): Promise<Webhook[]> =>
  (await accounts.webhooks()).listWebhooks(
    MAX_LISTED,
    holder === 'operator' ? undefined : holder.id,
  );

/** Finds a webhook of the holder. An unknown one and one of another user are refused alike. */
export async function findWebhookOrRefuse(
  accounts: AccountStore,
  holder: Holder,
  id: string,
): Promise<Webhook> {
  const webhooks = await accounts.webhooks();
  const webhook = ID_FORM.test(id) ? await webhooks.findWebhook(id) : undefined;
  if (webhook && (holder === 'operator' || webhook.ownerId === holder.id)) return webhook;
  const whose = holder === 'operator' ? '' : ' of yours';
  throw new Refusal('webhook_unknown', `no webhook${whose} has this id`);
}

/** The last tries of a webhook, newest first. */
export async function listDeliveries(
  accounts: AccountStore,
  holder: Holder,
  id: string,
): Promise<Delivery[]> {
  await findWebhookOrRefuse(accounts, holder, id);
  return (await accounts.webhooks()).listDeliveries(id, KEPT_DELIVERIES);
}

/** A webhook as made, or with a new secret, which is never shown again. */
export type WithSecret = Webhook & { readonly secret: string };

/** Prepares a webhook that is told what comes from now on, and returns what stores it in a transaction. */
export async function addWebhook(
  { store, reachable }: WebhookWorld,
  holder: Holder,
  draft: WebhookDraft,
  by: ChangedBy,
): Promise<(within: AccountStore) => Promise<WithSecret>> {
  const content = checkWebhook(draft, reachable);
  const cursor = await findCursor(store, undefined, 'from');
  const id = randomBytes(ID_BYTES).toString('hex');
  const secret = makeWebhookSecret();
  const ownerId = holder === 'operator' ? null : holder.id;
  return async (within) => {
    const webhooks = await within.webhooks();
    await requireRoom(within, ownerId);
    await webhooks.addWebhook({ ...content, id, ownerId, createdAt: by.now, cursor, secret });
    const webhook = await findWebhookOrRefuse(within, holder, id);
    await note(within, webhook, by, 'webhook-added', 'was made');
    return { ...webhook, secret };
  };
}

async function requireRoom(within: AccountStore, ownerId: number | null): Promise<void> {
  const most = ownerId === null ? MAX_WEBHOOKS_OF_OPERATOR : MAX_WEBHOOKS_PER_USER;
  if ((await (await within.webhooks()).countWebhooks(ownerId)) < most) return;
  const message = `there are ${most} webhooks, the most there can be; remove one first`;
  throw refuseField('field_invalid', 'url', message);
}

/** A change of one webhook, within a transaction. */
export type WebhookChange<Done = Webhook> = (within: AccountStore) => Promise<Done>;

/** Changes what is given. What failed before is tried again at once. */
export const changeWebhook =
  (
    { reachable }: WebhookWorld,
    holder: Holder,
    id: string,
    draft: WebhookDraft,
    by: ChangedBy,
  ): WebhookChange =>
  async (within) => {
    const before = await findWebhookOrRefuse(within, holder, id);
    const content = checkWebhook(draft, reachable, before);
    await (await within.webhooks()).changeWebhook(id, content, by.now);
    const after = await findWebhookOrRefuse(within, holder, id);
    await note(within, after, by, 'webhook-changed', 'was changed');
    return after;
  };

export const removeWebhook =
  (holder: Holder, id: string, by: ChangedBy): WebhookChange =>
  async (within) => {
    const webhook = await findWebhookOrRefuse(within, holder, id);
    await (await within.webhooks()).removeWebhook(id);
    await note(within, webhook, by, 'webhook-removed', 'was removed');
    return webhook;
  };

/** Goes on delivering to a webhook that was disabled. */
export const enableWebhook =
  (holder: Holder, id: string, by: ChangedBy): WebhookChange =>
  async (within) => {
    await findWebhookOrRefuse(within, holder, id);
    await (await within.webhooks()).enableWebhook(id, by.now);
    const after = await findWebhookOrRefuse(within, holder, id);
    await note(within, after, by, 'webhook-enabled', 'was enabled');
    return after;
  };

/** Gives a webhook a new secret. The old one signs too until it ends; one that is older ends at once. */
export const rotateSecret =
  (holder: Holder, id: string, by: ChangedBy): WebhookChange<WithSecret> =>
  async (within) => {
    await findWebhookOrRefuse(within, holder, id);
    const webhooks = await within.webhooks();
    const secret = makeWebhookSecret();
    const { secret: old } = (await webhooks.findSecrets(id))!;
    const endsAt = by.now + ROTATION_HOURS * HOUR_MS;
    await webhooks.putSecrets(id, { secret, old: { secret: old, endsAt } });
    const after = await findWebhookOrRefuse(within, holder, id);
    const done = `got a new secret; the old one ends at ${formatUtc(endsAt)}`;
    await note(within, after, by, 'webhook-secret-changed', done);
    return { ...after, secret };
  };

/** Prepares going on behind a cursor, also one that lies back. */
export async function replayWebhook(
  { store }: WebhookWorld,
  holder: Holder,
  id: string,
  from: string | undefined,
  by: ChangedBy,
): Promise<WebhookChange> {
  if ((from ?? '').trim() === '') {
    const allowed = ['the id of an event', '0 for the beginning of the log'];
    throw refuseField('field_missing', 'from', 'a cursor is needed', allowed);
  }
  const cursor = await findCursor(store, from, 'from');
  return async (within) => {
    await findWebhookOrRefuse(within, holder, id);
    await (await within.webhooks()).moveWebhook(id, cursor, by.now);
    const after = await findWebhookOrRefuse(within, holder, id);
    await note(within, after, by, 'webhook-moved', `goes on behind event ${cursor}`);
    return after;
  };
}

const note = (
  within: AccountStore,
  webhook: Webhook,
  by: ChangedBy,
  kind: AccountChange,
  done: string,
): Promise<void> =>
  recordChange(within, by, kind, nameOfOwner(webhook), `${nameWebhook(webhook)} ${done}.`);
