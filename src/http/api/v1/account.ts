// The caller's own account: plan, limits and use, and the keys that callers make for themselves.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { addKey, listKeys, revokeKey } from '#accounts/api-keys';
import { AccountAnswer, KeyBody, KeyEntry, KeyMade, KeyParams } from '#contract/account';
import { refuseField } from '#core/errors';
import { formatUtc } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';

const KEYS_PATH = '/api/v1/account/keys';
const TAG = 'Account';

export function addAccountRoutes(app: FastifyInstance, parts: AccountParts): void {
  addAccount(app, parts);
  addKeyList(app, parts);
  addKeyMaking(app, parts);
  addKeyRevoking(app, parts);
}

function addAccount(app: FastifyInstance, { limiter }: AccountParts): void {
  addRoute(app, {
    method: 'GET',
    url: '/api/v1/account',
    access: 'bearer',
    tag: TAG,
    summary: 'The caller’s plan, limits and use',
    answer: AccountAnswer,
    refuses: [],
    handler: async (request): Promise<AccountAnswer> => {
      const { user, plan, credential } = callerOf(request);
      const use = await limiter.peek(`user ${user.id}`, plan.requestsPerMinute, request.now);
      return {
        userName: user.name,
        plan: {
          name: plan.name,
          series: [...plan.patterns],
          requestsPerMinute: plan.requestsPerMinute,
          pointsPerAnswer: plan.pointsPerAnswer,
        },
        use: {
          requestsThisMinute: use.limit - use.remaining,
          requestsLeft: use.remaining,
          resetSeconds: use.resetSeconds,
        },
        credential: {
          kind: credential.kind,
          name: credential.name,
          expires: credential.expiresAt === null ? null : formatUtc(credential.expiresAt),
        },
      };
    },
  });
}

function addKeyList(app: FastifyInstance, { signIn }: AccountParts): void {
  addRoute(app, {
    method: 'GET',
    url: KEYS_PATH,
    access: 'bearer',
    tag: TAG,
    summary: 'The caller’s API keys, without the keys themselves',
    answer: Type.Array(KeyEntry),
    refuses: [],
    handler: async (request) => {
      const keys = await listKeys(signIn.accounts, callerOf(request).user);
      return keys.map(({ name, createdAt }) => ({ name, created: formatUtc(createdAt) }));
    },
  });
}

function addKeyMaking(app: FastifyInstance, { signIn }: AccountParts): void {
  addRoute<{ Body: KeyBody }>(app, {
    method: 'POST',
    url: KEYS_PATH,
    access: 'bearer',
    tag: TAG,
    summary: 'Make an API key',
    description: 'The key is in this answer and nowhere else: only its hash is kept.',
    body: KeyBody,
    answer: { ...KeyMade, examples: [{ name: 'nightly report', key: '<API_KEY>' }] },
    refuses: ['field_missing', 'field_invalid', 'key_exists', 'write_unknown'],
    handler: async (request) => {
      const { name } = request.body;
      if (name === undefined)
        throw refuseField('field_missing', 'name', 'a name for the key is needed');
      const { user } = callerOf(request);
      const key = await addKey(signIn.accounts, user, name, request.now).catch(tellUnknownWrite);
      return { name: name.trim(), key };
    },
  });
}

function addKeyRevoking(app: FastifyInstance, { signIn }: AccountParts): void {
  addRoute<{ Params: KeyParams }>(app, {
    method: 'DELETE',
    url: `${KEYS_PATH}/:name`,
    access: 'bearer',
    tag: TAG,
    summary: 'Revoke an API key',
    params: KeyParams,
    answer: Type.Object({ revoked: Type.String({ examples: ['nightly report'] }) }),
    refuses: ['field_invalid', 'key_unknown', 'write_unknown'],
    handler: async (request) => {
      const { user } = callerOf(request);
      const by = { actor: user.name, now: request.now };
      await revokeKey(signIn.accounts, user, request.params.name, by).catch(tellUnknownWrite);
      return { revoked: request.params.name };
    },
  });
}
