// gridtide link: links for spreadsheets. Users make their own; the operator lists and revokes them.

import { type LinkSummary, listLinks, revokeLink } from '#accounts/links/question-links';
import { type Command, type CommandGroup, DONE, takePositionals } from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import { changedBy, JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { formatUtc, type Instant } from '#core/time/instant';

interface ListedLink {
  readonly user: string;
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

const listedLink = (user: string, link: LinkSummary): ListedLink => ({
  user,
  id: link.id,
  name: link.name,
  path: link.path,
  query: link.query,
  createdAt: formatUtc(link.createdAt),
  lastUsedAt: timeOf(link.lastUsedAt),
  expiresAt: timeOf(link.expiresAt),
});

/** The question in one line: `/api/v1/series/dehrprice?from=today-7`. */
const questionOf = ({ path, query }: ListedLink): string => {
  const fields = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`;
};

const list: Command = {
  name: 'link list',
  summary: 'List the links for spreadsheets of a user, or of all users.',
  usage: '[USER] [--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  notes: `
A link answers one question by its owner's plan, to everyone who has its address. Users make links on the
web page or with POST /api/v1/links. Only a hash of the address is stored, so it is not listed.`,
  async run(args, io) {
    const [userName] = args.positionals.length === 0 ? [] : takePositionals(args, 'USER');
    await withStore(args, io, async ({ accounts }) => {
      const users =
        userName === undefined
          ? (await accounts.listUsers()).sort((a, b) => (a.name < b.name ? -1 : 1))
          : [await findUser(accounts, userName)];
      const links: ListedLink[] = [];
      for (const user of users) {
        const found = await listLinks(accounts, user, io.now());
        links.push(...found.map((link) => listedLink(user.name, link)));
      }
      if (args.flag('json')) {
        printJson(links, io);
        return;
      }
      printTable(
        links,
        [
          { title: 'USER', cell: (link) => link.user },
          { title: 'ID', cell: (link) => link.id },
          { title: 'NAME', cell: (link) => link.name },
          { title: 'ASKS', cell: questionOf },
          { title: 'CREATED', cell: (link) => link.createdAt },
          { title: 'LAST USED', cell: (link) => link.lastUsedAt ?? 'never' },
          { title: 'ENDS', cell: (link) => link.expiresAt ?? 'never' },
        ],
        io,
      );
    });
    return DONE;
  },
};

const revoke: Command = {
  name: 'link revoke',
  summary: 'End a link at once.',
  usage: 'USER ID',
  options: STORE_OPTION,
  async run(args, io) {
    const [userName, id] = takePositionals(args, 'USER', 'ID') as [string, string];
    await withStore(args, io, async ({ accounts }) => {
      const user = await findUser(accounts, userName);
      await revokeLink(accounts, user, id, changedBy(io));
      io.stdout.write(`link ${id} of ${user.name} revoked\n`);
    });
    return DONE;
  },
};

export const linkCommands: CommandGroup = {
  name: 'link',
  summary: 'List and revoke links for spreadsheets.',
  commands: [list, revoke],
};
