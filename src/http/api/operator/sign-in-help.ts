// Helping a user to sign in: POST /api/operator/users/{name}/unlock forgets failed sign-ins, and …/sign-in-link
// makes a link that signs in once.

import type { FastifyInstance } from 'fastify';
import { isAddress } from '#accounts/address-group';
import {
  SignInLinkBody,
  SignInLinkMade,
  UserParams,
  UserUnlockBody,
  UserUnlocked,
} from '#contract/operator-accounts';
import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { formatUtc } from '#core/time/instant';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addAccountWrite } from '#http/api/operator/operator-route';
import { changedBy, findUserOrRefuse } from '#http/api/operator/users';

export function addSignInHelp(app: FastifyInstance, writes: IdempotentWrites): void {
  addUnlocking(app, writes);
  addSignInLink(app, writes);
}

function addUnlocking(app: FastifyInstance, writes: IdempotentWrites): void {
  addAccountWrite<{ Params: UserParams; Body: UserUnlockBody }>(app, {
    method: 'POST',
    url: '/api/operator/users/:name/unlock',
    summary: 'Forget a user’s failed sign-ins',
    params: UserParams,
    body: UserUnlockBody,
    answer: UserUnlocked,
    refuses: ['user_unknown'],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const address = request.body?.address;
        if (address !== undefined && !isAddress(address)) {
          throw refuseField(
            'field_invalid',
            'address',
            `not an IP address: ${quoteGiven(address)}`,
          );
        }
        const { unlockUser } = await import('#accounts/unlock-user');
        return async (within) => {
          const user = await findUserOrRefuse(within, request.params.name);
          await unlockUser(within, user, changedBy(request), address);
          return { unlocked: user.name };
        };
      }),
  });
}

function addSignInLink(app: FastifyInstance, writes: IdempotentWrites): void {
  addAccountWrite<{ Params: UserParams; Body: SignInLinkBody }>(app, {
    method: 'POST',
    url: '/api/operator/users/:name/sign-in-link',
    summary: 'Make a link that signs a user in once',
    description:
      'It works once, for 15 minutes, on the web page. The link is in this answer and nowhere else: only the hash of its code is kept.',
    params: UserParams,
    body: SignInLinkBody,
    answer: SignInLinkMade,
    refuses: ['user_unknown'],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const { makeSignInLink } = await import('#accounts/sign-in-links');
        return async (within) => {
          const user = await findUserOrRefuse(within, request.params.name);
          const { path, expiresAt } = await makeSignInLink(within, user, changedBy(request));
          return { user: user.name, path, expires: formatUtc(expiresAt) };
        };
      }),
  });
}
