// A user without rights, to run PostgreSQL as if this process runs as root.

import { readFileSync } from 'node:fs';

export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined if this process is not root and needs no other user. */
export function findOtherUser(): OtherUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  if (!line)
    throw new Error('PostgreSQL does not run as root, and there is no user "nobody" here.');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
