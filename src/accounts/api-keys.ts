// Long-lived named keys, accepted like tokens. A key's secret is shown once, when it is made.

import { type ChangedBy, recordChange } from '#accounts/account-journal';
import { checkPatterns } from '#accounts/plans';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { Refusal, refuseField } from '#core/errors';
import { formatUtc, type Instant } from '#core/time/instant';
import type { AccountStore, Credential, Role, User } from '#store/account-store';

export const MAX_KEYS_PER_USER = 100;

const NAME_FORM = /^[A-Za-z0-9 _.-]{1,64}$/;

/** The public facts of a key, without its secret or the secret's hash. */
export interface KeySummary {
  readonly name: string;
  readonly createdAt: Instant;
  /** Whether it is an operator key, which opens all of the operator interface while its user is an operator. */
  readonly isOperator: boolean;
  /** The role that the key is good for, as far as its user's role allows. */
  readonly role: Role;
  /** Identifier patterns of the only series that the key is for; null: all that its user may. */
  readonly patterns: readonly string[] | null;
  /** The last use, up to a minute old while the key is in use; null before the first. */
  readonly lastUsedAt: Instant | null;
  /** First instant at which the key no longer works; null means never. */
  readonly expiresAt: Instant | null;
}

type Owner = Pick<User, 'id' | 'name'>;

export interface NewKey {
  /** Who makes the key. Default the owner. */
  readonly actor?: string;
  /** Whether the key is an operator's. Its user becomes an operator with it. */
  readonly isOperator?: boolean;
  /** The role that the key is good for; a reader's by default. The user must have it. */
  readonly role?: Role;
  /** Identifier patterns of the only series that the key is for. Default all that its user may. */
  readonly patterns?: readonly string[] | undefined;
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
  { actor = user.name, expiresAt = null, passwordHash, ...wanted }: NewKey = {},
): Promise<string> {
  const name = checkKeyName(keyName);
  const { kind, ...scope } = readScope(wanted);
  const secret = makeSecret(kind);
  const facts = { hash: hashSecret(secret), userId: user.id, kind, name, ...scope };
  const change = kind === 'operator' ? 'operator-key-added' : 'key-added';
  await accounts.transact(async (within) => {
    await requireRole(within, user, kind, { actor, now });
    if (passwordHash !== undefined) await requirePassword(within, user, passwordHash);
    const isAdded = await within.addCredential({ ...facts, createdAt: now, expiresAt });
    if (!isAdded) throw new Refusal('key_exists', `There is a key "${name}" already.`);
    if ((await within.listKeys(user.id)).length > MAX_KEYS_PER_USER) {
      const message = `there are ${MAX_KEYS_PER_USER} keys, the most a user can have; revoke one first`;
      throw refuseField('field_invalid', 'name', message);
    }
    const end = expiresAt === null ? '' : ` It ends at ${formatUtc(expiresAt)}.`;
    const what = kind === 'writer' || kind === 'auditor' ? ` It is a key of ${kind}s.` : '';
    const only = scope.patterns ? ` It is for ${shorten(scope.patterns.join(', '))} only.` : '';
    const detail = `Key "${name}" was made.${what}${only}${end}`;
    await recordChange(within, { actor, now }, change, user.name, detail);
  });
  return secret;
}

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

type KeyScope = Pick<Credential, 'patterns'> & {
  readonly kind: 'key' | Exclude<Role, 'reader'>;
};

/** What a key is good for. Only what reads and writes series can be limited to some of them. */
function readScope({ isOperator = false, role = 'reader', patterns: given }: NewKey): KeyScope {
  const most = isOperator ? 'operator' : role;
  const kind = most === 'reader' ? 'key' : most;
  if (given === undefined) return { kind };
  if (kind === 'operator' || kind === 'auditor') {
    const message = `a key of ${kind}s is for all series; a reader’s or writer’s can be for some`;
    throw refuseField('field_invalid', 'series', message);
  }
  return { kind, patterns: checkPatterns(given, 'series') };
}

/**
 * Refuses a key that its user's role has no use for. A reader who gets an operator key becomes an operator, as the key
 * would open nothing otherwise: the operator who makes it has said so.
 */
async function requireRole(
  within: AccountStore,
  { name }: Owner,
  kind: KeyScope['kind'],
  by: ChangedBy,
): Promise<void> {
  if (kind === 'key') return;
  const role = (await within.findUser(name))?.role ?? 'reader';
  if (role === kind || role === 'operator') return;
  if (role === 'reader' && kind === 'operator') {
    await within.updateUser(name, { role: 'operator' });
    const detail = 'An operator now: an operator key was made.';
    await recordChange(within, by, 'operator-role-given', name, detail);
    return;
  }
  const help = `a key never carries more than its user; see gridtide user set ${name} --role ${kind}`;
  throw refuseField('field_invalid', 'role', `the role of "${name}" is ${role}: ${help}`);
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
    .map(({ name, createdAt, kind, keyUsedAt = null, expiresAt, patterns = null }) => ({
      name: name ?? '',
      createdAt,
      isOperator: kind === 'operator',
      role: kind === 'key' ? ('reader' as const) : (kind as Role),
      patterns,
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

/** Ends a key for its user, who cannot end what only operators make: that right is not the user's to take away. */
export function revokeOwnKey(
  accounts: AccountStore,
  user: Owner,
  keyName: string,
  now: Instant,
): Promise<void> {
  const name = checkKeyName(keyName);
  return accounts.transact(async (within) => {
    const key = (await within.listKeys(user.id)).find((each) => each.name === name);
    if (key && key.kind !== 'key') {
      const article = key.kind === 'writer' ? 'a' : 'an';
      const detail = `The key "${name}" is ${article} ${key.kind} key: only the operator revokes it.`;
      throw new Refusal('operator_key_protected', detail);
    }
    await revokeKey(within, user, name, { actor: user.name, now });
  });
}
