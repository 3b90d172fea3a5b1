// Sessions of Anna's browsers, on a real store.

import type { TestContext } from 'node:test';
import { type Caller, findSessionCaller } from '#accounts/authenticate';
import { type StartedSession, startSession } from '#accounts/sessions/start-session';
import { openSignInService, type SignInService } from '#accounts/sign-in-service';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';
import { openAccountsWithAnna, START } from '../open-accounts.ts';
import { anna as attempt, quickPasswords } from '../sign-in/sign-in-attempts.ts';

export interface Sessions {
  readonly accounts: AccountStore;
  readonly anna: User;
  readonly service: SignInService;
  start(now?: Instant, agent?: string): Promise<StartedSession>;
  /** The caller of a session's secret, as a request finds it. */
  find(secret: string, now: Instant): Promise<Caller | undefined>;
  /** Sends a request of a session: finds its caller and notes the use. */
  use(secret: string, now: Instant, address?: string): Promise<boolean>;
}

export async function openSessions(
  t: TestContext,
  settings: { sessionIdleMinutes?: number; sessionMaxMinutes?: number } = {},
): Promise<Sessions> {
  const { accounts, anna } = await openAccountsWithAnna(t);
  const service = openSignInService(accounts, { passwords: quickPasswords(), ...settings });
  const find = async (secret: string, now: Instant) => findSessionCaller(accounts, secret, now);
  return {
    accounts,
    anna,
    service,
    start: (now = START, agent = 'Firefox on Linux') =>
      startSession(service, { ...attempt, agent }, now),
    find,
    use: async (secret, now, address = attempt.address) => {
      const caller = await find(secret, now);
      if (caller) service.renewals.note(caller.credential, address, now);
      await service.renewals.flush();
      return caller !== undefined;
    },
  };
}
