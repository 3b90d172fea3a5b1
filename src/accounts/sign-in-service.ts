// What signing in needs, once for each process.

import { FailureThrottle, MAX_FAILED_PER_USER } from '#accounts/failure-throttle';
import { FamiliarAddresses } from '#accounts/familiar-addresses';
import { KeyUses } from '#accounts/keys/key-uses';
import { KnownPasswords } from '#accounts/known-passwords';
import { RateLimiter, type RequestLimits } from '#accounts/rate-limiter';
import { type SessionLimits, SessionRenewals } from '#accounts/session-renewals';
import { SignInAudit } from '#accounts/sign-in-audit';
import { SignInCodes } from '#accounts/sign-in-codes';
import { ClockSetBack } from '#accounts/steady-time';
import { KeyedQueue } from '#core/keyed-queue';
import type { MaybePromise } from '#core/maybe-promise';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore, Grant, User } from '#store/account-store';

export const DEFAULT_TOKEN_LIFETIME_MINUTES = 60;
export const DEFAULT_SESSION_IDLE_MINUTES = 12 * 60;
export const DEFAULT_SESSION_MAX_MINUTES = 7 * 24 * 60;

/** What a browser brings back from the provider of single sign-on. */
export interface ProviderReturn {
  readonly cookie: string | undefined;
  /** The IP address that the browser has. */
  readonly address: string;
  readonly query: URLSearchParams;
  /** The address that the provider was told to send the browser to. */
  readonly redirectUri: string;
}

/** Single sign-on as requests use it; accounts/sso/single-sign-on.ts does it. */
export interface ProviderDoor {
  /** The provider's name on the sign-in page. */
  readonly label: string;
  /** Begins a sign-in: what the browser keeps, and the address of the provider that it goes to. */
  begin(
    returnTo: string,
    redirectUri: string,
    now: Instant,
  ): Promise<{ readonly cookie: string; readonly address: string }>;
  /** Finishes a sign-in: the user, and the path to return to. */
  finish(
    service: SignInService,
    back: ProviderReturn,
    now: Instant,
  ): Promise<{ readonly user: User; readonly returnTo: string }>;
  /** The provider's address that signs a user out there too; undefined if the user or the provider has none. */
  endAddress(service: SignInService, user: User, returnTo: string): Promise<string | undefined>;
  /** Ends the sessions and tokens of the user whom a logout token of the provider names; refuses a wrong one. */
  endByToken(service: SignInService, token: string, now: Instant): Promise<void>;
  /** The hash that a token of the provider is stored by; undefined if it has not the form of one, or none is accepted. */
  tokenHashOf(token: string): string | undefined;
  /** The caller of a provider's token that is not stored yet; undefined if it is not accepted. */
  admitToken(service: SignInService, token: string, now: Instant): MaybePromise<Grant | undefined>;
}

/** Failures and codes are in the store, for all processes. */
export interface SignInService {
  readonly accounts: AccountStore;
  readonly tokenLifetimeMs: number;
  /** How long browsers' sessions last. */
  readonly sessionLimits: SessionLimits;
  readonly renewals: SessionRenewals;
  readonly keyUses: KeyUses;
  readonly passwords: KnownPasswords;
  /** The failures of a user at an address. */
  readonly pairFailures: FailureThrottle;
  /** The failures of a user from all addresses. */
  readonly userFailures: FailureThrottle;
  readonly addressFailures: FailureThrottle;
  readonly familiar: FamiliarAddresses;
  /** Counts the sign-ins that work. */
  readonly limits: RequestLimits;
  readonly audit: SignInAudit;
  readonly codes: SignInCodes;
  readonly clock: ClockSetBack;
  /** Runs the attempts of one user name one after the other, those of each familiar address apart. */
  readonly attempts: KeyedQueue;
  /** Whether a password signs in. */
  readonly acceptsPasswords: boolean;
  /** Undefined if single sign-on is off. */
  readonly sso: ProviderDoor | undefined;
  sweptAt: Instant | undefined;
}

export function openSignInService(
  accounts: AccountStore,
  settings: {
    readonly tokenLifetimeMinutes?: number;
    /** Minutes without use after which a session ends. */
    readonly sessionIdleMinutes?: number;
    /** Minutes after which a session ends in any case. */
    readonly sessionMaxMinutes?: number;
    readonly passwords?: KnownPasswords;
    /** Default a limiter of this process alone. */
    readonly limits?: RequestLimits;
    /** Default true. */
    readonly acceptsPasswords?: boolean;
    readonly sso?: ProviderDoor | undefined;
  } = {},
): SignInService {
  const sessionLimits = {
    idleMs: (settings.sessionIdleMinutes ?? DEFAULT_SESSION_IDLE_MINUTES) * MINUTE_MS,
    maxMs: (settings.sessionMaxMinutes ?? DEFAULT_SESSION_MAX_MINUTES) * MINUTE_MS,
  };
  return {
    accounts,
    sessionLimits,
    renewals: new SessionRenewals(accounts, sessionLimits),
    keyUses: new KeyUses(accounts),
    tokenLifetimeMs: (settings.tokenLifetimeMinutes ?? DEFAULT_TOKEN_LIFETIME_MINUTES) * MINUTE_MS,
    passwords: settings.passwords ?? new KnownPasswords(),
    pairFailures: new FailureThrottle(accounts, 'pair'),
    userFailures: new FailureThrottle(accounts, 'user', { maxFailures: MAX_FAILED_PER_USER }),
    addressFailures: new FailureThrottle(accounts, 'address'),
    familiar: new FamiliarAddresses(accounts),
    limits: settings.limits ?? new RateLimiter(),
    audit: new SignInAudit(accounts),
    codes: new SignInCodes(accounts),
    clock: new ClockSetBack(accounts),
    attempts: new KeyedQueue(),
    acceptsPasswords: settings.acceptsPasswords ?? true,
    sso: settings.sso,
    sweptAt: undefined,
  };
}
