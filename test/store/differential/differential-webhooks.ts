// Every method of webhooks as a random command.

import fc from 'fast-check';
import type { AccountStore } from '#store/account-store';
import type { Delivery, WebhookContent, WebhookStore } from '#store/webhook-store';
import { idOf, userName } from './differential-accounts.ts';
import type { Action, Scope } from './differential-actions.ts';
import { aside, text } from './differential-inputs.ts';

function ask<Input>(
  input: fc.Arbitrary<Input>,
  perform: (webhooks: WebhookStore, input: Input, scope: Scope) => unknown,
): Action<AccountStore> {
  return {
    input,
    perform: async (accounts: AccountStore, given: Input, scope: Scope) =>
      perform(await accounts.webhooks(), given, scope),
  };
}

/** Ids that sequences share, so webhooks of earlier ones are found too. */
const id = fc.constantFrom('w1', 'w2', 'ä');
const limit = fc.constantFrom(0, 1, 9);
const cursor = fc.constantFrom(0, 1, 2, 2 ** 40);
const owner = fc.option(userName, { nil: null });
const content: fc.Arbitrary<WebhookContent> = fc.record({
  url: text,
  patterns: fc.array(text, { maxLength: 2 }),
  kinds: fc.array(text, { maxLength: 2 }),
});
const secrets = fc.record({
  secret: text,
  old: fc.option(fc.record({ secret: text, endsAt: fc.constantFrom(1, 2 ** 41) }), { nil: null }),
});
const delivery: fc.Arbitrary<Omit<Delivery, 'triedAt'>> = fc.record({
  ...{ messageId: text, tookMs: fc.nat(20_000), after: cursor, last: cursor, events: fc.nat(9) },
  status: fc.constantFrom(null, 200, 503),
  fault: fc.option(text, { nil: null }),
});

const ownerId = async (accounts: AccountStore, name: string | null): Promise<number | null> =>
  name === null ? null : idOf(accounts, name);

export const WEBHOOK_ACTIONS: Readonly<Record<string, Action<AccountStore>>> = {
  listWebhooks: {
    input: fc.tuple(limit, owner),
    perform: async (accounts: AccountStore, [most, of]: [number, string | null]) =>
      (await accounts.webhooks()).listWebhooks(most, await ownerId(accounts, of)),
  } as Action<AccountStore>,
  countWebhooks: {
    input: owner,
    perform: async (accounts: AccountStore, of: string | null) =>
      (await accounts.webhooks()).countWebhooks(await ownerId(accounts, of)),
  } as Action<AccountStore>,
  addWebhook: {
    input: fc.tuple(owner, id, content, cursor),
    perform: async (
      accounts: AccountStore,
      [of, made, given, at]: [string | null, string, WebhookContent, number],
      { now }: Scope,
    ) => {
      const facts = { id: made, ownerId: await ownerId(accounts, of), secret: 's' };
      const webhooks = await accounts.webhooks();
      return webhooks.addWebhook({ ...given, ...facts, createdAt: now, cursor: at });
    },
  } as Action<AccountStore>,
  findWebhook: ask(fc.oneof(id, text), (webhooks, of) => webhooks.findWebhook(of)),
  changeWebhook: ask(fc.tuple(id, content), (webhooks, [of, given], { now }) =>
    webhooks.changeWebhook(of, given, now),
  ),
  findSecrets: ask(id, (webhooks, of) => webhooks.findSecrets(of)),
  putSecrets: ask(fc.tuple(id, secrets), (webhooks, [of, given]) => webhooks.putSecrets(of, given)),
  removeWebhook: ask(id, (webhooks, of) => webhooks.removeWebhook(of)),
  disableWebhook: ask(fc.tuple(id, text), (webhooks, [of, reason], { now }) =>
    webhooks.disableWebhook(of, reason, now),
  ),
  enableWebhook: ask(id, (webhooks, of, { now }) => webhooks.enableWebhook(of, now)),
  moveWebhook: ask(fc.tuple(id, cursor), (webhooks, [of, to], { now }) =>
    webhooks.moveWebhook(of, to, now),
  ),
  findDeliverable: ask(id, (webhooks, of) => webhooks.findDeliverable(of)),
  recordTry: ask(
    fc.tuple(id, delivery, fc.option(fc.tuple(fc.nat(9), aside), { nil: null })),
    (webhooks, [of, made, again], { now }) => {
      const retry = again && { failedTries: again[0], tryAt: now + again[1] };
      return webhooks.recordTry(of, { ...made, triedAt: now }, retry, 2);
    },
  ),
  passOver: ask(fc.tuple(id, cursor, cursor), (webhooks, [of, from, to]) =>
    webhooks.passOver(of, from, to),
  ),
  listDeliveries: ask(fc.tuple(id, limit), (webhooks, [of, most]) =>
    webhooks.listDeliveries(of, most),
  ),
};
