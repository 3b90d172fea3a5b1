// gridtide user set: gives a user a role, and a writer the series to write.

import { checkRole, setRole } from '#accounts/users';
import { changeUser } from '#cli/command/change-user';
import { type Command, misuse, takePositionals } from '#cli/command/command';
import { ROLE_OPTIONS, seriesOf } from '#cli/command/role-options';
import { changedBy, STORE_OPTION } from '#cli/command/store-option';

export const userSet: Command = {
  name: 'user set',
  summary: 'Give a user a role.',
  usage: 'NAME --role ROLE [--series PATTERNS]',
  options: { ...ROLE_OPTIONS, ...STORE_OPTION },
  notes: `
A role says what a user may do besides reading by the plan:
  reader     nothing.
  writer     write values, runs and definitions of the series that match --series.
  auditor    read what operators read: users, plans, keys, the audit, imports, state. Change nothing.
  operator   use the whole operator interface. Only the command line gives this role.
A session of the web page has the rights of its user. A key has them if it was made with --role, and never
more than its user has at that moment. Running servers follow within 2 seconds.`,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    const wanted = args.text('role');
    if (wanted === undefined) throw misuse('--role ROLE missing');
    const role = checkRole(wanted, seriesOf(args), '--series');
    return changeUser(given, args, io, async (accounts, name) => {
      const user = await setRole(accounts, name, role, changedBy(io));
      const what = user.role === 'writer' ? `writer of ${user.writePatterns.join(',')}` : user.role;
      return `the role of ${name} is ${what}`;
    });
  },
};
