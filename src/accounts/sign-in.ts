// Signing in and out. An unknown user, a wrong password and a disabled user get the same words after the
// same work.

import { hash } from 'node:crypto';
import { addressGroupOf } from '#accounts/address-group';
import { FailureThrottle } from '#accounts/failure-throttle';
import { KnownPasswords } from '#accounts/known-passwords';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { SignInCodes } from '#accounts/sign-in-codes';
import { ClockSetBack } from '#accounts/steady-time';
import { foldUserName, isUserName } from '#accounts/user-name';
import { Refusal } from '#core/errors';
import { KeyedQueue } from '#core/keyed-queue';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore, Credential, User } from '#store/account-store';

export const DEFAULT_TOKEN_LIFETIME_MINUTES = 60;

/** Expired tokens do no harm, as they are refused, so removing them can wait. */
const SWEEP_EVERY_MS = 10 * MINUTE_MS;

export interface SignInAttempt {
  readonly userName: string;
  readonly password: string;
  /** The IP address that the attempt comes from. */
  readonly address: string;
}

export interface SignedIn {
  readonly user: User;
  readonly token: string;
  readonly expiresAt: Instant;
}

/** What signing in needs, once for each process. Failures and codes are in the store, for all processes. */
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

/** The subjects whose failures count. The name is hashed, as it stays in memory while attempts wait. */
interface FailureSubjects {
  readonly user: string;
  readonly address: string;
}

const subjectsOf = (attempt: SignInAttempt): FailureSubjects => ({
  user: hash('sha256', foldUserName(attempt.userName), 'base64'),
  address: addressGroupOf(attempt.address),
});

async function refuseThrottled(
  service: SignInService,
  subjects: FailureSubjects,
  now: Instant,
): Promise<void> {
  const waits = await Promise.all([
    service.userFailures.retryAfterSeconds(subjects.user, now),
    service.addressFailures.retryAfterSeconds(subjects.address, now),
  ]);
  refuseWhile(Math.max(...waits));
}

function refuseWhile(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  const detail = `Too many failed sign-ins. Try again in ${retryAfterSeconds} s.`;
  throw new Refusal('sign_in_throttled', detail, { retryAfterSeconds });
}

const refuseCredentials = (): Refusal =>
  new Refusal('invalid_credentials', 'The user name or the password is not accepted.');

/**
 * Returns the user whose password this is, or refuses. Parallel guesses, even at several processes, cannot
 * beat the limit: a wrong password is counted before it is answered, and a right one is throttled if the
 * limit was reached in the meantime. Within a process the attempts of a name run one by one. Otherwise a
 * remembered password would answer a thousand guesses before the first of them is counted.
 */
async function checkAttempt(
  service: SignInService,
  attempt: SignInAttempt,
  now: Instant,
): Promise<User> {
  const subjects = subjectsOf(attempt);
  return service.attempts.run(subjects.user, async () => {
    const [user] = await Promise.all([
      findEnabled(service.accounts, attempt.userName),
      refuseThrottled(service, subjects, now),
    ]);
    const owner = user ? `id ${user.id}` : `name ${subjects.user}`;
    const phc = user?.passwordHash ?? null;
    if (user && service.passwords.isKnown(owner, phc, attempt.password, now)) return user;
    const isRight = await service.passwords.check(owner, phc, attempt.password, now);
    if (user && isRight) {
      await refuseThrottled(service, subjects, now);
      return user;
    }
    refuseWhile(await service.userFailures.record(subjects.user, now));
    refuseWhile(await service.addressFailures.record(subjects.address, now));
    throw refuseCredentials();
  });
}

async function findEnabled(accounts: AccountStore, name: string): Promise<User | undefined> {
  const user = isUserName(name) ? await accounts.findUser(name) : undefined;
  return user?.isDisabled ? undefined : user;
}

async function sweepWhenDue(service: SignInService, now: Instant): Promise<void> {
  const isDue = service.sweptAt === undefined || Math.abs(now - service.sweptAt) >= SWEEP_EVERY_MS;
  if (!isDue) return;
  service.sweptAt = now;
  await service.accounts.removeExpired(now);
}

/** Issues a new token for the right user name and password. The user's other tokens stay valid. */
export async function signIn(
  service: SignInService,
  attempt: SignInAttempt,
  now: Instant,
): Promise<SignedIn> {
  return issueToken(service, await checkAttempt(service, attempt, now), now);
}

/**
 * Issues a new token for a one-time code. A code that is unknown, used or too old counts as a failed
 * sign-in of the address, and each of them is refused in the same words.
 */
export async function signInWithCode(
  service: SignInService,
  { code, address }: { readonly code: string; readonly address: string },
  now: Instant,
): Promise<SignedIn> {
  const group = addressGroupOf(address);
  refuseWhile(await service.addressFailures.retryAfterSeconds(group, now));
  const userName = await service.codes.take(code, now);
  const user = userName === undefined ? undefined : await findEnabled(service.accounts, userName);
  if (user) return issueToken(service, user, now);
  refuseWhile(await service.addressFailures.record(group, now));
  throw new Refusal(
    'invalid_credentials',
    'The code is not accepted: it works once, for 15 minutes.',
  );
}

async function issueToken(service: SignInService, user: User, now: Instant): Promise<SignedIn> {
  // Otherwise its first request would notice that the clock was set back, and remove it with expired tokens.
  await service.clock.notice(now);
  await sweepWhenDue(service, now);
  const token = makeSecret('token');
  const expiresAt = now + service.tokenLifetimeMs;
  const credential: Credential = {
    hash: hashSecret(token),
    userId: user.id,
    kind: 'token',
    name: null,
    createdAt: now,
    expiresAt,
  };
  await service.accounts.addCredential(credential);
  // The password may have been changed, and the user's tokens removed, just before this one was added.
  const current = await service.accounts.findUser(user.name);
  if (!current || current.isDisabled || current.passwordHash !== user.passwordHash) {
    await service.accounts.removeCredential(credential.hash);
    throw refuseCredentials();
  }
  return { user: current, token, expiresAt };
}

/** Ends a token. A key stays: it is revoked by name, not by a program that signs out. */
export async function signOut(accounts: AccountStore, credential: Credential): Promise<void> {
  if (credential.kind === 'token') await accounts.removeCredential(credential.hash);
}
