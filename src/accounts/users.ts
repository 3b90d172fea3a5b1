// Adding, changing and disabling users.

import { type AccountChange, type ChangedBy, recordChange } from '#accounts/account-journal';
import { readRole } from '#accounts/authenticate';
import { checkNewPassword } from '#accounts/new-password';
import { hashPassword } from '#accounts/passwords';
import { findPlanOrRefuse } from '#accounts/plan-changes';
import { checkPatterns } from '#accounts/plans';
import { isUserName, USER_NAME_RULE } from '#accounts/user-name';
import { type Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User, UserChange } from '#store/account-store';

/** A role, with the patterns of a writer. */
export type UserRole = Pick<User, 'role' | 'writePatterns'>;

export interface NewUser extends Partial<UserRole> {
  readonly name: string;
  /** null for a user who only uses API keys. */
  readonly password: string | null;
  readonly planName: string;
  /** Whether the user is a program that never signs in. */
  readonly isService?: boolean;
}

const READER: UserRole = { role: 'reader', writePatterns: [] };

/** Checks a role as it is given: a writer needs patterns, and no other role has them. */
export function checkRole(
  given: string,
  patterns: readonly string[] | undefined,
  patternsField = 'writePatterns',
): UserRole {
  const role = readRole(given);
  const isGiven = patterns !== undefined && patterns.length > 0;
  if (role === 'writer') {
    if (isGiven) return { role, writePatterns: checkPatterns(patterns, patternsField) };
    const message = 'a writer needs patterns of the series to write, such as de*';
    throw refuseField('field_missing', patternsField, message);
  }
  if (!isGiven) return { ...READER, role };
  const message = `only a writer has patterns, and the role is ${role}`;
  throw refuseField('field_invalid', patternsField, message);
}

const describeRole = ({ role, writePatterns }: UserRole): string => {
  if (role !== 'writer') return role;
  const list = writePatterns.join(', ');
  return `writer of ${list.length > 300 ? `${list.slice(0, 300)}…` : list}`;
};

const refuseUnknown = (name: string): Refusal =>
  refuseField('field_invalid', 'name', `no user "${name.slice(0, 64)}"`);

/** A new user that was checked, with a hashed password; a reader unless it says otherwise. */
export type ReadyUser = Pick<User, 'name' | 'passwordHash' | 'planName'> &
  Partial<UserRole & Pick<User, 'isService'>>;

/** Checks a new user and hashes the password, which takes long, before the transaction that stores it. */
export async function prepareUser(
  accounts: AccountStore,
  { name, password, planName, isService = false, ...given }: NewUser,
): Promise<ReadyUser> {
  if (!isUserName(name)) {
    throw refuseField('field_invalid', 'name', `a user’s name is ${USER_NAME_RULE}`);
  }
  if (isService && password !== null) {
    throw refuseField('field_invalid', 'password', 'a service account has no password');
  }
  const plan = await findPlanOrRefuse(accounts, planName);
  const passwordHash = password === null ? null : await hashNewPassword(password, name);
  return { name, passwordHash, planName: plan.name, isService, ...given };
}

export function storeUser(
  accounts: AccountStore,
  ready: ReadyUser,
  now: Instant,
  actor?: string,
): Promise<User> {
  return accounts.transact(async (within) => {
    const { name, passwordHash, planName } = ready;
    const user = await within.addUser({ ...ready, isDisabled: false, createdAt: now });
    if (!user) throw refuseField('field_invalid', 'name', `a user "${name}" exists already`);
    const by = actor === undefined ? undefined : { actor, now };
    const word = passwordHash === null ? 'without' : 'with';
    const role = user.role === 'reader' ? '' : ` The role is ${describeRole(user)}.`;
    const what = user.isService ? 'as a service account' : `${word} a password`;
    const detail = `Added with plan ${planName}, ${what}.${role}`;
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

/** Gives a user the operator role, or takes it away: the user is a reader then. Another role stays as it is. */
export const setOperatorRole = (
  accounts: AccountStore,
  name: string,
  isOperator: boolean,
  by?: ChangedBy,
): Promise<User> =>
  accounts.transact(async (within) => {
    const before = await within.findUser(name);
    const { role, writePatterns } = before ?? READER;
    const change = isOperator || role === 'operator' ? READER : { role, writePatterns };
    return isOperator
      ? setRole(within, name, { ...change, role: 'operator' }, by)
      : changeUser(within, name, change, by, 'operator-role-taken', 'No operator now.');
  });

/** Gives a user a role in place of the one before. The next request of each session and key is judged by it. */
export const setRole = (
  accounts: AccountStore,
  name: string,
  { role, writePatterns }: UserRole,
  by?: ChangedBy,
): Promise<User> =>
  accounts.transact(async (within) => {
    const change = { role, writePatterns };
    if (role === 'operator') {
      return changeUser(within, name, change, by, 'operator-role-given', 'An operator now.');
    }
    const wasOperator = (await within.findUser(name))?.role === 'operator';
    const kind = wasOperator ? 'operator-role-taken' : 'user-role-changed';
    return changeUser(within, name, change, by, kind, `The role is ${describeRole(change)} now.`);
  });

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
