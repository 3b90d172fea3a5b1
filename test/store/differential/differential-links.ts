// Every method of links as a random command.

import fc from 'fast-check';
import type { AccountStore, LinkStore } from '#store/account-store';
import { HASHES, idOf, userName } from './differential-accounts.ts';
import type { Action, Scope } from './differential-actions.ts';
import { aside, text } from './differential-inputs.ts';

/** A command about links. */
function link<Input>(
  input: fc.Arbitrary<Input>,
  perform: (links: LinkStore, input: Input, scope: Scope, accounts: AccountStore) => unknown,
): Action<AccountStore> {
  return {
    input,
    perform: async (accounts, given: Input, scope) =>
      perform(await accounts.links(), given, scope, accounts),
  };
}

const hash = fc.constantFrom(...HASHES);
const question = fc.record({
  name: text,
  path: text,
  query: fc.dictionary(fc.constantFrom('from', 'to', 'asOf', 'sep'), text, { maxKeys: 3 }),
});

export const LINK_ACTIONS: Readonly<Record<string, Action<AccountStore>>> = {
  addQuestionLink: link(
    fc.tuple(hash, userName, question, fc.option(aside)),
    async (links, [of, user, asked, by], { now }, accounts) =>
      links.addLink({
        ...{ ...asked, query: { ...asked.query } },
        ...{ hash: of, userId: await idOf(accounts, user), createdAt: now, lastUsedAt: null },
        expiresAt: by === null ? null : now + by,
      }),
  ),
  findQuestionLink: link(hash, (links, of) => links.findLink(of)),
  listQuestionLinks: link(userName, async (links, user, _, accounts) =>
    links.listLinks(await idOf(accounts, user)),
  ),
  removeQuestionLink: link(hash, (links, of) => links.removeLink(of)),
  noteQuestionLinkUse: link(fc.tuple(hash, aside), (links, [of, by], { now }) =>
    links.noteLinkUse(of, now + by, 60_000),
  ),
};
