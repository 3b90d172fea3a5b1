// The plans and users of a demo.

import { randomInt } from 'node:crypto';
import { hashPassword } from '#accounts/passwords';
import { ensurePlan } from '#accounts/plan-changes';
import type { Instant } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

export const DEMO_USER = 'demo';
/** A second user on a smaller plan, with the same password, who gets refusals. */
export const DEMO_NORDIC_USER = 'demo-nordic';

const EVERYTHING = { name: 'everything', patterns: ['*'], requestsPerMinute: 6_000 };
const NORDIC = {
  name: 'nordic',
  patterns: ['no*', 'se*', 'fi*', 'dk*', 'nc*', 'nhdk*', 'hpd*', 'fx*'],
};

// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Makes or resets the demo's users with one password, and returns it. */
export async function prepareDemoUsers(
  accounts: AccountStore,
  password: string | undefined,
  now: Instant,
): Promise<string> {
  const chosen = password ?? randomPassword();
  const passwordHash = await hashPassword(chosen);
  for (const [name, plan] of [
    [DEMO_USER, EVERYTHING],
    [DEMO_NORDIC_USER, NORDIC],
  ] as const) {
    const { name: planName } = await ensurePlan(accounts, plan);
    const change = { passwordHash, isDisabled: false };
    const user =
      (await accounts.updateUser(name, change)) ??
      (await accounts.addUser({ name, planName, createdAt: now, ...change }));
    if (user) await accounts.removeTokens(user.id);
  }
  return chosen;
}
