// /api/v1/webhooks: the receivers of the log of changes. A user's webhook is told what the plan sees; the
// operator's, at /api/operator/webhooks, is told everything.

import type { FastifyInstance } from 'fastify';
import * as shape from '#contract/webhooks';
import { changedBy, type Door, userDoor } from '#http/api/v1/webhooks/webhook-door';
import { refuseUnknownFields } from '#http/request/known-fields';
import type { AccountParts, StoreParts, WebhookParts } from '#http/request/server-parts';
import type { WebhookWorld } from '#service/webhooks/webhooks';
import type { Webhook } from '#store/webhook-store';

/** Loaded with the first request for webhooks: a server is ready sooner without them. */
const loadWebhooks = () => import('#service/webhooks/webhooks');
const loadTexts = () => import('#service/webhooks/describe-webhook');

export type WebhookRouteParts = StoreParts & AccountParts & WebhookParts;

export function addWebhookRoutes(app: FastifyInstance, parts: WebhookRouteParts): void {
  void app.register(async (scope) => {
    scope.addHook('preHandler', (request, _reply, done) => {
      done(refuseUnknownFields(request, request.body));
    });
    addWebhookRoutesBehind(userDoor(scope, parts), parts);
  });
}

/** Returns a function that makes the world once, with the first request: the rules for addresses are a setting. */
function worldOf({ store, webhookAllow = [] }: WebhookRouteParts): () => Promise<WebhookWorld> {
  let world: Promise<WebhookWorld> | undefined;
  const make = async (): Promise<WebhookWorld> => {
    const { ReachableAddresses } = await import('#service/webhooks/reachable-addresses');
    return { store, reachable: new ReachableAddresses(webhookAllow) };
  };
  return () => (world ??= make());
}

/** Adds the routes behind a door. */
export function addWebhookRoutesBehind(door: Door, parts: WebhookRouteParts): void {
  const world = worldOf(parts);
  const tell: Tell = async (webhook) => {
    const { describeWebhook } = await loadTexts();
    return describeWebhook(webhook, await parts.store.eventRange());
  };
  addReads(door, parts, tell);
  addMaking(door, world, tell);
  addChanging(door, world, tell);
  addTurning(door, world, tell);
}

type Tell = (webhook: Webhook) => Promise<shape.WebhookShape>;

function addReads(
  door: Door,
  { store, signIn: { accounts } }: WebhookRouteParts,
  tell: Tell,
): void {
  const { path, holderOf } = door;
  door.read(
    {
      url: path,
      summary: door.isOperator ? 'All webhooks, without their secrets' : 'Your webhooks',
      description: 'The oldest comes first; 1,000 at most.',
      answer: shape.WebhookList,
      refuses: [],
    },
    async (request): Promise<shape.WebhookList> => {
      const { listWebhooks } = await loadWebhooks();
      const { describeWebhook } = await loadTexts();
      const found = await listWebhooks(accounts, holderOf(request));
      const range = await store.eventRange();
      return { webhooks: found.map((webhook) => describeWebhook(webhook, range)) };
    },
  );
  door.read<{ Params: shape.WebhookParams }>(
    {
      url: `${path}/:id`,
      summary: 'One webhook, and how far it has come',
      params: shape.WebhookParams,
      answer: shape.WebhookShape,
      refuses: ['webhook_unknown'],
    },
    async (request) => {
      const { findWebhookOrRefuse } = await loadWebhooks();
      return tell(await findWebhookOrRefuse(accounts, holderOf(request), request.params.id));
    },
  );
  door.read<{ Params: shape.WebhookParams }>(
    {
      url: `${path}/:id/deliveries`,
      summary: 'The last tries of a webhook',
      params: shape.WebhookParams,
      answer: shape.DeliveryList,
      refuses: ['webhook_unknown'],
    },
    async (request): Promise<shape.DeliveryList> => {
      const { listDeliveries } = await loadWebhooks();
      const tries = await listDeliveries(accounts, holderOf(request), request.params.id);
      const { describeDelivery } = await loadTexts();
      return { deliveries: tries.map(describeDelivery) };
    },
  );
}

