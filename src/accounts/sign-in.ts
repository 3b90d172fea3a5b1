// Signing in and out.

import { addressGroupOf } from '#accounts/address-group';
import {
  checkAttempt,
  findEnabled,
  pairOf,
  refuseCredentials,
  refuseWhile,
  type SignInAttempt,
} from '#accounts/check-attempt';
import { hashSecret, makeSecret } from '#accounts/secrets';
import type { SignInService } from '#accounts/sign-in-service';
import { Refusal } from '#core/errors';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore, Credential, User } from '#store/account-store';

/** The sign-ins a minute that every user has, even if the plan allows fewer requests. */
export const MIN_SIGN_INS_PER_MINUTE = 600;

/** Expired tokens do no harm, as they are refused, so removing them can wait. */
const SWEEP_EVERY_MS = 10 * MINUTE_MS;

export interface SignedIn {
  readonly user: User;
  readonly token: string;
  readonly expiresAt: Instant;
}

async function sweepWhenDue(service: SignInService, now: Instant): Promise<void> {
  const isDue = service.sweptAt === undefined || Math.abs(now - service.sweptAt) >= SWEEP_EVERY_MS;
  if (!isDue) return;
  service.sweptAt = now;
  await service.accounts.removeExpired(now);
}

/**
 * Refuses a user who signs in without end: each token is a row in the store. A program that signs in before
 * every request signs in as often as its plan lets it ask, so it meets the plan's limit first.
 */
export async function limitSignIns(
  { accounts, limits }: SignInService,
  { id, planName }: User,
  now: Instant,
): Promise<void> {
  const plan = await accounts.findPlan(planName);
  const most = Math.max(MIN_SIGN_INS_PER_MINUTE, plan?.requestsPerMinute ?? 0);
  const { isAllowed, resetSeconds } = await limits.take(`sign-in ${id}`, most, now);
  if (isAllowed) return;
  const detail = `at most ${most} sign-ins a minute; use a token for its hour, or an API key; wait ${resetSeconds} s`;
  throw new Refusal('rate_exceeded', detail, { retryAfterSeconds: resetSeconds });
}

/** Makes what a user gets who has signed in: a token, or a session. */
type Issue<T> = (user: User) => Promise<T>;

/** Refuses passwords, right and wrong alike, if PASSWORDS=off. */
export function requirePasswords({ acceptsPasswords }: SignInService): void {
  if (!acceptsPasswords) throw passwordsOff();
}

export const passwordsOff = (): Refusal =>
  new Refusal(
    'passwords_off',
    'This server accepts no passwords: sign in on its web page with single sign-on; a program uses an API key.',
  );

/** Issues something new for the right user name and password. What the user has already stays valid. */
export async function admitWithPassword<T>(
  service: SignInService,
  attempt: SignInAttempt,
  now: Instant,
  issue: Issue<T>,
): Promise<T> {
  requirePasswords(service);
  const user = await checkAttempt(service, attempt, now);
  await limitSignIns(service, user, now);
  const issued = await issue(user);
  await service.familiar.remember(pairOf(attempt), now);
  return issued;
}

export interface CodeAttempt {
  readonly code: string;
  /** The IP address that the attempt comes from. */
  readonly address: string;
}

/**
 * Issues something new for a one-time code. A code that is unknown, used or too old counts as a failed
 * sign-in of the address, and each of them is refused in the same words.
 */
export async function admitWithCode<T>(
  service: SignInService,
  { code, address }: CodeAttempt,
  now: Instant,
  issue: Issue<T>,
): Promise<T> {
  const group = addressGroupOf(address);
  refuseWhile(await service.addressFailures.retryAfterSeconds(group, now));
  const userName = await service.codes.take(code, now);
  const user = userName === undefined ? undefined : await findEnabled(service.accounts, userName);
  if (user) return issue(user);
  refuseWhile(await service.addressFailures.record(group, now));
  throw new Refusal(
    'invalid_credentials',
    'The code is not accepted: it works once, for 15 minutes.',
  );
}

/** Issues a new token for the right user name and password. */
export const signIn = (
  service: SignInService,
  attempt: SignInAttempt,
  now: Instant,
): Promise<SignedIn> =>
  admitWithPassword(service, attempt, now, (user) => issueToken(service, user, now));

/** Issues a new token for a one-time code. */
export const signInWithCode = (
  service: SignInService,
  attempt: CodeAttempt,
  now: Instant,
): Promise<SignedIn> =>
  admitWithCode(service, attempt, now, (user) => issueToken(service, user, now));

async function issueToken(service: SignInService, user: User, now: Instant): Promise<SignedIn> {
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
  return { user: await storeCredential(service, user, credential, now), token, expiresAt };
}

/** Stores what a user signed in with. Resolves to the user as stored. */
export async function storeCredential(
  service: SignInService,
  user: User,
  credential: Credential,
  now: Instant,
): Promise<User> {
  // Otherwise its first request would notice that the clock was set back, and remove it with expired tokens.
  await service.clock.notice(now);
  await sweepWhenDue(service, now);
  await service.accounts.addCredential(credential);
  // The password may have been changed, and the user's tokens removed, just before this one was added.
  const current = await service.accounts.findUser(user.name);
  const isOut = !current || current.isDisabled || (current.isService && isOfSignIn(credential));
  if (isOut || current.passwordHash !== user.passwordHash) {
    await service.accounts.removeCredential(credential.hash);
    throw refuseCredentials();
  }
  return current;
}

/** Whether a credential was made by a sign-in, so that signing out ends it. */
export const isOfSignIn = ({ kind }: Credential): boolean => kind === 'token' || kind === 'session';

/** Ends a token or a session. A key stays: it is revoked by name, not by a program that signs out. */
export async function signOut(
  accounts: AccountStore,
  { kind, hash }: Pick<Credential, 'kind' | 'hash'>,
  now: Instant,
): Promise<void> {
  if (kind === 'token') await accounts.removeCredential(hash);
  if (kind === 'session') await accounts.endSession(hash, { ending: 'sign-out', endedAt: now });
}
