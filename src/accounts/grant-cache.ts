// Grants remembered for a moment: every request asks whose token it carries, and mostly it is the same.
// What this process changes is forgotten at once; what another process changes (a key revoked on the
// command line, a plan set) is noticed within two seconds.

import type { MaybePromise } from '#core/maybe-promise';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { AccountStore, Grant } from '#store/account-store';

export const REMEMBERED_MS = 2 * SECOND_MS;
const MAX_GRANTS = 10_000;

interface Remembered {
  readonly grant: Grant;
  readonly readAt: number;
}

/** Methods that change nothing a grant shows. */
const READS = new Set<PropertyKey>([
  ...['findUser', 'listUsers', 'findPlan', 'listPlans', 'listKeys'],
  ...['listEntries', 'findAnswer', 'findWindow', 'readFailures'],
]);
/** Adding a credential changes no grant that is already there; entries, limits and codes none at all. */
const HARMLESS = new Set<PropertyKey>([
  ...['addCredential', 'addUser', 'addEntry', 'keepAnswer', 'takeRequests', 'forgetWindows'],
  ...['replaceFailures', 'forgetFailures', 'addCode', 'takeCode', 'forgetCodes'],
]);

/** The same accounts, with `findGrant` remembered. `elapsed` is a clock that is never set back. */
export function rememberGrants(
  accounts: AccountStore,
  elapsed: () => Instant = () => performance.now(),
): AccountStore {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const findGrant = (hash: string): MaybePromise<Grant | undefined> => {
    const now = elapsed();
    const held = remembered.get(hash);
    if (held && now - held.readAt < REMEMBERED_MS) return held.grant;
    remembered.delete(hash);
    return readGrant(hash, now);
  };

  const readGrant = async (hash: string, now: number): Promise<Grant | undefined> => {
    const changesBefore = changes;
    const grant = await accounts.findGrant(hash);
    // A change during the look may have come too late for it: then nothing is remembered.
    if (!grant || changes !== changesBefore) return grant;
    if (remembered.size >= MAX_GRANTS) remembered.clear();
    remembered.set(hash, { grant, readAt: now });
    return grant;
  };

  return new Proxy(accounts, {
    get(target, name) {
      if (name === 'findGrant') return findGrant;
      const member = Reflect.get(target, name);
      if (typeof member !== 'function' || READS.has(name) || HARMLESS.has(name)) {
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return async (...args: unknown[]) => {
        try {
          return await member.apply(target, args);
        } finally {
          // After the change, and also where its outcome is unknown.
          changes++;
          remembered.clear();
        }
      };
    },
  });
}