function addMaking(door: Door, world: () => Promise<WebhookWorld>, tell: Tell): void {
  door.write<{ Body: shape.WebhookBody }>(
    {
      method: 'POST',
      url: door.path,
      summary: 'Make a webhook',
      description:
        'It is told what is committed from now on, as Standard Webhooks 1.0.0 describes it. Its secret is in this answer and in no other.',
      body: door.isOperator ? shape.OperatorWebhookBody : shape.WebhookBody,
      answer: shape.WebhookMade,
      refuses: ['field_missing', 'field_invalid'],
    },
    async (request) => {
      const { addWebhook } = await loadWebhooks();
      const { url, series, kinds } = request.body;
      const draft = { url, series, kinds };
      const holder = door.holderOf(request);
      const add = await addWebhook(await world(), holder, draft, changedBy(request));
      return async (within) => {
        const { secret, ...webhook } = await add(within);
        return { ...(await tell(webhook)), secret };
      };
    },
  );
}

function addChanging(door: Door, world: () => Promise<WebhookWorld>, tell: Tell): void {
  const url = `${door.path}/:id`;
  const confirm = door.isOperator ? { body: shape.OperatorConfirmBody } : {};
  door.write<{ Params: shape.WebhookParams; Body: shape.WebhookChangeBody }>(
    {
      method: 'PUT',
      url,
      summary: 'Change the fields that are given',
      description: 'What failed before is tried again at once.',
      params: shape.WebhookParams,
      body: door.isOperator ? shape.OperatorWebhookChangeBody : shape.WebhookChangeBody,
      answer: shape.WebhookShape,
      refuses: ['field_invalid', 'webhook_unknown'],
    },
    async (request) => {
      const { changeWebhook } = await loadWebhooks();
      const { url: address, series, kinds } = request.body;
      const draft = { url: address, series, kinds };
      const { id } = request.params;
      const holder = door.holderOf(request);
      const change = changeWebhook(await world(), holder, id, draft, changedBy(request));
      return async (within) => tell(await change(within));
    },
  );
  door.write<{ Params: shape.WebhookParams }>(
    {
      method: 'DELETE',
      url,
      summary: 'Remove a webhook',
      params: shape.WebhookParams,
      ...confirm,
      answer: shape.WebhookRemoved,
      refuses: ['webhook_unknown'],
    },
    async (request) => {
      const { removeWebhook } = await loadWebhooks();
      const { id } = request.params;
      const remove = removeWebhook(door.holderOf(request), id, changedBy(request));
      return async (within) => ({ removed: (await remove(within)).id });
    },
  );
}

/** Adds what turns a webhook to another secret, another cursor, or on again. */
function addTurning(door: Door, world: () => Promise<WebhookWorld>, tell: Tell): void {
  const url = `${door.path}/:id`;
  const confirm = { body: door.isOperator ? shape.OperatorConfirmBody : shape.NoBody };
  const common = { method: 'POST', params: shape.WebhookParams, ...confirm } as const;
  door.write<{ Params: shape.WebhookParams }>(
    {
      ...common,
      url: `${url}/rotate`,
      summary: 'Give a webhook a new secret',
      description:
        'It is in this answer and in no other. For 24 hours what is sent has two signatures: of the new secret and of the old one.',
      answer: shape.WebhookMade,
      refuses: ['webhook_unknown'],
    },
    async (request) => {
      const { rotateSecret } = await loadWebhooks();
      const { id } = request.params;
      const rotate = rotateSecret(door.holderOf(request), id, changedBy(request));
      return async (within) => {
        const { secret, ...webhook } = await rotate(within);
        return { ...(await tell(webhook)), secret };
      };
    },
  );
  door.write<{ Params: shape.WebhookParams }>(
    {
      ...common,
      url: `${url}/enable`,
      summary: 'Go on sending to a webhook that was disabled',
      answer: shape.WebhookShape,
      refuses: ['webhook_unknown'],
    },
    async (request) => {
      const { enableWebhook } = await loadWebhooks();
      const { id } = request.params;
      const enable = enableWebhook(door.holderOf(request), id, changedBy(request));
      return async (within) => tell(await enable(within));
    },
  );
  door.write<{ Params: shape.WebhookParams; Querystring: shape.ReplayQuery }>(
    {
      ...common,
      url: `${url}/replay`,
      summary: 'Send again what comes behind a cursor',
      querystring: shape.ReplayQuery,
      answer: shape.WebhookShape,
      refuses: ['webhook_unknown', 'field_missing', 'field_invalid', 'cursor_gone'],
    },
    async (request) => {
      const { replayWebhook } = await loadWebhooks();
      const { id } = request.params;
      const holder = door.holderOf(request);
      const by = changedBy(request);
      const replay = await replayWebhook(await world(), holder, id, request.query.from, by);
      return async (within) => tell(await replay(within));
    },
  );
}
