// A caller's own account: plan, limits and use, and the keys one makes for oneself.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { addKey, listKeys, revokeKey } from '#accounts/api-keys';
import { AccountAnswer, KeyBody, KeyEntry, KeyMade, KeyParams } from '#contract/account';
import { refuseField } from '#core/errors';
import { formatUtc } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import { documented } from '#http/openapi/documented';
import { callerOf } from '#http/request/request-facts';
import type { ServerParts } from '#http/request/server-parts';

const tag = 'Account';

export function addAccountRoutes(app: FastifyInstance, { signIn, limiter }: ServerParts): void {
  app.get('/api/v1/account', {
    config: { access: 'bearer' },
    schema: documented({
      tag,
      access: 'bearer',
      summary: 'One’s plan, limits and use',
      answer: AccountAnswer,
      refuses: [],
    }),
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

  app.get('/api/v1/account/keys', {
    config: { access: 'bearer' },
    schema: documented({
      tag,
      access: 'bearer',
      summary: 'One’s API keys, without the keys themselves',
      answer: Type.Array(KeyEntry),
      refuses: [],
    }),
    handler: async (request) => {
      const keys = await listKeys(signIn.accounts, callerOf(request).user);
      return keys.map(({ name, createdAt }) => ({ name, created: formatUtc(createdAt) }));
    },
  });

  app.post<{ Body: KeyBody }>('/api/v1/account/keys', {
    config: { access: 'bearer' },
    schema: documented({
      tag,
      access: 'bearer',
      summary: 'Make an API key',
      description: 'The key is in this answer and nowhere else: only its hash is kept.',
      body: KeyBody,
      answer: { ...KeyMade, examples: [{ name: 'nightly report', key: '<API_KEY>' }] },
      refuses: ['field_missing', 'field_invalid', 'key_exists', 'write_unknown'],
    }),
    handler: async (request) => {
      const { name } = request.body;
      if (name === undefined)
        throw refuseField('field_missing', 'name', 'a name for the key is needed');
      const { user } = callerOf(request);
      const key = await addKey(signIn.accounts, user, name, request.now).catch(tellUnknownWrite);
      return { name: name.trim(), key };
    },
  });

  app.delete<{ Params: KeyParams }>('/api/v1/account/keys/:name', {
    config: { access: 'bearer' },
    schema: documented({
      tag,
      access: 'bearer',
      summary: 'Revoke an API key',
      params: KeyParams,
      answer: Type.Object({ revoked: Type.String({ examples: ['nightly report'] }) }),
      refuses: ['field_invalid', 'key_unknown', 'write_unknown'],
    }),
    handler: async (request) => {
      const { user } = callerOf(request);
      const by = { actor: user.name, now: request.now };
      await revokeKey(signIn.accounts, user, request.params.name, by).catch(tellUnknownWrite);
      return { revoked: request.params.name };
    },
  });
}
