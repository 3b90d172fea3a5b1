// Rows of users, plans and credentials, and what they stand for.

import type { Instant } from '#core/time/instant';
import type { Credential, Grant, Plan, SessionUse, User } from '#store/account-store';

export type UserRow = Omit<User, 'isDisabled' | 'writePatterns' | 'isService'> & {
  readonly isDisabled: number;
  readonly writePatterns: string;
  readonly isService: number;
};
export type PlanRow = Omit<Plan, 'patterns'> & { readonly patterns: string };
/** The columns of a use: all of a session's, the time of a key's, none of a token's. */
type UseColumns = { readonly [Name in keyof SessionUse]: SessionUse[Name] | null };
export type CredentialRow = Omit<Credential, 'session' | 'patterns'> &
  UseColumns & { readonly keyPatterns: string | null };
export type GrantRow = Omit<CredentialRow, 'createdAt' | 'name'> &
  Omit<UserRow, 'id' | 'name'> &
  Omit<PlanRow, 'name'> & {
    readonly keyName: string | null;
    readonly madeAt: Instant;
    readonly userName: string;
  };

export const userOf = (row: UserRow): User => ({
  ...row,
  isDisabled: row.isDisabled === 1,
  writePatterns: JSON.parse(row.writePatterns) as string[],
  isService: row.isService === 1,
});

export const planOf = (row: PlanRow): Plan => ({
  ...row,
  patterns: JSON.parse(row.patterns) as string[],
});

export function credentialOf({
  hash,
  userId,
  kind,
  name,
  createdAt,
  expiresAt,
  keyPatterns,
  ...use
}: CredentialRow): Credential {
  const patterns = keyPatterns === null ? {} : { patterns: JSON.parse(keyPatterns) as string[] };
  const credential = { hash, userId, kind, name, createdAt, expiresAt, ...patterns };
  const { lastUsedAt, address, agent } = use;
  if (kind !== 'session') {
    return lastUsedAt === null ? credential : { ...credential, keyUsedAt: lastUsedAt };
  }
  return {
    ...credential,
    session: { lastUsedAt: lastUsedAt ?? createdAt, address: address ?? '', agent: agent ?? '' },
  };
}

export function grantOf(row: GrantRow): Grant {
  const { userId, keyName, madeAt, userName, passwordHash } = row;
  const { planName, isDisabled, role, writePatterns, isService, createdAt } = row;
  const { patterns, requestsPerMinute, pointsPerAnswer } = row;
  const states = { isDisabled, role, writePatterns, isService, createdAt };
  return {
    credential: credentialOf({ ...row, name: keyName, createdAt: madeAt }),
    user: userOf({ id: userId, name: userName, passwordHash, planName, ...states }),
    plan: planOf({ name: planName, patterns, requestsPerMinute, pointsPerAnswer }),
  };
}
