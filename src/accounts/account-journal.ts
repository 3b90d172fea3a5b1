// The journal of changes to users, plans, keys, links, boards and webhooks: one entry a change, never changed itself.
// Sign-ins that fail and assistants that read are noted there, too.

import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';
import type { QuestionLink } from '#store/link-store';

export type AccountChange =
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'user-plan-changed'
  | 'user-role-changed'
  | 'operator-role-given'
  | 'operator-role-taken'
  | 'user-unlocked'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'password-changed'
  | 'sessions-ended'
  | 'sign-in-link-made'
  | 'sign-in-failed'
  | 'sign-ins-throttled'
  | 'plan-set'
  | 'key-added'
  | 'operator-key-added'
  | 'key-revoked'
  | 'board-added'
  | 'board-changed'
  | 'board-removed'
  | 'link-added'
  | 'link-ended'
  | 'webhook-added'
  | 'webhook-changed'
  | 'webhook-secret-changed'
  | 'webhook-moved'
  | 'webhook-enabled'
  | 'webhook-disabled'
  | 'webhook-removed'
  | 'assistant-read';

/** Who makes a change, and when. Only code that fills a new store leaves it out. */
export interface ChangedBy {
  /** A user's name, or the operator's name on this machine. */
  readonly actor: string;
  readonly now: Instant;
}

/** Records a change in its own transaction. `detail` is a sentence and never contains a secret. */
export async function recordChange(
  accounts: AccountStore,
  by: ChangedBy | undefined,
  kind: AccountChange,
  name: string,
  detail: string,
): Promise<void> {
  if (!by) return;
  await accounts.addEntry({ recordedAt: by.now, actor: by.actor, kind, name, detail });
}

/** Records a change that a user makes of what is the user's own. */
export const recordOwnChange = (
  accounts: AccountStore,
  { name }: User,
  now: Instant,
  kind: AccountChange,
  detail: string,
): Promise<void> => recordChange(accounts, { actor: name, now }, kind, name, detail);

/** A link for a spreadsheet in the words of the journal. */
export const describeLink = ({ name, path }: Pick<QuestionLink, 'name' | 'path'>): string =>
  name === '' ? `A link to ${path}` : `The link "${name}" to ${path}`;
