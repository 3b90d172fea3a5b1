// Why a session has ended, in words for the browser that still has its cookie. An ended session is found by the
// hash of its secret alone, so a guess learns nothing.

import { hashSecret, isSessionSecret, looksLikeSecret } from '#accounts/secrets';
import type { SessionLimits } from '#accounts/session-renewals';
import { MAX_SESSIONS_PER_USER } from '#accounts/sessions/start-session';
import type { SignInService } from '#accounts/sign-in-service';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import type { EndedSession } from '#store/account-store';
import { StoreUnavailable } from '#store/store';

const UNKNOWN = 'the session has ended; sign in again';

/** Says why the session of a secret has ended, and what to do. */
export async function explainEnd(
  { accounts, sessionLimits }: Pick<SignInService, 'accounts' | 'sessionLimits'>,
  secret: string,
): Promise<string> {
  if (!looksLikeSecret(secret) || !isSessionSecret(secret)) return UNKNOWN;
  try {
    const ended = await accounts.findEndedSession(hashSecret(secret));
    return ended ? describeEnd(ended, sessionLimits) : UNKNOWN;
  } catch (error) {
    // The session is refused either way.
    if (error instanceof StoreUnavailable) return UNKNOWN;
    throw error;
  }
}

function describeEnd(ended: EndedSession, limits: SessionLimits): string {
  switch (ended.ending) {
    case 'sign-out':
      return 'the session was signed out; sign in again';
    case 'password':
      return 'a new password ended the session; sign in again';
    case 'account-page':
      return 'the session was ended on the account page; sign in again';
    case 'disabled':
      return 'the operator disabled the user; sign in again once the user is enabled';
    case 'crowded':
      return `the user signed in with more than ${MAX_SESSIONS_PER_USER} browsers; sign in again`;
    case 'provider':
      return 'the sign-in provider signed you out; sign in again';
    case 'over':
      return describeOver(ended, limits);
    default:
      // A later release may know more.
      return UNKNOWN;
  }
}

function describeOver(
  { createdAt, endedAt }: EndedSession,
  { idleMs, maxMs }: SessionLimits,
): string {
  return endedAt - createdAt < maxMs
    ? `the session was not used for ${lengthOf(idleMs)}; sign in again`
    : `the session was ${lengthOf(maxMs)} old, the most it can be; sign in again`;
}

/** A length of time in the largest unit that divides it: `12 hours`, `90 minutes`. */
function lengthOf(ms: number): string {
  const [unit, unitMs] =
    ms % DAY_MS === 0
      ? ['day', DAY_MS]
      : ms % HOUR_MS === 0
        ? ['hour', HOUR_MS]
        : ['minute', MINUTE_MS];
  const count = ms / (unitMs as number);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
