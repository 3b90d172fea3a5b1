// Every method of identities as a random command.

import fc from 'fast-check';
import type { AccountStore, IdentityStore } from '#store/account-store';
import { HASHES, idOf, userName } from './differential-accounts.ts';
import type { Action, Scope } from './differential-actions.ts';
import { aside } from './differential-inputs.ts';

/** A command about identities. */
function identity<Input>(
  input: fc.Arbitrary<Input>,
  perform: (
    identities: IdentityStore,
    input: Input,
    scope: Scope,
    accounts: AccountStore,
  ) => unknown,
): Action<AccountStore> {
  return {
    input,
    perform: async (accounts, given: Input, scope) =>
      perform(await accounts.identities(), given, scope, accounts),
  };
}

const someone = fc.record({
  issuer: fc.constantFrom('https://a.example.com', 'https://b.example.com/Ä'),
  subject: fc.constantFrom('1', 'a', 'A', 'ä"\\'),
});

export const IDENTITY_ACTIONS: Readonly<Record<string, Action<AccountStore>>> = {
  addIdentity: identity(
    fc.tuple(someone, userName),
    async (identities, [who, user], { now }, accounts) =>
      identities.add({ ...who, userId: await idOf(accounts, user), linkedAt: now }),
  ),
  findIdentity: identity(someone, (identities, who) => identities.findUser(who)),
  listIdentities: identity(userName, async (identities, user, _, accounts) =>
    identities.list(await idOf(accounts, user)),
  ),
  removeIdentity: identity(someone, (identities, who) => identities.remove(who)),
  spendAttempt: identity(
    fc.tuple(fc.constantFrom(...HASHES), aside),
    (identities, [of, by], { now }) => identities.spendAttempt(of, now, now - Math.abs(by)),
  ),
  noteSession: identity(
    fc.tuple(someone, userName, aside),
    async (identities, [{ issuer, subject }, user, by], { now }, accounts) =>
      identities.noteSession({
        ...{ issuer, sessionId: subject, userId: await idOf(accounts, user) },
        ...{ notedAt: now, until: now + Math.abs(by) },
      }),
  ),
  findUserOfSession: identity(someone, (identities, { issuer, subject }) =>
    identities.findUserOfSession(issuer, subject),
  ),
  endTokens: identity(
    fc.tuple(userName, aside),
    async (identities, [name, by], { now }, accounts) => {
      const user = await accounts.findUser(name);
      if (user) await identities.endTokens(user, now + by, now);
    },
  ),
  tokensEndedAt: identity(userName, async (identities, user, _, accounts) =>
    identities.tokensEndedAt(await idOf(accounts, user)),
  ),
};
