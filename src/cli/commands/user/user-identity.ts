// gridtide user identity: who a user is at the provider of single sign-on.

import { linkIdentity, unlinkIdentity } from '#accounts/sso/linked-account';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { changeUser } from '#cli/command/change-user';
import {
  type Arguments,
  type Command,
  CommandFault,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import { changedBy, JSON_OPTION, STORE_OPTION } from '#cli/command/store-option';
import { Refusal } from '#core/errors';
import type { Identity } from '#store/identity-store';

const LONGEST_SUBJECT = 255;

export const userIdentity: Command = {
  name: 'user identity',
  summary: 'Show, add or remove who a user is at the provider of single sign-on.',
  usage: 'NAME [--json] [--issuer URL --subject SUBJECT [--remove]]',
  options: {
    issuer: { type: 'string', value: 'URL', summary: 'The provider, as in OIDC_ISSUER.' },
    subject: {
      type: 'string',
      value: 'SUBJECT',
      summary: 'The user there: sub of the provider’s tokens.',
    },
    remove: { type: 'boolean', summary: 'Remove the identity instead of adding it.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
A sign-in at the provider finds its user by issuer and subject, never by name. This command links an account
that exists already, or a program whose tokens OIDC_AUDIENCE accepts. The plan and the role of the user then
follow the provider's groups with the next sign-in. Without options it lists the identities.`,
  run(args, io) {
    const [given] = takePositionals(args, 'NAME') as [string];
    const identity = readIdentity(args);
    return changeUser(given, args, io, async (accounts, name) => {
      const user = await findUser(accounts, name);
      if (!identity) {
        const list = await (await accounts.identities()).list(user.id);
        if (args.flag('json')) return JSON.stringify(list, null, 2);
        const lines = list.map(({ issuer, subject }) => `${name} is ${subject} at ${issuer}`);
        return lines.length > 0 ? lines.join('\n') : `${name} has no identity`;
      }
      const { issuer, subject } = identity;
      const by = changedBy(io);
      if (!args.flag('remove')) {
        await accounts
          .transact((within) => linkIdentity(within, user, identity, by))
          .catch(tellRefusal);
        return `user ${name} is ${subject} at ${issuer}`;
      }
      if (await accounts.transact((within) => unlinkIdentity(within, user, identity, by)))
        return `user ${name} is no longer ${subject} at ${issuer}`;
      throw new CommandFault(`${name} is not ${JSON.stringify(subject)} at ${issuer}`);
    });
  },
};

function readIdentity(args: Arguments): Identity | undefined {
  const [issuer, subject] = [args.text('issuer'), args.text('subject')];
  if (issuer === undefined && subject === undefined) {
    if (args.flag('remove')) throw misuse('--remove needs --issuer and --subject');
    return undefined;
  }
  if (issuer === undefined || subject === undefined) {
    throw misuse('--issuer and --subject are needed together');
  }
  if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer)) {
    throw misuse(`--issuer is the address of the provider, not ${JSON.stringify(issuer)}`);
  }
  if (subject === '' || subject.length > LONGEST_SUBJECT) {
    throw misuse(`--subject is 1 to ${LONGEST_SUBJECT} characters`);
  }
  return { issuer: issuerKeyOf(issuer), subject };
}

function tellRefusal(error: Error): never {
  throw error instanceof Refusal ? new CommandFault(error.message) : error;
}
