// gridtide user: who may sign in, and with which plan.

import { addUser, changePlan, checkRole, disableUser, enableUser } from '#accounts/users';
import { changeUser } from '#cli/command/change-user';
import {
  type Arguments,
  type Command,
  CommandFault,
  type CommandGroup,
  DONE,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { PASSWORD_OPTION, readNewPassword } from '#cli/command/prompt-password';
import { ROLE_OPTIONS, seriesOf } from '#cli/command/role-options';
import {
  changedBy,
  commandActor,
  JSON_OPTION,
  STORE_OPTION,
  withStore,
} from '#cli/command/store-option';
import { userCode } from '#cli/commands/user/user-code';
import { userIdentity } from '#cli/commands/user/user-identity';
import { userOperator } from '#cli/commands/user/user-operator';
import { userPassword } from '#cli/commands/user/user-password';
import { userSet } from '#cli/commands/user/user-set';
import { userUnlock } from '#cli/commands/user/user-unlock';
import { printJson, printTable } from '#cli/terminal/table';
import { formatUtc } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';
import type { Store } from '#store/store';

const add: Command = {
  name: 'user add',
  summary: 'Add a user.',
  usage:
    'NAME [--plan PLAN] [--link | --password | --password-stdin | --no-password | --service] [--role ROLE] [--series PATTERNS]',
  options: {
    plan: {
      type: 'string',
      value: 'PLAN',
      summary: 'The user’s plan; may be left out if there is only one.',
    },
    password: { type: 'boolean', summary: 'Ask for the password on the terminal.' },
    ...PASSWORD_OPTION,
    'no-password': {
      type: 'boolean',
      summary: 'A user who signs in with API keys only (see gridtide key add).',
    },
    service: {
      type: 'boolean',
      summary: 'A service account: no password and no sign-in, ever; only keys.',
    },
    link: {
      type: 'boolean',
      summary:
        'Print a link that signs the user in once, within 15 minutes. It is the default, and may be given beside the other options.',
    },
    ...ROLE_OPTIONS,
    ...STORE_OPTION,
  },
  notes: `
Without --password, --password-stdin, --no-password or --service a link is printed that signs the user in once,
within 15 minutes. It is a path that follows the address of the server: https://gridtide.example.com/?code=….
The user chooses a password on the account page, within 10 minutes of that sign-in.
gridtide user code makes another. gridtide user set --help says what the roles are.`,
  async run(args, io) {
    const [name] = takePositionals(args, 'NAME') as [string];
    const isService = args.flag('service');
    const isAsked = args.flag('password') || args.flag('password-stdin');
    refuseTogether(args);
    const role = checkRole(args.text('role') ?? 'reader', seriesOf(args), '--series');
    const work = async ({ accounts }: Store): Promise<void> => {
      const planName = args.text('plan') ?? (await onlyPlan(accounts));
      const password = isAsked ? await readNewPassword(args, io) : null;
      const draft = { name, password, planName, isService, ...role };
      const user = await addUser(accounts, draft, io.now(), commandActor());
      const what = isService ? 'service account' : 'user';
      io.stdout.write(`${what} ${user.name} added with plan ${user.planName}\n`);
      if (!args.flag('link') && (isAsked || isService || args.flag('no-password'))) return;
      const { makeSignInLink } = await import('#accounts/sign-in-links');
      io.stdout.write(`${(await makeSignInLink(accounts, user, changedBy(io))).path}\n`);
    };
    await withStore(args, io, work, { create: true });
    return DONE;
  },
};

/** Options that say different things of one password. */
const EXCLUSIVE = [
  ['no-password', 'password-stdin'],
  ['no-password', 'password'],
  ['password', 'password-stdin'],
  ['service', 'password-stdin'],
  ['service', 'password'],
  ['service', 'link'],
] as const;

function refuseTogether(args: Arguments): void {
  for (const [one, other] of EXCLUSIVE) {
    if (args.flag(one) && args.flag(other))
      throw misuse(`--${one} and --${other} exclude each other`);
  }
}

async function onlyPlan(accounts: AccountStore): Promise<string> {
  const names = (await accounts.listPlans()).map(({ name }) => name);
  if (names.length === 1) return names[0]!;
  if (names.length > 1) throw misuse(`--plan PLAN missing; there are ${names.sort().join(', ')}`);
  throw new CommandFault(
    "there is no plan yet: make one with gridtide plan set everything --series '*'",
  );
}

const list: Command = {
  name: 'user list',
  summary: 'List the users.',
  usage: '[--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    takePositionals(args);
    await withStore(args, io, async ({ accounts }) => {
      const users = (await accounts.listUsers()).sort((a, b) => (a.name < b.name ? -1 : 1));
      const { readUserUse } = await import('#accounts/use/user-use');
      const useOf = await readUserUse(accounts, io.now());
      const seenOf = (user: User): string | null => {
        const { lastSeenAt } = useOf(user);
        return lastSeenAt === null ? null : formatUtc(lastSeenAt);
      };
      if (args.flag('json')) {
        const entries = users.map((user) => {
          const { requestsToday, requestsPerDay } = useOf(user);
          return { ...summaryOf(user), lastSeen: seenOf(user), requestsToday, requestsPerDay };
        });
        printJson(entries, io);
        return;
      }
      printTable(
        users,
        [
          { title: 'NAME', cell: (user) => user.name },
          { title: 'PLAN', cell: (user) => user.planName },
          { title: 'ROLE', cell: roleTextOf },
          { title: 'STATE', cell: stateOf },
          { title: 'PASSWORD', cell: (user) => (user.passwordHash === null ? 'none' : 'set') },
          { title: 'CREATED', cell: (user) => formatUtc(user.createdAt) },
          { title: 'LAST SEEN', cell: (user) => seenOf(user) ?? 'not known' },
          { title: 'TODAY', cell: (user) => useOf(user).requestsToday },
          { title: 'A DAY', cell: (user) => useOf(user).requestsPerDay },
        ],
        io,
      );
    });
    return DONE;
  },
};

