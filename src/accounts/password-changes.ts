// A new password. It ends the user's tokens and sessions and, unless told otherwise, the keys, links and webhooks
// that a person who knew the old password could have made.

import { type ChangedBy, describeLink, recordChange } from '#accounts/account-journal';
import { changeAndSignOut, hashNewPassword } from '#accounts/users';
import { Refusal, refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import type { AccountStore, Credential, User } from '#store/account-store';
import type { BoardLink } from '#store/board-store';
import type { Webhook } from '#store/webhook-store';

/** More than a user can have. */
const MOST_WEBHOOKS = 1_000;

/**
 * Which keys and links (to pictures and for spreadsheets) a new password ends.
 * - since: the read keys and links made since the password was last set.
 * - all: every key, operator keys too, and every link.
 * - none: no key and no link.
 */
export const ENDED_KEYS = ['since', 'all', 'none'] as const;
export type EndedKeys = (typeof ENDED_KEYS)[number];

export interface PasswordChange {
  readonly user: User;
  /** The names of the keys that were ended, in order. */
  readonly endedKeys: readonly string[];
}

interface ChangeSettings {
  readonly by?: ChangedBy | undefined;
  /** Default `since`. */
  readonly endKeys?: EndedKeys | undefined;
  /** Whether operator keys stay, whatever `endKeys` says: they are not the user's to end. */
  readonly sparesOperatorKeys?: boolean;
}

/** Reads which keys a new password ends; refuses a text that names none of the choices. */
export function readEndedKeys(given: string | undefined): EndedKeys | undefined {
  if (given === undefined) return undefined;
  const known = ENDED_KEYS.find((each) => each === given);
  if (known) return known;
  const message = `not one of the values: ${quoteGiven(given)}${didYouMean(given, ENDED_KEYS)}`;
  throw refuseField('field_invalid', 'endKeys', message, ENDED_KEYS);
}

/** Sets a new password. */
export const changePassword = async (
  accounts: AccountStore,
  name: string,
  password: string,
  settings: ChangeSettings = {},
): Promise<PasswordChange> =>
  setPasswordHash(accounts, name, await hashNewPassword(password, name), settings);

/** Like `changePassword`, with a password that is hashed already. */
export const setPasswordHash = (
  accounts: AccountStore,
  name: string,
  passwordHash: string,
  { by, endKeys = 'since', sparesOperatorKeys = false }: ChangeSettings = {},
): Promise<PasswordChange> =>
  accounts.transact(async (within) => {
    const before = await within.findUser(name);
    if (before?.isService) {
      const message = `the user "${before.name}" is a service account, which has no password`;
      throw refuseField('field_invalid', 'password', message);
    }
    // Read before the change adds an entry of its own.
    const last = before && (await within.findLastEntry('password-changed', before.name));
    const user = await changeAndSignOut(
      within,
      name,
      { passwordHash },
      by,
      'password-changed',
      'A new password was set.',
    );
    const keys = (await within.listKeys(user.id)).filter(
      ({ kind }) => kind === 'key' || !sparesOperatorKeys,
    );
    const ended = keys.filter((key) => isEnded(key, endKeys, last?.recordedAt));
    for (const key of ended) await endKey(within, user, key, by);
    for (const link of await within.boards.listLinksOfUser(user.id)) {
      if (isAmongEnded(link, endKeys, last?.recordedAt)) await endLink(within, user, link, by);
    }
    const links = await within.links();
    for (const link of await links.listLinks(user.id)) {
      if (!isAmongEnded(link, endKeys, last?.recordedAt)) continue;
      await links.removeLink(link.hash);
      const detail = `${describeLink(link)} was ended by the new password.`;
      await recordChange(within, by, 'link-ended', user.name, detail);
    }
    for (const webhook of await (await within.webhooks()).listWebhooks(MOST_WEBHOOKS, user.id)) {
      if (isAmongEnded(webhook, endKeys, last?.recordedAt)) await endWebhook(within, webhook, by);
    }
    return { user, endedKeys: ended.map(({ name: keyName }) => keyName!).sort() };
  });

/** What a user gives to change the own password, both passwords checked. */
export interface OwnPasswordChange extends Pick<ChangeSettings, 'by' | 'endKeys'> {
  /** The user as read when the old password was checked. */
  readonly user: User;
  readonly newHash: string;
  /** What the user goes on with: it is stored after all else was ended. */
  readonly goesOnWith: Credential | undefined;
}

/**
 * Sets the password that a user chose. Every token and session of the user ends, also the one that asked: a
 * person who copied it is out. Refuses if the password was changed since the old one was checked.
 */
export const changeOwnPassword = (
  accounts: AccountStore,
  { user, newHash, goesOnWith, by, endKeys }: OwnPasswordChange,
): Promise<PasswordChange> =>
  accounts.transact(async (within) => {
    const current = await within.findUser(user.name);
    if (!current || current.isDisabled || current.passwordHash !== user.passwordHash) {
      throw new Refusal('token_invalid', 'the password was changed in the meantime; sign in again');
    }
    const settings = { by, endKeys, sparesOperatorKeys: true };
    const change = await setPasswordHash(within, user.name, newHash, settings);
    if (goesOnWith) await within.addCredential(goesOnWith);
    return change;
  });

/**
 * Whether a key or a link is among those that end. `setAt`: when the old password was set; undefined if it is
 * the first one.
 */
function isAmongEnded(
  { createdAt }: Pick<Credential, 'createdAt'>,
  which: EndedKeys,
  setAt: Instant | undefined,
): boolean {
  return which === 'all' || (which === 'since' && createdAt >= (setAt ?? 0));
}

/** Operator keys end only if all do. */
const isEnded = (key: Credential, which: EndedKeys, setAt: Instant | undefined): boolean =>
  isAmongEnded(key, which, setAt) && (key.kind === 'key' || which === 'all');

async function endKey(
  within: AccountStore,
  user: User,
  { name }: Credential,
  by: ChangedBy | undefined,
): Promise<void> {
  await within.removeKey(user.id, name!);
  const detail = `Key "${name}" was ended by the new password.`;
  await recordChange(within, by, 'key-revoked', user.name, detail);
}

async function endLink(
  within: AccountStore,
  user: User,
  { hash, boardName }: BoardLink & { readonly boardName: string },
  by: ChangedBy | undefined,
): Promise<void> {
  await within.boards.removeLink(hash);
  const detail = `A link to pictures of board "${boardName}" was ended by the new password.`;
  await recordChange(within, by, 'link-ended', user.name, detail);
}

/** Disables a webhook that another person may have made; its owner can enable it again. */
async function endWebhook(
  within: AccountStore,
  { id, ownerName, disabledAt }: Webhook,
  by: ChangedBy | undefined,
): Promise<void> {
  if (disabledAt !== null || !by) return;
  await (await within.webhooks()).disableWebhook(id, 'its owner has a new password', by.now);
  const detail = `Webhook ${id} was disabled by the new password.`;
  await recordChange(within, by, 'webhook-disabled', ownerName!, detail);
}
