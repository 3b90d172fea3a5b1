// Adding, changing and disabling users.

import { type AccountChange, type ChangedBy, recordChange } from '#accounts/account-journal';
import { checkNewPassword } from '#accounts/new-password';
import { hashPassword } from '#accounts/passwords';
import { findPlanOrRefuse } from '#accounts/plan-changes';
import { isUserName, USER_NAME_RULE } from '#accounts/user-name';
import { type Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User, UserChange } from '#store/account-store';

export interface NewUser {
  readonly name: string;
  /** null for a user who only uses API keys. */
  readonly password: string | null;
  readonly planName: string;
}

const refuseUnknown = (name: string): Refusal =>
  refuseField('field_invalid', 'name', `no user "${name.slice(0, 64)}"`);

/** A new user that was checked, with a hashed password. */
export type ReadyUser = Pick<User, 'name' | 'passwordHash' | 'planName'>;

/** Checks a new user and hashes the password, which takes long, before the transaction that stores it. */
export async function prepareUser(
  accounts: AccountStore,
  { name, password, planName }: NewUser,
): Promise<ReadyUser> {
  if (!isUserName(name)) {
    throw refuseField('field_invalid', 'name', `a user’s name is ${USER_NAME_RULE}`);
  }
  const plan = await findPlanOrRefuse(accounts, planName);
  const passwordHash = password === null ? null : await hashNewPassword(password, name);
  return { name, passwordHash, planName: plan.name };
}

export function storeUser(
  accounts: AccountStore,
  { name, passwordHash, planName }: ReadyUser,
  now: Instant,
  actor?: string,
): Promise<User> {
  return accounts.transact(async (within) => {
    const draft = { name, passwordHash, planName, isDisabled: false, createdAt: now };
    const user = await within.addUser(draft);
    if (!user) throw refuseField('field_invalid', 'name', `a user "${name}" exists already`);
    const by = actor === undefined ? undefined : { actor, now };
    const word = passwordHash === null ? 'without' : 'with';
    const detail = `Added with plan ${planName}, ${word} a password.`;
    await recordChange(within, by, 'user-added', name, detail);
    return user;
  });
}

export const addUser = async (
  accounts: AccountStore,
  user: NewUser,
  now: Instant,
  actor?: string,
): Promise<User> => storeUser(accounts, await prepareUser(accounts, user), now, actor);

/** Checks a new password and returns its hash. `field` is the one that a refusal names. */
export function hashNewPassword(
  password: string,
  userName: string,
  field = 'password',
): Promise<string> {
  checkNewPassword(password, userName, field);
  return hashPassword(password);
}

/** Shuts a user out at once. Keys are kept but do not work while the user is disabled. */
export const disableUser = (accounts: AccountStore, name: string, by?: ChangedBy): Promise<User> =>
  changeAndSignOut(
    accounts,
    name,
    { isDisabled: true },
    by,
    'user-disabled',
    'Shut out; tokens ended.',
  );

/** Lets a disabled user in again. The keys work as before. */
export const enableUser = (accounts: AccountStore, name: string, by?: ChangedBy): Promise<User> =>
  changeUser(accounts, name, { isDisabled: false }, by, 'user-enabled', 'Let in again.');

/** Gives a user the operator role, or takes it away. The next request of each session is judged by it. */
export const setOperatorRole = (
  accounts: AccountStore,
  name: string,
  isOperator: boolean,
  by?: ChangedBy,
): Promise<User> =>
  isOperator
    ? changeUser(accounts, name, { isOperator }, by, 'operator-role-given', 'An operator now.')
    : changeUser(accounts, name, { isOperator }, by, 'operator-role-taken', 'No operator now.');

/** Moves a user to another plan, by which the next request is judged. */
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

function changeUser(
  accounts: AccountStore,
  name: string,
  change: UserChange,
  by: ChangedBy | undefined,
  kind: AccountChange,
  detail: string,
): Promise<User> {
  return accounts.transact(async (within) => {
    const user = await within.updateUser(name, change);
    if (!user) throw refuseUnknown(name);
    await recordChange(within, by, kind, user.name, detail);
    return user;
  });
}

/** Changes a user, then ends tokens and sessions. In another order a concurrent sign-in would keep its own. */
export const changeAndSignOut = (
  accounts: AccountStore,
  ...[name, change, by, kind, detail]: Tail<Parameters<typeof changeUser>>
): Promise<User> =>
  accounts.transact(async (within) => {
    const user = await changeUser(within, name, change, by, kind, detail);
    const ending = change.isDisabled ? 'disabled' : 'password';
    await within.removeTokens(user.id, by && { ending, endedAt: by.now });
    return user;
  });

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;
