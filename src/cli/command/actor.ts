// Who is at the command line, for the journal.

import { userInfo } from 'node:os';

/** `anna on command line`; the account's number where it has no name. */
export function commandActor(): string {
  let who: string;
  try {
    who = userInfo().username;
  } catch {
    who = `user ${process.getuid?.() ?? 'unknown'}`;
  }
  return `${who} on command line`;
}
