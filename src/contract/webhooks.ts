// Wire shapes of webhooks: /api/v1/webhooks and /api/operator/webhooks.

import { type OwnPassword, ownPassword } from '#contract/operator-accounts';
import { count, orNull, utc, utcOrNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

const id = Type.String({ description: '16 digits', examples: ['3f9c01d2a7b6e458'] });
const url = Type.String({
  description:
    'Where events are sent: https, at most 2,000 characters, without a user name. WEBHOOK_ALLOW names the hosts and private addresses that plain http reaches too.',
  examples: ['https://example.com/gridtide'],
});
const series = Type.Array(Type.String(), {
  description: 'Patterns of series, at most 50; empty: every series of the plan',
  examples: [['de*']],
});
const kinds = Type.Array(Type.String(), {
  description: 'Kinds (run) or types (run.added) of events; empty: every kind',
  examples: [['values', 'run.added']],
});

const facts = {
  id,
  owner: orNull<string>('string', {
    description:
      'The user whose plan decides what is sent; null: the operator, who is told everything',
    examples: ['demo'],
  }),
  url,
  series,
  kinds,
  created: utc('When it was made'),
  disabled: utcOrNull('Since when nothing is sent; null while it is enabled'),
  reason: orNull<string>('string', {
    description: 'Why it was disabled',
    examples: ['the receiver answered 410, which ends a webhook'],
  }),
  cursor: Type.String({
    description:
      'The last event that was delivered or passed over; a cursor of GET /api/v1/changes',
    examples: ['1042'],
  }),
  behind: count('How many events the log has behind the cursor, wanted or not'),
  failedTries: count('How often what comes next was tried in vain'),
  nextTry: utcOrNull('When it is tried again; null if nothing failed'),
  lastDelivered: utcOrNull('The last success'),
  oldSecretEnds: utcOrNull('Until when the old secret signs too; null if there is none'),
};

export const WebhookShape = Type.Object(facts);
export type WebhookShape = Static<typeof WebhookShape>;

export const WebhookList = Type.Object({ webhooks: Type.Array(WebhookShape) });
export type WebhookList = Static<typeof WebhookList>;

export const WebhookMade = Type.Object({
  ...facts,
  secret: Type.String({
    description: 'Signs what is sent. It is shown once: keep it at the receiver',
    examples: ['<SECRET>'],
  }),
});
export type WebhookMade = Static<typeof WebhookMade>;

export const WebhookRemoved = Type.Object({ removed: id });
export type WebhookRemoved = Static<typeof WebhookRemoved>;

const content = { url, series: Type.Optional(series), kinds: Type.Optional(kinds) };
const change = { ...content, url: Type.Optional(url) };

export const WebhookBody = Type.Object(content);
export type WebhookBody = Static<typeof WebhookBody>;
export const OperatorWebhookBody = Type.Object({ ...content, ...ownPassword });

export const WebhookChangeBody = Type.Object(change);
export type WebhookChangeBody = Static<typeof WebhookChangeBody>;
export const OperatorWebhookChangeBody = Type.Object({ ...change, ...ownPassword });

/** A request without a body arrives as null. */
export const OperatorConfirmBody = Type.Unsafe<OwnPassword | null>({
  type: ['object', 'null'],
  properties: ownPassword,
});

/** The same for users, who confirm nothing. */
export const NoBody = Type.Unsafe<object | null>({ type: ['object', 'null'], properties: {} });

export const WebhookParams = Type.Object({
  id: Type.String({ description: 'The id of a webhook', examples: ['3f9c01d2a7b6e458'] }),
});
export type WebhookParams = Static<typeof WebhookParams>;

export const ReplayQuery = Type.Object({
  from: Type.String({
    description:
      'The cursor behind which it goes on: the id of an event, or 0 for the beginning of the log',
    examples: ['0'],
  }),
});
export type ReplayQuery = Static<typeof ReplayQuery>;

export const DeliveryShape = Type.Object({
  id: Type.String({
    description: 'The header webhook-id, the same in every try',
    examples: ['msg_3f9c01d2a7b6e458_1001_1042'],
  }),
  tried: utc('When the try began'),
  milliseconds: count('How long it took', 35),
  events: count('How many events it had', 12),
  next: Type.String({ description: 'The cursor behind its last event', examples: ['1042'] }),
  delivered: Type.Boolean({ examples: [true] }),
  status: orNull<number>('integer', {
    description: 'The status of the answer; null if none came',
    examples: [204],
  }),
  fault: orNull<string>('string', {
    description: 'Why it failed; null if it was delivered',
    examples: ['no answer within 20 s'],
  }),
});
export type DeliveryShape = Static<typeof DeliveryShape>;

export const DeliveryList = Type.Object({
  deliveries: Type.Array(DeliveryShape, { description: 'The last 200 tries, newest first' }),
});
export type DeliveryList = Static<typeof DeliveryList>;
