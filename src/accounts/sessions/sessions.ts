// Sessions of browsers: what a sign-in on the web page makes. A cookie carries the secret, the store has its
// hash. A session is renewed while it is used, listed for its user, and ended one by one or all together.

import { recordChange } from '#accounts/account-journal';
import type { SignInAttempt } from '#accounts/check-attempt';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { sessionEndOf } from '#accounts/sessions/session-renewals';
import {
  admitWithCode,
  admitWithPassword,
  type CodeAttempt,
  storeCredential,
} from '#accounts/sign-in';
import type { SignInService } from '#accounts/sign-in-service';
import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, SessionCredential, User } from '#store/account-store';

/** The most sessions of a user. One more ends the one that was not used for the longest time. */
export const MAX_SESSIONS_PER_USER = 100;

const ID_DIGITS = 16;

export interface StartedSession {
  readonly user: User;
  /** Belongs into the cookie, and nowhere else. */
  readonly secret: string;
  /** When the session ends if it is not used. */
  readonly expiresAt: Instant;
  /** When it ends in any case. */
  readonly endsAt: Instant;
}

/** The browser that a session is for. */
export interface Browser {
  readonly address: string;
  readonly agent: string;
}

/** A session as its user sees it. */
export interface SessionSummary extends Browser {
  /** Names the session in a request that ends it. It says nothing about the secret. */
  readonly id: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly expiresAt: Instant;
}

export interface NewSession extends Omit<StartedSession, 'user'> {
  readonly credential: SessionCredential;
}

/** Makes a session that is not stored yet. */
export function makeSession(
  { sessionLimits }: SignInService,
  user: User,
  browser: Browser,
  now: Instant,
): NewSession {
  const secret = makeSecret('session');
  const expiresAt = sessionEndOf(sessionLimits, now, now);
  const credential: SessionCredential = {
    hash: hashSecret(secret),
    userId: user.id,
    kind: 'session',
    name: null,
    createdAt: now,
    expiresAt,
    session: { lastUsedAt: now, ...browser },
  };
  return { credential, secret, expiresAt, endsAt: now + sessionLimits.maxMs };
}

/** Starts a session for the right user name and password. */
export const startSession = (
  service: SignInService,
  attempt: SignInAttempt & Browser,
  now: Instant,
): Promise<StartedSession> =>
  admitWithPassword(service, attempt, now, (user) => storeSession(service, user, attempt, now));

/** Starts a session for a one-time code. */
export const startSessionWithCode = (
  service: SignInService,
  attempt: CodeAttempt & Browser,
  now: Instant,
): Promise<StartedSession> =>
  admitWithCode(service, attempt, now, (user) => storeSession(service, user, attempt, now));

async function storeSession(
  service: SignInService,
  user: User,
  { address, agent }: Browser,
  now: Instant,
): Promise<StartedSession> {
  const { credential, ...made } = makeSession(service, user, { address, agent }, now);
  const current = await storeCredential(service, user, credential, now);
  const sessions = await service.accounts.listSessions(user.id);
  for (const { hash } of sessions.slice(MAX_SESSIONS_PER_USER)) {
    await service.accounts.removeCredential(hash);
  }
  return { user: current, ...made };
}

/** The public name of a session. */
export const sessionIdOf = (hash: string): string => hash.slice(0, ID_DIGITS);

/** A user's sessions that still work, the last used first. */
export async function listSessions(
  accounts: AccountStore,
  { id }: Pick<User, 'id'>,
  now: Instant,
): Promise<SessionSummary[]> {
  const sessions = await accounts.listSessions(id);
  return sessions
    .filter(({ expiresAt }) => expiresAt > now)
    .map(({ hash, createdAt, expiresAt, session }) => ({
      id: sessionIdOf(hash),
      createdAt,
      expiresAt,
      ...session,
    }));
}

/** Ends the session with an id, or refuses if the user has none. */
export const endSession = (
  accounts: AccountStore,
  user: User,
  id: string,
  now: Instant,
): Promise<void> =>
  accounts.transact(async (within) => {
    const sessions = await within.listSessions(user.id);
    const ended = sessions.filter(({ hash }) => sessionIdOf(hash) === id);
    if (ended.length === 0) {
      throw new Refusal('session_unknown', 'no session of yours has this id; it may have ended');
    }
    await endAll(within, user, ended, now);
  });

/** Ends a user's sessions but the one with the hash `kept`. Resolves to the number that was ended. */
export const endOtherSessions = (
  accounts: AccountStore,
  user: User,
  kept: string,
  now: Instant,
): Promise<number> =>
  accounts.transact(async (within) => {
    const sessions = await within.listSessions(user.id);
    const ended = sessions.filter(({ hash }) => hash !== kept);
    await endAll(within, user, ended, now);
    return ended.length;
  });

async function endAll(
  within: AccountStore,
  user: User,
  ended: readonly SessionCredential[],
  now: Instant,
): Promise<void> {
  if (ended.length === 0) return;
  for (const { hash } of ended) await within.removeCredential(hash);
  const detail = ended.length === 1 ? 'A session was ended.' : `${ended.length} sessions were ended.`;
  await recordChange(within, { actor: user.name, now }, 'sessions-ended', user.name, detail);
}
