// The plans and users of a demo.

import { randomInt } from 'node:crypto';
import { hashPassword, verifyPassword } from '#accounts/passwords';
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

/**
 * Makes or resets the demo's users with one password, and returns it. Another password that was chosen ends what
 * is signed in. The same one, or a new random one, does not: a restart of the demo signs no browser out.
 */
export async function prepareDemoUsers(
  accounts: AccountStore,
  password: string | undefined,
  now: Instant,
): Promise<string> {
  const chosen = password ?? randomPassword();
  const passwordHash = await hashPassword(chosen);
  const isNew = async (known: string | null): Promise<boolean> =>
    password !== undefined && !(await verifyPassword(password, known, 'known'));
  for (const [name, plan] of [
    [DEMO_USER, EVERYTHING],
    [DEMO_NORDIC_USER, NORDIC],
  ] as const) {
    const { name: planName } = await ensurePlan(accounts, plan);
    const change = { passwordHash, isDisabled: false };
    const before = await accounts.findUser(name);
    if (before) await accounts.updateUser(name, change);
    else await accounts.addUser({ name, planName, createdAt: now, ...change });
    if (before && (await isNew(before.passwordHash)))
      await accounts.removeTokens(before.id, { ending: 'password', endedAt: now });
  }
  return chosen;
}
