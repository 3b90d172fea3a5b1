// gridtide key: long-lived API keys of users.

import { addKey, type KeySummary, listKeys, revokeKey } from '#accounts/api-keys';
import { readRole } from '#accounts/authenticate';
import { readKeyEnd } from '#accounts/keys/key-end';
import {
  type Command,
  type CommandGroup,
  DONE,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import { seriesOf } from '#cli/command/role-options';
import {
  changedBy,
  commandActor,
  JSON_OPTION,
  marketOf,
  STORE_OPTION,
  withStore,
} from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { formatUtc, type Instant } from '#core/time/instant';

const add: Command = {
  name: 'key add',
  summary: 'Make an API key and print it, alone on the last line of output.',
  usage: 'USER NAME [--role ROLE | --operator] [--series PATTERNS] [--expires DATE]',
  options: {
    operator: {
      type: 'boolean',
      summary: 'Let the key open the operator interface too: writing, users, plans, keys.',
    },
    role: {
      type: 'string',
      value: 'ROLE',
      summary: 'What the key is good for: reader (default), writer, auditor or operator.',
    },
    series: {
      type: 'string',
      value: 'PATTERNS',
      summary: 'Only these series: patterns such as de*, with commas between.',
    },
    expires: {
      type: 'string',
      value: 'DATE',
      summary: 'When the key ends: a date, which is its last day in market time, or a time.',
    },
    ...STORE_OPTION,
  },
  notes: `
The key works wherever a token does: Authorization: Bearer KEY. Only its hash is stored, so it is
shown this one time.

A key never carries more than its user has at the moment of use: a series must be in the plan and in
--series, and a role must be the key’s and the user’s (gridtide user set). A key of a writer (gtw_) writes
the series that match the user’s patterns and --series.

An operator key (--operator or --role operator) begins with gto_ and may change everything under
/api/operator. No plan grants that; only this command makes such a key. A reader who gets one becomes an
operator. gridtide user set USER --role reader takes the role back, and the key then only reads.`,
  async run(args, io) {
    const [userName, name] = takePositionals(args, 'USER', 'NAME') as [string, string];
    const isOperator = args.flag('operator');
    if (isOperator && args.text('role') !== undefined) {
      throw misuse('--operator and --role exclude each other');
    }
    const role = isOperator ? 'operator' : readRole(args.text('role') ?? 'reader');
    await withStore(args, io, async (store) => {
      const { accounts } = store;
      const user = await findUser(accounts, userName);
      const given = args.text('expires');
      const expiresAt =
        given === undefined
          ? null
          : readKeyEnd(given, '--expires', io.now(), (await marketOf(store, io)).zone);
      const key = await addKey(accounts, user, name, io.now(), {
        actor: commandActor(),
        role,
        patterns: seriesOf(args),
        expiresAt,
      });
      if (role === 'operator' && user.role === 'reader') {
        io.stderr.write(`${user.name} is an operator now, also in sessions on the web page.\n`);
      }
      // On standard error, so that a script can take standard output as the key.
      const end = expiresAt === null ? '' : ` It ends at ${formatUtc(expiresAt)}.`;
      io.stderr.write(
        `Key ${JSON.stringify(name.trim())} of ${user.name}.${end} It is shown only now:\n`,
      );
      io.stdout.write(`${key}\n`);
    });
    return DONE;
  },
};

interface ListedKey {
  readonly user: string;
  readonly name: string;
  readonly operator: boolean;
  readonly role: string;
  readonly series: readonly string[] | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

const listedKey = (user: string, key: KeySummary): ListedKey => ({
  user,
  name: key.name,
  operator: key.isOperator,
  role: key.role,
  series: key.patterns,
  createdAt: formatUtc(key.createdAt),
  lastUsedAt: timeOf(key.lastUsedAt),
  expiresAt: timeOf(key.expiresAt),
});

const MAY: Readonly<Record<string, string>> = {
  reader: 'read',
  writer: 'write',
  auditor: 'audit',
  operator: 'operate',
};

const mayOf = ({ role, series }: ListedKey): string =>
  `${MAY[role]}${series === null ? '' : ` ${series.join(',')}`}`;

const list: Command = {
  name: 'key list',
  summary: 'List the keys of a user, or of all users.',
  usage: '[USER] [--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    const [userName] = args.positionals.length === 0 ? [] : takePositionals(args, 'USER');
    await withStore(args, io, async ({ accounts }) => {
      const users =
        userName === undefined
          ? (await accounts.listUsers()).sort((a, b) => (a.name < b.name ? -1 : 1))
          : [await findUser(accounts, userName)];
      const keys: ListedKey[] = [];
      for (const user of users) {
        for (const key of await listKeys(accounts, user)) keys.push(listedKey(user.name, key));
      }
      if (args.flag('json')) {
        printJson(keys, io);
        return;
      }
      printTable(
        keys,
        [
          { title: 'USER', cell: (key) => key.user },
          { title: 'NAME', cell: (key) => key.name },
          { title: 'MAY', cell: mayOf },
          { title: 'CREATED', cell: (key) => key.createdAt },
          { title: 'LAST USED', cell: (key) => key.lastUsedAt ?? 'never' },
          { title: 'ENDS', cell: (key) => key.expiresAt ?? 'never' },
        ],
        io,
      );
    });
    return DONE;
  },
};

const revoke: Command = {
  name: 'key revoke',
  summary: 'End an API key at once.',
  usage: 'USER NAME',
  options: STORE_OPTION,
  async run(args, io) {
    const [userName, name] = takePositionals(args, 'USER', 'NAME') as [string, string];
    await withStore(args, io, async ({ accounts }) => {
      const user = await findUser(accounts, userName);
      await revokeKey(accounts, user, name, changedBy(io));
      io.stdout.write(`key ${JSON.stringify(name.trim())} of ${user.name} revoked\n`);
    });
    return DONE;
  },
};

export const keyCommands: CommandGroup = {
  name: 'key',
  summary: 'Add, list and revoke API keys.',
  commands: [add, list, revoke],
};
