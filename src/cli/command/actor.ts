// Who is at the command line, for the journal.

import { userInfo } from 'node:os';
import type { ChangedBy } from '#accounts/account-journal';
import type { Io } from '#cli/command/command';

/** `anna on command line`; the account's number if it has no name. */
export function commandActor(): string {
  let who: string;
  try {
    who = userInfo().username;
  } catch {
    who = `user ${process.getuid?.() ?? 'unknown'}`;
  }
  return `${who} on command line`;
}

/** The user of the command line, now. */
export const changedBy = (io: Io): ChangedBy => ({ actor: commandActor(), now: io.now() });
