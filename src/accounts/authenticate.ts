// Finding the user that a secret belongs to, and what that user may do with it. All rights are decided here: those
// of the role, those of the credential, and which of them both have.

import { mayRead, narrowPatterns } from '#accounts/plans';
import { hashSecret, isLinkSecret, isSessionSecret, looksLikeSecret } from '#accounts/secrets';
import { Refusal, refuseField } from '#core/errors';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import type { AccountStore, Credential, Grant, Role } from '#store/account-store';
import { StoreUnavailable } from '#store/store';

/**
 * The user of a request, the plan, and the token, key or session that was presented. The patterns of the plan are
 * those that the key leaves of it.
 */
export type Caller = Grant;

/** What the operator interface asks for: writing data, reading what operators read, and everything else. */
export type Right = 'write' | 'audit' | 'operate';

const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  reader: [],
  writer: ['write'],
  auditor: ['audit'],
  operator: ['write', 'audit', 'operate'],
};

const ROLES = Object.keys(RIGHTS) as readonly Role[];

/** Returns the role that is given; refuses what is none. */
export function readRole(given: string): Role {
  const text = given.trim().toLowerCase();
  const role = ROLES.find((each) => each === text);
  if (role) return role;
  const message = `not a role: ${quoteGiven(given)}${didYouMean(text, ROLES)}`;
  throw refuseField('field_invalid', 'role', message, ROLES);
}

/** The role that a credential is good for: a session for its user's, a key for its own. Tokens and links only read. */
function roleOf({ credential: { kind }, user }: Caller): Role {
  if (kind === 'session') return user.role;
  return kind === 'writer' || kind === 'auditor' || kind === 'operator' ? kind : 'reader';
}

/**
 * Whether the user's role has a right now, and the credential has it too. No plan gives one. A key for some series
 * may at most write these: with more it could make a key without that limit.
 */
const isGiven = (caller: Caller, right: Right): boolean =>
  RIGHTS[caller.user.role].includes(right) &&
  RIGHTS[roleOf(caller)].includes(right) &&
  (right === 'write' || caller.credential.patterns === undefined);

/** Whether a caller has a right; to write is a right for the series that is named. */
export const hasRight = (caller: Caller, right: Right, seriesId: string): boolean =>
  right === 'write'
    ? mayRead({ patterns: writePatternsOf(caller) }, seriesId)
    : isGiven(caller, right);

/** Whether a caller may use all of the operator interface. */
export const isOperator = (caller: Caller): boolean => isGiven(caller, 'operate');

/** The patterns of the series that a caller may write: what the key leaves of the role's. */
export function writePatternsOf(caller: Caller): readonly string[] {
  if (!isGiven(caller, 'write')) return [];
  const { credential, user } = caller;
  const own = user.role === 'operator' ? ['*'] : user.writePatterns;
  return credential.patterns ? narrowPatterns(own, credential.patterns) : own;
}

/** Refuses a caller without a right, and says what the caller may do. */
export function requireRight(caller: Caller | undefined, right: Right, seriesId: string): void {
  if (caller && hasRight(caller, right, seriesId)) return;
  if (caller && right === 'write' && isGiven(caller, 'write')) {
    // The path names the series. It is not repeated: a secret may have been put there.
    const message = 'the series is outside what you may write';
    const faults = [{ field: 'code', message, allowed: writePatternsOf(caller) }];
    throw new Refusal('series_not_writable', message, { faults });
  }
  const given = (['write', 'audit'] as const).find((each) => caller && isGiven(caller, each));
  const does = given === undefined ? 'may read' : MAY[given];
  const detail =
    caller?.credential.kind === 'session'
      ? `this session ${does}; its user is no operator`
      : `this token or key ${does}; an operator key is needed`;
  throw new Refusal('operator_key_needed', detail);
}

const MAY = {
  write: 'may read, and write values, runs and definitions of its series',
  audit: 'may read, also what operators read, and change nothing',
} as const;

/** The caller of a token or key; undefined if it is unknown, has expired, or its user is disabled. */
export function findCaller(
  accounts: AccountStore,
  secret: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  if (!looksLikeSecret(secret) || isSessionSecret(secret) || isLinkSecret(secret)) return undefined;
  return findHolder(accounts, hashSecret(secret), now);
}

/** Like `findCaller`, of the secret in a browser's cookie: a session's and no other. */
export function findSessionCaller(
  accounts: AccountStore,
  secret: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  if (!looksLikeSecret(secret) || !isSessionSecret(secret)) return undefined;
  return findHolder(accounts, hashSecret(secret), now);
}

/** Like `findCaller`, by the hash of a secret that was presented. */
export function findHolder(
  accounts: AccountStore,
  hash: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  return whenReady(accounts.findGrant(hash), (grant) => {
    if (!grant) return undefined;
    if (isOver(grant.credential, now)) return forget(accounts, grant.credential, now);
    return isShutOut(grant) ? undefined : narrow(grant);
  });
}

/** A service account has no token and no session, however one was made. */
const isShutOut = ({ user, credential: { kind } }: Grant): boolean =>
  user.isDisabled || (user.isService && (kind === 'token' || kind === 'session'));

/** The plan as refusals name it. A key for some series leaves a part of the plan only. */
export const planWords = ({ credential, plan }: Caller): string =>
  `${credential.patterns ? 'what this key leaves of ' : ''}plan ${quoteGiven(plan.name)}`;

/** Grants are remembered for a moment, and what is made of a grant with it. */
const narrowed = new WeakMap<Grant, Caller>();

/** The grant with what the key leaves of the plan. Every read goes by the patterns of the plan, so this is the one check. */
function narrow(grant: Grant): Caller {
  const { credential, plan } = grant;
  if (credential.patterns === undefined) return grant;
  let caller = narrowed.get(grant);
  if (!caller) {
    const patterns = narrowPatterns(plan.patterns, credential.patterns);
    caller = { ...grant, plan: { ...plan, patterns } };
    narrowed.set(grant, caller);
  }
  return caller;
}

/** Whether a credential or a link has expired, or was made by a clock so far ahead that it would outlast its lifetime. */
export function isOver(
  { createdAt, expiresAt }: Pick<Credential, 'createdAt' | 'expiresAt'>,
  now: Instant,
): boolean {
  if (expiresAt === null) return false;
  return expiresAt <= now || createdAt - now > expiresAt - createdAt;
}

/**
 * Removes a credential that was refused as expired, so that a clock set back later cannot revive it. Another
 * process may have renewed a session in this moment, so a session is removed only if the store says so too.
 */
async function forget(
  accounts: AccountStore,
  { hash, kind, expiresAt }: Credential,
  now: Instant,
): Promise<undefined> {
  try {
    if (kind === 'session' && expiresAt! <= now) await accounts.removeExpired(now);
    else await accounts.removeCredential(hash);
  } catch (error) {
    // The credential is refused either way. This fails only while another process writes.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
