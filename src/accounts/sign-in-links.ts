// One-time sign-in links that an operator makes for a user, with a password or without.

import { type ChangedBy, recordChange } from '#accounts/account-journal';
import { CODE_LIFETIME_MS, SignInCodes } from '#accounts/sign-in-codes';
import { refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';

export interface SignInLink {
  /** The path on this server, with the code. */
  readonly path: string;
  /** First instant at which the link no longer works. */
  readonly expiresAt: Instant;
}

/** Makes a link that signs a user in once. The journal says who made it for whom, without the code. */
export async function makeSignInLink(
  accounts: AccountStore,
  { name, isDisabled, isService }: User,
  by: ChangedBy,
): Promise<SignInLink> {
  if (isDisabled) {
    throw refuseField(
      'field_invalid',
      'name',
      `the user "${name}" is disabled; enable the user first`,
    );
  }
  if (isService) {
    const message = `the user "${name}" is a service account, which does not sign in; make a key`;
    throw refuseField('field_invalid', 'name', message);
  }
  const code = await new SignInCodes(accounts).make(name, by.now);
  const detail = 'A link was made that signs in once, for 15 minutes.';
  await recordChange(accounts, by, 'sign-in-link-made', name, detail);
  return { path: `/?code=${code}`, expiresAt: by.now + CODE_LIFETIME_MS };
}
