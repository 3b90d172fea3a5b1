// Changing the user that a command names.

import { type Arguments, DONE, type Io } from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import { withStore } from '#cli/command/store-option';
import type { AccountStore } from '#store/account-store';

/** Changes the user that is given, and prints what `change` says of it. */
export async function changeUser(
  given: string,
  args: Arguments,
  io: Io,
  change: (accounts: AccountStore, name: string) => Promise<string>,
): Promise<number> {
  await withStore(args, io, async ({ accounts }) => {
    const { name } = await findUser(accounts, given);
    io.stdout.write(`${await change(accounts, name)}\n`);
  });
  return DONE;
}
