// The user that a command names.

import { CommandFault } from '#cli/command/command';
import { didYouMean } from '#core/nearest';
import type { AccountStore, User } from '#store/account-store';

/** The user of a name; an unknown name is refused with the nearest known one. */
export async function findUser(accounts: AccountStore, name: string): Promise<User> {
  const user = await accounts.findUser(name);
  if (user) return user;
  const names = (await accounts.listUsers()).map((each) => each.name);
  throw new CommandFault(`there is no user ${JSON.stringify(name)}${didYouMean(name, names)}`);
}
