// /api/operator/users/{name}/keys and …/links: API keys and links of users. Operator keys are listed and revoked
// here, but only the command line makes them. Links are made by their owners alone.

import type { FastifyInstance } from 'fastify';
import { readRole } from '#accounts/authenticate';
import {
  QuestionLinkList,
  UserLinkParams,
  UserLinkRevokeBody,
  UserLinkRevoked,
} from '#contract/links';
import {
  UserKeyBody,
  UserKeyMade,
  UserKeyParams,
  UserKeyRevokeBody,
  UserKeyRevoked,
  UserKeyShape,
  UserParams,
} from '#contract/operator-accounts';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import type { Zone } from '#core/time/zone';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addAccountWrite, addOperatorRead } from '#http/api/operator/operator-route';
import { changedBy, findUserOrRefuse } from '#http/api/operator/users';
import { describeKey, KEY_REFUSALS, loadKeyEnd, loadKeys } from '#http/api/v1/account';
import { describeLink, loadLinks } from '#http/api/v1/links/links';
import type { AccountStore } from '#store/account-store';

const PATH = '/api/operator/users/:name/keys';
const LINKS_PATH = '/api/operator/users/:name/links';

export function addKeyRoutes(
  app: FastifyInstance,
  accounts: AccountStore,
  writes: IdempotentWrites,
  zone: Zone,
): void {
  addKeyList(app, accounts);
  addKeyMaking(app, writes, zone);
  addKeyRevoking(app, writes);
  addLinkList(app, accounts);
  addLinkRevoking(app, writes);
}

function addKeyList(app: FastifyInstance, accounts: AccountStore): void {
  addOperatorRead<{ Params: UserParams }>(app, {
    url: PATH,
    summary: 'A user’s API keys, without the keys themselves',
    params: UserParams,
    answer: Type.Array(UserKeyShape),
    refuses: ['user_unknown'],
    handler: async ({ params }) => {
      const user = await findUserOrRefuse(accounts, params.name);
      const { listKeys } = await loadKeys();
      return (await listKeys(accounts, user)).map(describeKey);
    },
  });
}

function addKeyMaking(app: FastifyInstance, writes: IdempotentWrites, zone: Zone): void {
  addAccountWrite<{ Params: UserParams; Body: UserKeyBody }>(app, {
    method: 'POST',
    url: PATH,
    summary: 'Make an API key for a user',
    description: 'The key is in this answer and nowhere else: only its hash is kept.',
    params: UserParams,
    body: UserKeyBody,
    answer: UserKeyMade,
    refuses: ['user_unknown', ...KEY_REFUSALS],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const {
          name,
          operator,
          expires,
          role: givenRole = 'reader',
          series: patterns,
        } = request.body;
        if (name === undefined) {
          throw refuseField('field_missing', 'name', 'a name for the key is needed');
        }
        const role = readRole(givenRole);
        if (operator || role === 'operator') {
          const field = operator ? 'operator' : 'role';
          const message =
            'operator keys are made on the command line: gridtide key add USER NAME --operator';
          const allowed = operator ? ['false'] : ['reader', 'writer', 'auditor'];
          throw refuseField('field_invalid', field, message, allowed);
        }
        const { actor, now } = changedBy(request);
        const { readKeyEnd } = await loadKeyEnd();
        const expiresAt = readKeyEnd(expires, 'expires', now, zone);
        const { addKey } = await loadKeys();
        return async (within) => {
          const user = await findUserOrRefuse(within, request.params.name);
          const key = await addKey(within, user, name, now, { actor, expiresAt, role, patterns });
          return { user: user.name, name: name.trim(), key };
        };
      }),
  });
}

function addKeyRevoking(app: FastifyInstance, writes: IdempotentWrites): void {
  addAccountWrite<{ Params: UserKeyParams; Body: UserKeyRevokeBody }>(app, {
    method: 'DELETE',
    url: `${PATH}/:key`,
    summary: 'Revoke a key',
    params: UserKeyParams,
    body: UserKeyRevokeBody,
    answer: UserKeyRevoked,
    refuses: ['user_unknown', 'key_unknown'],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const { name, key } = request.params;
        const { revokeKey } = await loadKeys();
        return async (within) => {
          const user = await findUserOrRefuse(within, name);
          await revokeKey(within, user, key, changedBy(request));
          return { user: user.name, revoked: key.trim() };
        };
      }),
  });
}

function addLinkList(app: FastifyInstance, accounts: AccountStore): void {
  addOperatorRead<{ Params: UserParams }>(app, {
    url: LINKS_PATH,
    summary: 'A user’s links for spreadsheets, without their secrets',
    params: UserParams,
    answer: QuestionLinkList,
    refuses: ['user_unknown'],
    handler: async ({ params, now }): Promise<QuestionLinkList> => {
      const user = await findUserOrRefuse(accounts, params.name);
      const { listLinks } = await loadLinks();
      return { links: (await listLinks(accounts, user, now)).map(describeLink) };
    },
  });
}

function addLinkRevoking(app: FastifyInstance, writes: IdempotentWrites): void {
  addAccountWrite<{ Params: UserLinkParams; Body: UserLinkRevokeBody }>(app, {
    method: 'DELETE',
    url: `${LINKS_PATH}/:id`,
    summary: 'Revoke a link',
    params: UserLinkParams,
    body: UserLinkRevokeBody,
    answer: UserLinkRevoked,
    refuses: ['user_unknown', 'link_unknown'],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const { name, id } = request.params;
        const { revokeLink } = await loadLinks();
        return async (within) => {
          const user = await findUserOrRefuse(within, name);
          await revokeLink(within, user, id, changedBy(request));
          return { user: user.name, revoked: id };
        };
      }),
  });
}
