// Starting the session of a browser: what a sign-in on the web page makes. A cookie carries the secret, the
// store has its hash.

import type { SignInAttempt } from '#accounts/check-attempt';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { sessionEndOf } from '#accounts/session-renewals';
import {
  admitWithCode,
  admitWithPassword,
  type CodeAttempt,
  storeCredential,
} from '#accounts/sign-in';
import type { SignInService } from '#accounts/sign-in-service';
import type { Instant } from '#core/time/instant';
import type { SessionCredential, User } from '#store/account-store';

/** The most sessions of a user. One more ends the one that was not used for the longest time. */
export const MAX_SESSIONS_PER_USER = 100;

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
    await service.accounts.endSession(hash, { ending: 'crowded', endedAt: now });
  }
  return { user: current, ...made };
}
