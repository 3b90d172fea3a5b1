// The account of a user whom the provider has signed in. It is found by issuer and subject and never by name: a name
// that a local account has would otherwise open that account. Plan and role follow the provider at every sign-in.

import { recordChange } from '#accounts/account-journal';
import type { ProviderUser } from '#accounts/sso/finish-at-provider';
import { findRights, type Rights } from '#accounts/sso/group-map';
import type { SsoSettings } from '#accounts/sso/sso-settings';
import { isUserName, USER_NAME_RULE } from '#accounts/user-name';
import { changePlan, setRole, type UserRole } from '#accounts/users';
import { Refusal } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { escapeUnseen } from '#core/plain-text';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';
import type { Identity } from '#store/identity-store';

/** The actor of changes that a sign-in at the provider makes. */
const ACTOR = 'single sign-on';

const READER: UserRole = { role: 'reader', writePatterns: [] };

const refuse = (detail: string): Refusal => new Refusal('sso_refused', detail);

/** Resolves to the account with the rights that the provider gives now. A disabled one is returned as it is. */
export async function admitProviderUser(
  accounts: AccountStore,
  settings: SsoSettings,
  user: ProviderUser,
  now: Instant,
): Promise<User> {
  const rights = findRights(settings.rows, user.groups);
  const admitted = await accounts.transact(async (within) => {
    const known = await (await within.identities()).findUser(user);
    if (known?.isDisabled) return known;
    if (!rights) {
      if (known) await takeRights(within, known, user.issuedAt, now);
      return undefined;
    }
    await requirePlan(within, rights);
    return known ? giveRights(within, known, rights, now) : addAccount(within, user, rights, now);
  });
  if (admitted) return admitted;
  const groups = [...new Set(settings.rows.map(({ group }) => quoteGiven(group)))];
  throw refuse(
    `You are in no group that may use this server. Ask for one of ${groups.slice(0, 10).join(', ')}; the sign-in provider tells groups by ${settings.groupsClaim}.`,
  );
}

async function requirePlan(within: AccountStore, { planName }: Rights): Promise<void> {
  if (await within.findPlan(planName)) return;
  throw refuse(
    `The plan ${quoteGiven(planName)} of your group does not exist. Ask the operator to make it: gridtide plan set ${planName}`,
  );
}

async function giveRights(
  within: AccountStore,
  user: User,
  { planName, ...rights }: Rights,
  now: Instant,
): Promise<User> {
  const by = { actor: ACTOR, now };
  let current = user;
  if (user.planName !== planName) current = await changePlan(within, user.name, planName, by);
  if (!hasRole(user, rights)) current = await setRole(within, user.name, rights, by);
  return current;
}

const hasRole = (user: User, { role, writePatterns }: UserRole): boolean =>
  user.role === role && JSON.stringify(user.writePatterns) === JSON.stringify(writePatterns);

/**
 * A user without a mapped group is out: a reader, and signed out everywhere. Tokens that the provider issued until
 * `issuedAt` are refused.
 */
async function takeRights(
  within: AccountStore,
  user: User,
  issuedAt: Instant,
  now: Instant,
): Promise<void> {
  const by = { actor: ACTOR, now };
  if (!hasRole(user, READER)) await setRole(within, user.name, READER, by);
  await within.removeTokens(user.id, { ending: 'sign-out', endedAt: now });
  await (await within.identities()).endTokens(user, issuedAt, now);
  const detail = 'The user is in no group of OIDC_MAP any more: tokens and sessions ended.';
  await recordChange(within, by, 'sessions-ended', user.name, detail);
}

async function addAccount(
  within: AccountStore,
  provided: ProviderUser,
  rights: Rights,
  now: Instant,
): Promise<User> {
  const { name, ...identity } = provided;
  if (name === undefined || !isUserName(name)) {
    const given = name === undefined ? 'none' : quoteGiven(name);
    throw refuse(
      `The sign-in provider gives no name that a user can have: a name is ${USER_NAME_RULE}, not ${given}. Ask the operator to choose another OIDC_NAME_CLAIM.`,
    );
  }
  const { planName, role, writePatterns } = rights;
  const draft = { name, passwordHash: null, planName, isDisabled: false, createdAt: now };
  const user = await within.addUser(draft);
  if (!user) {
    throw refuse(
      `The user name ${quoteGiven(name)} belongs to another account of this server. If it is yours, ask the operator to link it: gridtide user identity ${name} --issuer ${identity.issuer} --subject ${escapeUnseen(JSON.stringify(identity.subject))}`,
    );
  }
  const by = { actor: ACTOR, now };
  await recordChange(
    within,
    by,
    'user-added',
    name,
    `Added with plan ${planName}, without a password.`,
  );
  await linkIdentity(within, user, identity, by);
  return role === 'reader' ? user : setRole(within, name, { role, writePatterns }, by);
}

/** Links an identity to a user. Refuses if it is linked already. */
export async function linkIdentity(
  within: AccountStore,
  user: User,
  { issuer, subject }: Identity,
  by: { readonly actor: string; readonly now: Instant },
): Promise<void> {
  const identities = await within.identities();
  const linked = { issuer, subject, userId: user.id, linkedAt: by.now };
  if (!(await identities.add(linked))) {
    const owner = await identities.findUser({ issuer, subject });
    throw refuse(`The identity is linked to the user ${quoteGiven(owner?.name ?? '')} already.`);
  }
  const detail = `Signs in as ${quoteGiven(subject)} at ${issuer}.`;
  await recordChange(within, by, 'identity-linked', user.name, detail);
}

/** Ends the link of an identity. False if the user has no such identity. */
export async function unlinkIdentity(
  within: AccountStore,
  user: User,
  { issuer, subject }: Identity,
  by: { readonly actor: string; readonly now: Instant },
): Promise<boolean> {
  const identities = await within.identities();
  const owned = await identities.list(user.id);
  if (!owned.some((one) => one.issuer === issuer && one.subject === subject)) return false;
  await identities.remove({ issuer, subject });
  const detail = `No longer signs in as ${quoteGiven(subject)} at ${issuer}.`;
  await recordChange(within, by, 'identity-unlinked', user.name, detail);
  return true;
}
