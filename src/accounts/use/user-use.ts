// How much users use the server, in figures that operators compare.

import { DAY_MS, type Instant } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type { UserUse } from '#store/limit-store';

const DAYS_BEFORE = 7;

export interface UseFigures extends Pick<UserUse, 'lastSeenAt' | 'requestsToday'> {
  /** The mean of the seven UTC days before today, with one decimal. */
  readonly requestsPerDay: number;
}

/** Reads the use of all users at once. The result looks up a user's. */
export async function readUserUse(
  accounts: AccountStore,
  now: Instant,
): Promise<(user: { readonly id: number }) => UseFigures> {
  const uses = await accounts.listUse(Math.floor(now / DAY_MS));
  const byUser = new Map(uses.map((use) => [use.userId, use]));
  return ({ id }) => {
    const { lastSeenAt = null, requestsToday = 0, requestsBefore = 0 } = byUser.get(id) ?? {};
    const requestsPerDay = Math.round((requestsBefore / DAYS_BEFORE) * 10) / 10;
    return { lastSeenAt, requestsToday, requestsPerDay };
  };
}
