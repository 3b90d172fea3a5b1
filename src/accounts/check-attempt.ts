// Checks a user name and password. An unknown user, a wrong password and a disabled user get the same words
// after the same work.

import { hash } from 'node:crypto';
import { addressGroupOf } from '#accounts/address-group';
import type { UserAtAddress } from '#accounts/familiar-addresses';
import type { SignInService } from '#accounts/sign-in-service';
import { foldUserName, isUserName } from '#accounts/user-name';
import { Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';

export interface SignInAttempt {
  readonly userName: string;
  readonly password: string;
  /** The IP address that the attempt comes from. */
  readonly address: string;
}

/** The subjects whose failures count. The name is hashed, as it stays in memory while attempts wait. */
interface FailureSubjects extends UserAtAddress {
  /** Whether the user has signed in from the address before. */
  readonly isFamiliar: boolean;
}

/** The user as failures are counted under, whether or not the user exists. */
export const failureOwnerOf = (userName: string): string =>
  hash('sha256', foldUserName(userName), 'base64');

export const pairOf = ({ userName, address }: Omit<SignInAttempt, 'password'>): UserAtAddress => ({
  user: failureOwnerOf(userName),
  address: addressGroupOf(address),
});

/** The user's failures elsewhere do not count against an address that the user has signed in from. */
async function refuseThrottled(
  service: SignInService,
  { user, address, isFamiliar }: FailureSubjects,
  now: Instant,
): Promise<void> {
  const waits = await Promise.all([
    service.pairFailures.retryAfterSeconds([user, address], now),
    service.addressFailures.retryAfterSeconds(address, now),
    isFamiliar ? 0 : service.userFailures.retryAfterSeconds(user, now),
  ]);
  refuseWhile(Math.max(...waits));
}

export function refuseWhile(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  const detail = `Too many failed sign-ins. Try again in ${retryAfterSeconds} s.`;
  throw new Refusal('sign_in_throttled', detail, { retryAfterSeconds });
}

export const refuseCredentials = (): Refusal =>
  new Refusal('invalid_credentials', 'The user name or the password is not accepted.');

/**
 * Returns the user whose password this is, or refuses. Parallel guesses, even at several processes, cannot
 * beat the limits: a wrong password is counted before it is answered, and a right one is throttled if a
 * limit was reached in the meantime. Within a process the attempts of a name run one by one. Otherwise a
 * remembered password would answer a thousand guesses before the first of them is counted. A familiar address
 * has a queue of its own, so that its user does not wait for strangers.
 */
export async function checkAttempt(
  service: SignInService,
  attempt: SignInAttempt,
  now: Instant,
): Promise<User> {
  const pair = pairOf(attempt);
  const isFamiliar = await service.familiar.has(pair, now);
  const queue = isFamiliar ? `${pair.user} ${pair.address}` : pair.user;
  return service.attempts.run(queue, () =>
    checkQueued(service, attempt, { ...pair, isFamiliar }, now),
  );
}

async function checkQueued(
  service: SignInService,
  { userName, password, address }: SignInAttempt,
  subjects: FailureSubjects,
  now: Instant,
): Promise<User> {
  const [user] = await Promise.all([
    findEnabled(service.accounts, userName),
    refuseThrottled(service, subjects, now),
  ]);
  const owner = user ? `id ${user.id}` : `name ${subjects.user}`;
  const phc = user?.passwordHash ?? null;
  if (user && service.passwords.isKnown(owner, phc, password, now)) return user;
  const lane = subjects.isFamiliar ? 'known' : 'stranger';
  const isRight = await service.passwords.check(owner, phc, password, now, lane);
  if (user && isRight) {
    await refuseThrottled(service, subjects, now);
    return user;
  }
  const counts = await countFailure(service, subjects, now);
  if (user) service.audit.noteFailure({ user, address, ...counts }, now);
  throw refuseCredentials();
}

/** Counts a wrong password for the pair, the address and the user, and refuses if one of them has to wait. */
async function countFailure(
  service: SignInService,
  { user, address, isFamiliar }: FailureSubjects,
  now: Instant,
): Promise<{ readonly atAddress: number; readonly inAll: number }> {
  const atAddress = await service.pairFailures.count([user, address], now);
  refuseWhile(atAddress.retryAfterSeconds);
  refuseWhile(await service.addressFailures.record(address, now));
  const inAll = await service.userFailures.count(user, now);
  if (!isFamiliar) refuseWhile(inAll.retryAfterSeconds);
  return { atAddress: atAddress.count, inAll: inAll.count };
}

export async function findEnabled(accounts: AccountStore, name: string): Promise<User | undefined> {
  const user = isUserName(name) ? await accounts.findUser(name) : undefined;
  return user?.isDisabled ? undefined : user;
}

/** Checks the password that a user gives once more in `field`, counted and throttled like a sign-in. */
export async function confirmPassword(
  service: SignInService,
  user: User,
  given: Pick<SignInAttempt, 'password' | 'address'>,
  now: Instant,
  field = 'password',
): Promise<User> {
  try {
    return await checkAttempt(service, { ...given, userName: user.name }, now);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_credentials')) throw error;
    throw refuseField('password_wrong', field, 'this is not the password you sign in with');
  }
}
