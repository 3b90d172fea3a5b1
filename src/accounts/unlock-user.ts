// Forgetting failed sign-ins, so that a user who has to wait can sign in at once.

import { type ChangedBy, recordChange } from '#accounts/account-journal';
import { addressGroupOf } from '#accounts/address-group';
import { failureOwnerOf } from '#accounts/check-attempt';
import { FailureThrottle } from '#accounts/failure-throttle';
import type { AccountStore, User } from '#store/account-store';

/**
 * Forgets the failures of a user from all addresses. Failures of an address, whatever the user, are
 * forgotten only if it is named.
 */
export const unlockUser = (
  accounts: AccountStore,
  user: User,
  by: ChangedBy,
  address?: string,
): Promise<void> =>
  accounts.transact(async (within) => {
    const owner = failureOwnerOf(user.name);
    await new FailureThrottle(within, 'user').forget(owner);
    await new FailureThrottle(within, 'pair').forget(owner);
    let detail = 'Failed sign-ins were forgotten.';
    if (address !== undefined) {
      const group = addressGroupOf(address);
      await new FailureThrottle(within, 'address').forget(group);
      detail = `Failed sign-ins were forgotten, also those from ${group}.`;
    }
    await recordChange(within, by, 'user-unlocked', user.name, detail);
  });
