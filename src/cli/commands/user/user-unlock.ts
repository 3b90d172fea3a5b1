// gridtide user unlock: lets a user sign in again who has to wait after failed sign-ins.

import { isAddress } from '#accounts/address-group';
import { unlockUser } from '#accounts/unlock-user';
import { changeUser } from '#cli/command/change-user';
import { type Command, misuse, takePositionals } from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import { changedBy, STORE_OPTION } from '#cli/command/store-option';

export const userUnlock: Command = {
  name: 'user unlock',
  summary: 'Forget a user’s failed sign-ins, so that the user need not wait.',
  usage: 'NAME [--address ADDRESS]',
  options: {
    address: {
      type: 'string',
      value: 'ADDRESS',
      summary: 'Forget the failures from this IP address too, whatever the user.',
    },
    ...STORE_OPTION,
  },
  notes: `
After 20 failed sign-ins in five minutes an address has to wait, and after 100 from all addresses so has
every address that the user never signed in from. gridtide audit shows the user and the address.`,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    const address = args.text('address');
    if (address !== undefined && !isAddress(address)) {
      throw misuse(`--address is an IP address, not ${JSON.stringify(address)}`);
    }
    return changeUser(given, args, io, async (accounts, name) => {
      await unlockUser(accounts, await findUser(accounts, name), changedBy(io), address);
      return `failed sign-ins of ${name}${address === undefined ? '' : ` and of ${address}`} forgotten`;
    });
  },
};
