// Adding, changing and disabling users.

import { type AccountChange, type ChangedBy, recordChange } from '#accounts/account-journal';
import { checkNewPassword } from '#accounts/new-password';
import { hashPassword } from '#accounts/passwords';
import { findPlanOrRefuse } from '#accounts/plan-changes';
import { isUserName, USER_NAME_RULE } from '#accounts/user-name';
import { type Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/instant';
import type { AccountStore, User } from '#store/account-store';

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
  actor?: string,
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
  const by = actor === undefined ? undefined : { actor, now };
  const word = password === null ? 'without' : 'with';
  const detail = `Added with plan ${user.planName}, ${word} a password.`;
  await recordChange(accounts, by, 'user-added', user.name, detail);
  return user;
}

/** Sets a new password and ends the user's tokens; API keys stay. */
export async function changePassword(
  accounts: AccountStore,
  name: string,
  password: string,
  by?: ChangedBy,
): Promise<User> {
  checkNewPassword(password, name);
  const change = { passwordHash: await hashPassword(password) };
  const user = await changeAndSignOut(accounts, name, change);
  await recordChange(accounts, by, 'password-changed', user.name, 'A new password was set.');
  return user;
}

/** Shuts a user out at once. Keys are kept but do not work while the user is disabled. */
export async function disableUser(
  accounts: AccountStore,
  name: string,
  by?: ChangedBy,
): Promise<User> {
  const user = await changeAndSignOut(accounts, name, { isDisabled: true });
  await recordChange(accounts, by, 'user-disabled', user.name, 'Shut out; tokens ended.');
  return user;
}

/** Lets a disabled user in again; the keys work as before. */
export const enableUser = (accounts: AccountStore, name: string, by?: ChangedBy): Promise<User> =>
  changeUser(accounts, name, { isDisabled: false }, by, 'user-enabled', 'Let in again.');

/** Moves a user to another plan; the next request already follows it. */
export async function changePlan(
  accounts: AccountStore,
  name: string,
  planName: string,
  by?: ChangedBy,
): Promise<User> {
  const plan = await findPlanOrRefuse(accounts, planName);
  const detail = `The plan is ${plan.name} now.`;
  return changeUser(accounts, name, { planName: plan.name }, by, 'user-plan-changed', detail);
}

async function changeUser(
  accounts: AccountStore,
  name: string,
  change: Partial<Pick<User, 'planName' | 'isDisabled'>>,
  by: ChangedBy | undefined,
  kind: AccountChange,
  detail: string,
): Promise<User> {
  const user = await accounts.updateUser(name, change);
  if (!user) throw refuseUnknown(name);
  await recordChange(accounts, by, kind, user.name, detail);
  return user;
}

async function changeAndSignOut(
  accounts: AccountStore,
  name: string,
  change: Partial<Pick<User, 'passwordHash' | 'isDisabled'>>,
): Promise<User> {
  // In this order, or a sign-in between the two would keep a token.
  const user = await accounts.updateUser(name, change);
  if (!user) throw refuseUnknown(name);
  await accounts.removeTokens(user.id);
  return user;
}
