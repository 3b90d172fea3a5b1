// /api/operator/users: who may sign in, with which plan.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChangedBy } from '#accounts/account-journal';
import type { EndedKeys } from '#accounts/password-changes';
import { findPlanOrRefuse } from '#accounts/plan-changes';
import type { RequestLimits } from '#accounts/rate-limiter';
import {
  UserBody,
  UserChangeBody,
  UserChanged,
  UserEntry,
  UserParams,
  UserShape,
} from '#contract/operator-accounts';
import { Type } from '#contract/schema';
import { Refusal, refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import { formatUtc, type Instant } from '#core/time/instant';
import type { AccountWork, IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addAccountWrite, addOperatorRead } from '#http/api/operator/operator-route';
import { callerOf } from '#http/request/request-facts';
import type { AccountStore, User } from '#store/account-store';

const PATH = '/api/operator/users';

/** Loaded with the first change of a user: most servers run for weeks without one. */
const loadUsers = () => import('#accounts/users');
const loadPasswords = () => import('#accounts/password-changes');

export function addUserRoutes(
  app: FastifyInstance,
  accounts: AccountStore,
  writes: IdempotentWrites,
  limiter: RequestLimits,
): void {
  addUserList(app, accounts, limiter);
  addUserMaking(app, accounts, writes);
  addUser(app, accounts, limiter);
  addUserChanging(app, accounts, writes);
}

function addUserList(app: FastifyInstance, accounts: AccountStore, limiter: RequestLimits): void {
  addOperatorRead(app, {
    url: PATH,
    summary: 'All users',
    answer: Type.Array(UserEntry),
    refuses: [],
    handler: async ({ now }) => {
      const useOf = await readUse(accounts, limiter, now);
      return (await accounts.listUsers()).map((user) => ({ ...describe(user), ...useOf(user) }));
    },
  });
}

function addUserMaking(
  app: FastifyInstance,
  accounts: AccountStore,
  writes: IdempotentWrites,
): void {
  addAccountWrite<{ Body: UserBody }>(app, {
    method: 'POST',
    url: PATH,
    summary: 'Add a user',
    body: UserBody,
    answer: UserShape,
    refuses: [],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const { name, plan, password = null, role, writePatterns, service = false } = request.body;
        if (name === undefined) throw refuseField('field_missing', 'name', 'a name is needed');
        if (plan === undefined) throw refuseField('field_missing', 'plan', 'a plan is needed');
        const { actor, now } = changedBy(request);
        const { prepareUser, storeUser } = await loadUsers();
        const given = await readRole(role ?? 'reader', writePatterns);
        const draft = { name, password, planName: plan, isService: service, ...given };
        const ready = await prepareUser(accounts, draft);
        return async (within) => describe(await storeUser(within, ready, now, actor));
      }),
  });
}

function addUser(app: FastifyInstance, accounts: AccountStore, limiter: RequestLimits): void {
  addOperatorRead<{ Params: UserParams }>(app, {
    url: `${PATH}/:name`,
    summary: 'One user',
    params: UserParams,
    answer: UserEntry,
    refuses: ['user_unknown'],
    handler: async ({ params, now }) => {
      const user = await findUserOrRefuse(accounts, params.name);
      return { ...describe(user), ...(await readUse(accounts, limiter, now))(user) };
    },
  });
}

function addUserChanging(
  app: FastifyInstance,
  accounts: AccountStore,
  writes: IdempotentWrites,
): void {
  addAccountWrite<{ Params: UserParams; Body: UserChangeBody }>(app, {
    method: 'PUT',
    url: `${PATH}/:name`,
    summary: 'Change the fields of a user that are given',
    description:
      'A new password and disabling end the user’s tokens and sessions. A new password also ends the keys and links that endKeys says.',
    params: UserParams,
    body: UserChangeBody,
    answer: UserChanged,
    refuses: ['user_unknown'],
    handler: (request, reply) =>
      writes.changeAccounts(request, reply, async () => {
        const user = await findUserOrRefuse(accounts, request.params.name);
        return prepareChange(accounts, user, request.body, changedBy(request));
      }),
  });
}

