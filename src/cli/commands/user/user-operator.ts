// gridtide user operator: gives a user the operator role, or takes it away.

import { setOperatorRole } from '#accounts/users';
import { changeUser } from '#cli/command/change-user';
import { type Command, misuse, takePositionals } from '#cli/command/command';
import { changedBy, STORE_OPTION } from '#cli/command/store-option';

const STATES = ['on', 'off'];

export const userOperator: Command = {
  name: 'user operator',
  summary: 'Make a user an operator, or no longer.',
  usage: 'NAME on|off',
  options: STORE_OPTION,
  notes: `
An operator who signs in on the web page may use the pages at /operator: held values, imports, users and
what else the operator interface has. A token or a read key of the same user may not; programs use operator
keys (gridtide key add --operator). Without the role such a key only reads. on is the same as gridtide user set
NAME --role operator; off makes an operator a reader. Running servers follow within 2 seconds.`,
  run(args, io) {
    const [given, state] = takePositionals(args, 'NAME', 'on|off') as [string, string];
    if (!STATES.includes(state)) {
      throw misuse(`the role is one of ${STATES.join(', ')}, not ${JSON.stringify(state)}`);
    }
    const isOperator = state === 'on';
    return changeUser(given, args, io, async (accounts, name) => {
      await setOperatorRole(accounts, name, isOperator, changedBy(io));
      return `user ${name} is ${isOperator ? 'an' : 'no'} operator`;
    });
  },
};
