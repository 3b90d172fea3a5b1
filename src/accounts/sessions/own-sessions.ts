// A user's sessions: listing them, and ending one or all others.

import { recordOwnChange } from '#accounts/account-journal';
import type { Browser } from '#accounts/sessions/start-session';
import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, SessionCredential, User } from '#store/account-store';

const ID_DIGITS = 16;

/** A session as its user sees it. */
export interface SessionSummary extends Browser {
  /** Names the session in a request that ends it. It says nothing about the secret. */
  readonly id: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly expiresAt: Instant;
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
  for (const { hash } of ended) {
    await within.endSession(hash, { ending: 'account-page', endedAt: now });
  }
  const detail =
    ended.length === 1 ? 'A session was ended.' : `${ended.length} sessions were ended.`;
  await recordOwnChange(within, user, now, 'sessions-ended', detail);
}