/** The caller, at the time of the request. */
export const changedBy = (request: FastifyRequest): ChangedBy => ({
  actor: callerOf(request).user.name,
  now: request.now,
});

export async function findUserOrRefuse(accounts: AccountStore, given: string): Promise<User> {
  const user = await accounts.findUser(given);
  if (user) return user;
  const names = (await accounts.listUsers()).map(({ name }) => name);
  const message = `no user ${quoteGiven(given)}${didYouMean(given, names)}`;
  throw new Refusal('user_unknown', message, { faults: [{ field: 'name', message }] });
}

/** Checks the whole change, so that nothing is changed if any of it is refused. */
async function prepareChange(
  accounts: AccountStore,
  user: User,
  { plan, password, disabled, endKeys: givenKeys, role, writePatterns }: UserChangeBody,
  by: ChangedBy,
): Promise<AccountWork> {
  const { name } = user;
  const isRole = role !== undefined || writePatterns !== undefined;
  if (plan === undefined && password === undefined && disabled === undefined && !isRole) {
    throw refuseField('field_missing', 'plan', 'give plan, password, role or disabled');
  }
  const { changePlan, disableUser, enableUser, hashNewPassword, setRole } = await loadUsers();
  const newRole = isRole ? await readRole(role ?? user.role, writePatterns, user) : undefined;
  const { setPasswordHash } = await loadPasswords();
  const endKeys = await readKeysToEnd(givenKeys, password);
  if (plan !== undefined) await findPlanOrRefuse(accounts, plan);
  const hash = password === undefined ? undefined : await hashNewPassword(password, name);
  return async (within) => {
    if (plan !== undefined) await changePlan(within, name, plan, by);
    if (newRole) await setRole(within, name, newRole, by);
    const change = hash && (await setPasswordHash(within, name, hash, { by, endKeys }));
    if (disabled === true) await disableUser(within, name, by);
    if (disabled === false) await enableUser(within, name, by);
    const changed = describe(await findUserOrRefuse(within, name));
    return change ? { ...changed, endedKeys: [...change.endedKeys] } : changed;
  };
}

/** Only the command line makes an operator, or ends one: a key that leaked makes no operators. */
async function readRole(role: string, patterns: string[] | undefined, user?: User) {
  const { checkRole } = await loadUsers();
  const read = checkRole(role, patterns);
  if (read.role !== 'operator' && user?.role !== 'operator') return read;
  const message =
    'the command line gives and takes the role operator: gridtide user set NAME --role ROLE';
  throw refuseField('field_invalid', 'role', message, ['reader', 'writer', 'auditor']);
}

async function readKeysToEnd(
  given: string | undefined,
  password: string | undefined,
): Promise<EndedKeys | undefined> {
  if (given !== undefined && password === undefined) {
    throw refuseField('field_invalid', 'endKeys', 'only a new password ends keys; give password');
  }
  return (await loadPasswords()).readEndedKeys(given);
}

/** The use of users. What this process has counted is stored first, so that it is part of it. */
async function readUse(accounts: AccountStore, limiter: RequestLimits, now: Instant) {
  // A store that cannot be written can still be read.
  await limiter.flush?.().catch(() => {});
  const { readUserUse } = await import('#accounts/use/user-use');
  const useOf = await readUserUse(accounts, now);
  return (user: User): Pick<UserEntry, 'lastSeen' | 'requestsToday' | 'requestsPerDay'> => {
    const { lastSeenAt, requestsToday, requestsPerDay } = useOf(user);
    const lastSeen = lastSeenAt === null ? null : formatUtc(lastSeenAt);
    return { lastSeen, requestsToday, requestsPerDay };
  };
}

const describe = (user: User): UserShape => ({
  name: user.name,
  plan: user.planName,
  disabled: user.isDisabled,
  operator: user.role === 'operator',
  role: user.role,
  writePatterns: [...user.writePatterns],
  service: user.isService,
  hasPassword: user.passwordHash !== null,
  created: formatUtc(user.createdAt),
});
