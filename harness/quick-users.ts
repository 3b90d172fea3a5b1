// Users whose password is hashed at the least cost that argon2 allows. The product checks a password at the
// cost that its hash names, so that a test spends nothing on what test/accounts/passwords.test.ts holds.

import { argon2Sync, randomBytes } from 'node:crypto';
import { checkNewPassword } from '#accounts/new-password';
import { findPlanOrRefuse } from '#accounts/plan-changes';
import { type NewUser, storeUser } from '#accounts/users';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';

const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Hashes a password within microseconds and returns the PHC string. */
export function hashQuickly(message: string): string {
  const nonce = randomBytes(16);
  const least = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message, nonce, ...least });
  return `$argon2id$v=19$m=8,t=1,p=1$${bare(nonce)}$${bare(tag)}`;
}

/** Like `addUser`, for a user with a password. */
export async function addQuickUser(
  accounts: AccountStore,
  { name, password, planName }: NewUser & { readonly password: string },
  now: Instant,
): Promise<User> {
  checkNewPassword(password, name);
  const plan = await findPlanOrRefuse(accounts, planName);
  const user = { name, passwordHash: hashQuickly(password), planName: plan.name };
  return storeUser(accounts, user, now);
}
