// Long-lived named keys, accepted like tokens. A key's secret is shown once, when it is made.

import { type ChangedBy, recordChange } from '#accounts/account-journal';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { Refusal, refuseField } from '#core/errors';
import { formatUtc, type Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';

export const MAX_KEYS_PER_USER = 100;

const NAME_FORM = /^[A-Za-z0-9 _.-]{1,64}$/;

/** The public facts of a key, without its secret or the secret's hash. */
export interface KeySummary {
  readonly name: string;
  readonly createdAt: Instant;
  /** Whether the key opens the operator interface too. */
  readonly isOperator: boolean;
  /** The last use, up to a minute old while the key is in use; null before the first. */
  readonly lastUsedAt: Instant | null;
  /** First instant at which the key no longer works; null means never. */
  readonly expiresAt: Instant | null;
}

type Owner = Pick<User, 'id' | 'name'>;

export interface NewKey {
  /** Who makes the key. Default the owner. */
  readonly actor?: string;
  /** Whether the key opens the operator interface, a right that no plan grants. */
  readonly isOperator?: boolean;
  /** First instant at which the key no longer works. Default never. */
  readonly expiresAt?: Instant | null;
  /**
   * The hash of the password that was given for the key. If it is no longer the user's, no key is made:
   * it would outlive the change.
   */
  readonly passwordHash?: string | null;
}

function checkKeyName(text: string): string {
  const name = text.trim();
  if (NAME_FORM.test(name)) return name;
  const rule = '1 to 64 letters, digits, blanks, "_", "." or "-"';
  throw refuseField('field_invalid', 'name', `a key’s name is ${rule}`);
}

/** Makes a key and returns its secret, which is never shown again. */
export async function addKey(
  accounts: AccountStore,
  user: Owner,
  keyName: string,
  now: Instant,
  { actor = user.name, isOperator = false, expiresAt = null, passwordHash }: NewKey = {},
): Promise<string> {
  const name = checkKeyName(keyName);
  const kind = isOperator ? 'operator' : 'key';
  const secret = makeSecret(kind);
  const facts = { hash: hashSecret(secret), userId: user.id, kind, name } as const;
  const change = isOperator ? 'operator-key-added' : 'key-added';
  await accounts.transact(async (within) => {
    if (passwordHash !== undefined) await requirePassword(within, user, passwordHash);
    const isAdded = await within.addCredential({ ...facts, createdAt: now, expiresAt });
    if (!isAdded) throw new Refusal('key_exists', `There is a key "${name}" already.`);
    if ((await within.listKeys(user.id)).length > MAX_KEYS_PER_USER) {
      const message = `there are ${MAX_KEYS_PER_USER} keys, the most a user can have; revoke one first`;
      throw refuseField('field_invalid', 'name', message);
    }
    const end = expiresAt === null ? '' : ` It ends at ${formatUtc(expiresAt)}.`;
    const detail = `Key "${name}" was made.${end}`;
    await recordChange(within, { actor, now }, change, user.name, detail);
  });
  return secret;
}

async function requirePassword(
  accounts: AccountStore,
  user: Owner,
  passwordHash: string | null,
): Promise<void> {
  const current = await accounts.findUser(user.name);
  if (current && !current.isDisabled && current.passwordHash === passwordHash) return;
  throw new Refusal('token_invalid', 'the password was changed in the meantime; sign in again');
}

/** Returns a user's keys in order of name. */
export async function listKeys(accounts: AccountStore, user: Owner): Promise<KeySummary[]> {
  const keys = await accounts.listKeys(user.id);
  return keys
    .map(({ name, createdAt, kind, keyUsedAt = null, expiresAt }) => ({
      name: name ?? '',
      createdAt,
      isOperator: kind === 'operator',
      lastUsedAt: keyUsedAt,
      expiresAt,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Ends the key of a name, or refuses if the user has none. */
export async function revokeKey(
  accounts: AccountStore,
  user: Owner,
  keyName: string,
  by?: ChangedBy,
): Promise<void> {
  const name = checkKeyName(keyName);
  await accounts.transact(async (within) => {
    if (!(await within.removeKey(user.id, name)))
      throw new Refusal('key_unknown', `There is no key "${name}".`);
    await recordChange(within, by, 'key-revoked', user.name, `Key "${name}" was revoked.`);
  });
}

/** Ends a key for its user, who cannot end an operator key: that right is not the user's to take away. */
export function revokeOwnKey(
  accounts: AccountStore,
  user: Owner,
  keyName: string,
  now: Instant,
): Promise<void> {
  const name = checkKeyName(keyName);
  return accounts.transact(async (within) => {
    const key = (await within.listKeys(user.id)).find((each) => each.name === name);
    if (key?.kind === 'operator') {
      const detail = `The key "${name}" is an operator key: only the operator revokes it.`;
      throw new Refusal('operator_key_protected', detail);
    }
    await revokeKey(within, user, name, { actor: user.name, now });
  });
}
