// What signing in needs, once for each process.

import { FailureThrottle } from '#accounts/failure-throttle';
import { KnownPasswords } from '#accounts/known-passwords';
import { SignInCodes } from '#accounts/sign-in-codes';
import { ClockSetBack } from '#accounts/steady-time';
import { KeyedQueue } from '#core/keyed-queue';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

export const DEFAULT_TOKEN_LIFETIME_MINUTES = 60;

/** Failures and codes are in the store, for all processes. */
export interface SignInService {
  readonly accounts: AccountStore;
  readonly tokenLifetimeMs: number;
  readonly passwords: KnownPasswords;
  readonly userFailures: FailureThrottle;
  readonly addressFailures: FailureThrottle;
  readonly codes: SignInCodes;
  readonly clock: ClockSetBack;
  /** Runs the attempts of one user name one after the other. */
  readonly attempts: KeyedQueue;
  sweptAt: Instant | undefined;
}

export function openSignInService(
  accounts: AccountStore,
  settings: {
    readonly tokenLifetimeMinutes?: number;
    readonly passwords?: KnownPasswords;
  } = {},
): SignInService {
  return {
    accounts,
    tokenLifetimeMs: (settings.tokenLifetimeMinutes ?? DEFAULT_TOKEN_LIFETIME_MINUTES) * MINUTE_MS,
    passwords: settings.passwords ?? new KnownPasswords(),
    userFailures: new FailureThrottle(accounts, 'user'),
    addressFailures: new FailureThrottle(accounts, 'address'),
    codes: new SignInCodes(accounts),
    clock: new ClockSetBack(accounts),
    attempts: new KeyedQueue(),
    sweptAt: undefined,
  };
}
