// Checks a user name and password. An unknown user, a wrong password and a disabled user get the same words
// after the same work.

import { hash } from 'node:crypto';
import { addressGroupOf } from '#accounts/address-group';
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

export function refuseWhile(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  const detail = `Too many failed sign-ins. Try again in ${retryAfterSeconds} s.`;
  throw new Refusal('sign_in_throttled', detail, { retryAfterSeconds });
}

export const refuseCredentials = (): Refusal =>
  new Refusal('invalid_credentials', 'The user name or the password is not accepted.');

/**
 * Returns the user whose password this is, or refuses. Parallel guesses, even at several processes, cannot
 * beat the limit: a wrong password is counted before it is answered, and a right one is throttled if the
 * limit was reached in the meantime. Within a process the attempts of a name run one by one. Otherwise a
 * remembered password would answer a thousand guesses before the first of them is counted.
 */
export async function checkAttempt(
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

export async function findEnabled(accounts: AccountStore, name: string): Promise<User | undefined> {
  const user = isUserName(name) ? await accounts.findUser(name) : undefined;
  return user?.isDisabled ? undefined : user;
}

/** Checks the password that a user gives once more, counted and throttled like a sign-in. */
export async function confirmPassword(
  service: SignInService,
  user: User,
  given: Pick<SignInAttempt, 'password' | 'address'>,
  now: Instant,
): Promise<User> {
  try {
    return await checkAttempt(service, { ...given, userName: user.name }, now);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_credentials')) throw error;
    throw refuseField('password_wrong', 'password', 'this is not the password you sign in with');
  }
}