const stateOf = ({ isDisabled, isService }: User): string =>
  `${isDisabled ? 'disabled' : 'active'}${isService ? ', service' : ''}`;

const roleTextOf = ({ role, writePatterns }: User): string =>
  role === 'writer' ? `writer of ${writePatterns.join(',')}` : role;

/** What may be printed of a user: the hash stays in the store. */
const summaryOf = (user: User) => ({
  name: user.name,
  plan: user.planName,
  disabled: user.isDisabled,
  operator: user.role === 'operator',
  role: user.role,
  writePatterns: user.writePatterns,
  service: user.isService,
  hasPassword: user.passwordHash !== null,
  createdAt: formatUtc(user.createdAt),
});

const disable: Command = {
  name: 'user disable',
  summary: 'Lock a user out at once; keys are kept but do not work.',
  usage: 'NAME',
  options: STORE_OPTION,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    return changeUser(given, args, io, async (accounts, name) => {
      await disableUser(accounts, name, changedBy(io));
      return `user ${name} disabled`;
    });
  },
};

const enable: Command = {
  name: 'user enable',
  summary: 'Let a disabled user in again.',
  usage: 'NAME',
  options: STORE_OPTION,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    return changeUser(given, args, io, async (accounts, name) => {
      await enableUser(accounts, name, changedBy(io));
      return `user ${name} enabled`;
    });
  },
};

const plan: Command = {
  name: 'user plan',
  summary: 'Move a user to another plan.',
  usage: 'NAME PLAN',
  options: STORE_OPTION,
  run(args, io) {
    const [given, planName] = takePositionals(args, 'NAME', 'PLAN') as [string, string];
    return changeUser(given, args, io, async (accounts, name) => {
      const user = await changePlan(accounts, name, planName, changedBy(io));
      return `user ${name} has plan ${user.planName}`;
    });
  },
};

export const userCommands: CommandGroup = {
  name: 'user',
  summary: 'Add, list, disable, unlock and change users.',
  commands: [
    ...[add, list, userSet, disable, enable, userPassword, userUnlock, plan, userOperator],
    ...[userCode, userIdentity],
  ],
};
