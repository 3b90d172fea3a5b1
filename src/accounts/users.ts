// Adding, changing and disabling users.

import { checkNewPassword } from '#accounts/new-password';
import { hashPassword } from '#accounts/passwords';
import { findPlanOrRefuse } from '#accounts/plan-changes';
import { isUserName, USER_NAME_RULE } from '#accounts/user-name';
import { type Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/instant';
import type { AccountStore, User } from '#store/store';

export interface NewUser {
  readonly name: string;
  /** null for a user who only ever uses API keys. */
  readonly password: string | null;
  readonly planName: string;
}

const refuseUnknown = (name: string): Refusal =>
  refuseField('field_invalid', 'name', `no user "${name.slice(0, 64)}"`);

export async function addUser(
  accounts: AccountStore,
  { name, password, planName }: NewUser,
  now: Instant,
): Promise<User> {
  if (!isUserName(name)) {
    throw refuseField('field_invalid', 'name', `a user’s name is ${USER_NAME_RULE}`);
  }
  const plan = await findPlanOrRefuse(accounts, planName);
  if (password !== null) checkNewPassword(password, name);
  const user = await accounts.addUser({
    name,
    passwordHash: password === null ? null : await hashPassword(password),
    planName: plan.name,
    isDisabled: false,
    createdAt: now,
  });
  if (!user) throw refuseField('field_invalid', 'name', `a user "${name}" exists already`);
  return user;
}

/** Sets a new password and ends the user's tokens; API keys stay. */
export async function changePassword(
  accounts: AccountStore,
  name: string,
  password: string,
): Promise<User> {
  checkNewPassword(password, name);
  // In this order, or a sign-in between the two would keep a token of the old password.
  return changeAndSignOut(accounts, name, { passwordHash: await hashPassword(password) });
}

/** Shuts a user out at once. Keys are kept but do not work while the user is disabled. */
export const disableUser = (accounts: AccountStore, name: string): Promise<User> =>
  changeAndSignOut(accounts, name, { isDisabled: true });

/** Moves a user to another plan; the next request already follows it. */
export async function changePlan(
  accounts: AccountStore,
  name: string,
  planName: string,
): Promise<User> {
  const plan = await findPlanOrRefuse(accounts, planName);
  const user = await accounts.updateUser(name, { planName: plan.name });
  if (!user) throw refuseUnknown(name);
  return user;
}

async function changeAndSignOut(
  accounts: AccountStore,
  name: string,
  change: Partial<Pick<User, 'passwordHash' | 'isDisabled'>>,
): Promise<User> {
  const user = await accounts.updateUser(name, change);
  if (!user) throw refuseUnknown(name);
  await accounts.removeTokens(user.id);
  return user;
}
