// The caller's own account: plan, limits and use, and the keys that callers make for themselves.

import type { FastifyInstance } from 'fastify';
import type { KeySummary } from '#accounts/api-keys';
import { userKeyOf } from '#accounts/rate-limiter';
import {
  AccountAnswer,
  KeyBody,
  KeyEntry,
  KeyMade,
  KeyParams,
  KeyRevokeBody,
} from '#contract/account';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import type { RefusalCode } from '#core/refusal-table';
import { formatUtc, type Instant } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import {
  addPasswordRoute,
  type Confirm,
  makeConfirm,
  PASSWORD_REFUSALS,
} from '#http/api/v1/account-password';
import { addAccountSessionRoutes } from '#http/api/v1/account-sessions';
import { addRoute } from '#http/openapi/route';
import type { GuardParts } from '#http/request/guard';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts, ReadParts } from '#http/request/server-parts';

const KEYS_PATH = '/api/v1/account/keys';
const TAG = 'Account';
const CHANGING_KEYS = 'make or revoke a key';

/** What making a key may be refused for. */
export const KEY_REFUSALS: readonly RefusalCode[] = [
  'field_invalid',
  'date_unknown',
  'date_out_of_range',
  'key_exists',
];

/** Loaded with the first request for keys. */
export const loadKeys = () => import('#accounts/api-keys');
export const loadKeyEnd = () => import('#accounts/keys/key-end');

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

/** A key as lists show it. */
export const describeKey = (key: KeySummary) => ({
  name: key.name,
  operator: key.isOperator,
  role: key.role,
  series: key.patterns && [...key.patterns],
  created: formatUtc(key.createdAt),
  lastUsed: timeOf(key.lastUsedAt),
  expires: timeOf(key.expiresAt),
});

export function addAccountRoutes(
  app: FastifyInstance,
  parts: GuardParts & Pick<ReadParts, 'context'>,
  reports: SignInReports,
): void {
  const confirm = makeConfirm(parts, reports);
  addAccount(app, parts);
  addKeyList(app, parts);
  addKeyMaking(app, parts, confirm);
  addKeyRevoking(app, parts, confirm);
  addAccountSessionRoutes(app, parts);
  addPasswordRoute(app, parts, confirm);
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
      const use = await limiter.peek(userKeyOf(user), plan.requestsPerMinute, request.now);
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
        role: user.role,
        writePatterns: [...user.writePatterns],
        credential: {
          kind: credential.kind,
          name: credential.name,
          expires: timeOf(credential.expiresAt),
          series: credential.patterns ? [...credential.patterns] : null,
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
      const { listKeys } = await loadKeys();
      return (await listKeys(signIn.accounts, callerOf(request).user)).map(describeKey);
    },
  });
}

function addKeyMaking(
  app: FastifyInstance,
  { signIn: { accounts }, context }: AccountParts & Pick<ReadParts, 'context'>,
  confirm: Confirm,
): void {
  addRoute<{ Body: KeyBody }>(app, {
    method: 'POST',
    url: KEYS_PATH,
    access: 'session',
    tag: TAG,
    summary: 'Make an API key',
    description: 'The key is in this answer and nowhere else: only its hash is kept.',
    body: KeyBody,
    answer: { ...KeyMade, examples: [{ name: 'nightly report', key: '<API_KEY>' }] },
    refuses: [...PASSWORD_REFUSALS, ...KEY_REFUSALS, 'write_unknown'],
    handler: async (request) => {
      const { name, password, expires, series: patterns } = request.body;
      if (name === undefined)
        throw refuseField('field_missing', 'name', 'a name for the key is needed');
      const { readKeyEnd } = await loadKeyEnd();
      const expiresAt = readKeyEnd(expires, 'expires', request.now, context.zone);
      const user = await confirm(request, password, 'password', CHANGING_KEYS);
      const { passwordHash } = user;
      const { addKey } = await loadKeys();
      const key = await addKey(accounts, user, name, request.now, {
        ...{ passwordHash, expiresAt, patterns },
      }).catch(tellUnknownWrite);
      return { name: name.trim(), key };
    },
  });
}

function addKeyRevoking(
  app: FastifyInstance,
  { signIn: { accounts } }: AccountParts,
  confirm: Confirm,
): void {
  addRoute<{ Params: KeyParams; Body: KeyRevokeBody }>(app, {
    method: 'DELETE',
    url: `${KEYS_PATH}/:name`,
    access: 'session',
    tag: TAG,
    summary: 'Revoke an API key',
    description: 'Operator keys are revoked by the operator only.',
    params: KeyParams,
    body: KeyRevokeBody,
    answer: Type.Object({ revoked: Type.String({ examples: ['nightly report'] }) }),
    refuses: [
      ...PASSWORD_REFUSALS,
      'field_invalid',
      'key_unknown',
      'operator_key_protected',
      'write_unknown',
    ],
    handler: async (request) => {
      const { name } = request.params;
      const user = await confirm(request, request.body?.password, 'password', CHANGING_KEYS);
      const { revokeOwnKey } = await loadKeys();
      await revokeOwnKey(accounts, user, name, request.now).catch(tellUnknownWrite);
      return { revoked: name };
    },
  });
}
