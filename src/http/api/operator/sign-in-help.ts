// POST /api/operator/users/{name}/unlock: lets a user sign in again who has to wait after failed sign-ins.

import type { FastifyInstance } from 'fastify';
import { isAddress } from '#accounts/address-group';
import { UserParams, UserUnlockBody, UserUnlocked } from '#contract/operator-accounts';
import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addAccountWrite } from '#http/api/operator/operator-route';
import { changedBy, findUserOrRefuse } from '#http/api/operator/users';

export function addSignInHelp(app: FastifyInstance, writes: IdempotentWrites): void {
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
