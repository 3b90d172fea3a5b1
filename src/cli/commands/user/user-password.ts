// gridtide user password: a new password, and which keys end with the old one.

import { changePassword, ENDED_KEYS, type EndedKeys } from '#accounts/password-changes';
import { changeUser } from '#cli/command/change-user';
import { type Arguments, type Command, misuse, takePositionals } from '#cli/command/command';
import { PASSWORD_OPTION, readNewPassword } from '#cli/command/prompt-password';
import { changedBy, STORE_OPTION } from '#cli/command/store-option';
import { didYouMean } from '#core/nearest';

export const userPassword: Command = {
  name: 'user password',
  summary: 'Set a user’s password; end the user’s tokens, and keys as told.',
  usage: 'NAME [--end-keys WHICH] [--password-stdin]',
  options: {
    'end-keys': {
      type: 'string',
      value: 'WHICH',
      summary: 'since (default), all or none.',
    },
    ...PASSWORD_OPTION,
    ...STORE_OPTION,
  },
  notes: `
A person who knew the old password may have made keys with it, and links to pictures of boards or for
spreadsheets. So the new one ends those that were made since the password was last set, operator keys
apart (--end-keys since). --end-keys all ends every key and link, operator keys too; --end-keys none
keeps all.`,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    const endKeys = readEndedKeys(args);
    return changeUser(given, args, io, async (accounts, name) => {
      const password = await readNewPassword(args, io);
      const by = changedBy(io);
      const { endedKeys } = await changePassword(accounts, name, password, { by, endKeys });
      return `password of ${name} changed; ${describeKeys(endedKeys)}`;
    });
  },
};

function readEndedKeys(args: Arguments): EndedKeys {
  const given = args.text('end-keys') ?? 'since';
  const known = ENDED_KEYS.find((each) => each === given);
  if (known) return known;
  const near = didYouMean(given, ENDED_KEYS);
  throw misuse(
    `--end-keys is one of ${ENDED_KEYS.join(', ')}, not ${JSON.stringify(given)}${near}`,
  );
}

const describeKeys = (ended: readonly string[]): string =>
  ended.length === 0
    ? 'no key ended'
    : `keys ended: ${ended.map((name) => JSON.stringify(name)).join(', ')}`;
