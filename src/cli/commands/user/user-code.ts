// gridtide user code: a link that signs a user in once, also if passwords are off.

import { makeSignInLink } from '#accounts/sign-in-links';
import { changeUser } from '#cli/command/change-user';
import { type Command, takePositionals } from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import { changedBy, STORE_OPTION } from '#cli/command/store-option';

export const userCode: Command = {
  name: 'user code',
  summary: 'Make a link that signs a user in once, within 15 minutes.',
  usage: 'NAME',
  options: STORE_OPTION,
  notes: `
Prints the path of the link, which follows the address of the server: https://gridtide.example.com/?code=….
It works on the web page, also with PASSWORDS=off and while the provider of single sign-on is down.`,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    return changeUser(given, args, io, async (accounts, name) => {
      const user = await findUser(accounts, name);
      return (await makeSignInLink(accounts, user, changedBy(io))).path;
    });
  },
};
