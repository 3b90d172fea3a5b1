// Remembers grants for a moment, as every request carries a token and mostly the same one. A change of this
// process is effective at once. A change of another process (a key revoked on the command line, a plan set)
// is effective within two seconds.

import type { MaybePromise } from '#core/maybe-promise';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { AccountStore, Grant } from '#store/account-store';

export const REMEMBERED_MS = 2 * SECOND_MS;
const MAX_GRANTS = 10_000;

interface Remembered {
  readonly grant: Grant;
  readonly readAt: number;
}

/** Methods that change nothing. */
const READS = new Set<PropertyKey>([
  ...['findUser', 'listUsers', 'findPlan', 'listPlans', 'listKeys', 'listSessions'],
  'findEndedSession',
  ...['listEntries', 'findLastEntry', 'findAnswer', 'findWindow', 'readFailures'],
  'listUse',
]);
/** Methods that do not change what a grant is judged by: new credentials, users, entries, limits, codes, uses. */
const HARMLESS = new Set<PropertyKey>([
  ...['addCredential', 'addUser', 'addEntry', 'keepAnswer', 'takeRequests', 'forgetWindows'],
  ...['replaceFailures', 'forgetFailures', 'removeFailures', 'addCode', 'takeCode', 'forgetCodes'],
  ...['noteKeyUse', 'webhooks', 'links', 'identities', 'addRequestCounts', 'forgetRequestCounts'],
]);

/** Returns the same accounts, with `findGrant` remembered. `elapsed` is a clock that is never set back. */
export function rememberGrants(
  accounts: AccountStore,
  elapsed: () => Instant = () => performance.now(),
): AccountStore {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const findGrant = (hash: string): MaybePromise<Grant | undefined> => {
    const now = elapsed();
    const known = remembered.get(hash);
    if (known && now - known.readAt < REMEMBERED_MS) return known.grant;
    remembered.delete(hash);
    return readGrant(hash, now);
  };

  const readGrant = async (hash: string, now: number): Promise<Grant | undefined> => {
    const changesBefore = changes;
    const grant = await accounts.findGrant(hash);
    // A change during the read may not be in it, so nothing is remembered.
    if (!grant || changes !== changesBefore) return grant;
    if (remembered.size >= MAX_GRANTS) remembered.clear();
    remembered.set(hash, { grant, readAt: now });
    return grant;
  };

  /** Sessions are renewed all the time: only the grant of the renewed one is forgotten. */
  const renewSession: AccountStore['renewSession'] = async (hash, ...use) => {
    try {
      await accounts.renewSession(hash, ...use);
    } finally {
      changes++;
      remembered.delete(hash);
    }
  };

  const watched = new Proxy(accounts, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function' || READS.has(name) || HARMLESS.has(name)) {
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return async (...args: unknown[]) => {
        try {
          return await member.apply(target, args);
        } finally {
          // After the change, also if its outcome is unknown.
          changes++;
          remembered.clear();
        }
      };
    },
  });
  // Every request asks for a grant: a property of its own is found before the proxy is asked.
  return Object.assign(Object.create(watched), { findGrant, renewSession });
}
