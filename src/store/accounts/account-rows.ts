// Rows of users, plans and credentials, and what they stand for.

import type { Instant } from '#core/time/instant';
import type { Credential, Grant, Plan, User } from '#store/account-store';

export type UserRow = Omit<User, 'isDisabled'> & { readonly isDisabled: number };
export type PlanRow = Omit<Plan, 'patterns'> & { readonly patterns: string };
export type GrantRow = Omit<Credential, 'createdAt' | 'name'> &
  Omit<UserRow, 'id' | 'name'> &
  Omit<PlanRow, 'name'> & {
    readonly keyName: string | null;
    readonly madeAt: Instant;
    readonly userName: string;
  };

export const userOf = (row: UserRow): User => ({ ...row, isDisabled: row.isDisabled === 1 });

export const planOf = (row: PlanRow): Plan => ({
  ...row,
  patterns: JSON.parse(row.patterns) as string[],
});

export function grantOf(row: GrantRow): Grant {
  const { hash, userId, kind, keyName, madeAt, expiresAt, userName, passwordHash } = row;
  const { planName, isDisabled, createdAt, patterns, requestsPerMinute, pointsPerAnswer } = row;
  return {
    credential: { hash, userId, kind, name: keyName, createdAt: madeAt, expiresAt },
    user: userOf({ id: userId, name: userName, passwordHash, planName, isDisabled, createdAt }),
    plan: planOf({ name: planName, patterns, requestsPerMinute, pointsPerAnswer }),
  };
}
