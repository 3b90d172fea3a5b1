// Every kind of caller, and what each is intended to get. The table is written by hand, not made from the
// server's code.

import { addKey, revokeKey } from '#accounts/api-keys';
import { changePassword } from '#accounts/password-changes';
import { setPlan } from '#accounts/plan-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { signOut } from '#accounts/sign-in';
import { addUser, disableUser, enableUser } from '#accounts/users';
import type { RefusalCode } from '#core/errors';
import { HOUR_MS } from '#core/time/instant';
import type { Credential, User } from '#store/account-store';
import type { World } from '../world/world.ts';
import type { Opens } from './authorisation-routes.ts';

/**
 * 200 is the answer itself, 401 none `token_missing`, 401 bad `token_invalid`, 403 plan
 * `subscription_required`, 403 key `operator_key_needed`, 403 session `session_needed`; 400 and 403 password
 * refuse the field `password`. A list is closed if PUBLIC_LISTS=false.
 */
const TABLE = `
caller                              | public | list     | closed list | token    | values   | UserInfo | UserInfo values | session      | operator
a caller without a token            | 200    | 200      | 401 none    | 401 none | 401 none | 401 none | 401 none        | 401 none     | 401 none
an empty token                      | 200    | 401 none | 401 none    | 401 none | 401 none | 401 none | 401 none        | 401 none     | 401 none
a word instead of a token           | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a token that was never given out    | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
an operator key never given out     | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
an expired token                    | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a token revoked by the operator     | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a token that signed out             | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a token from before a new password  | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a token of a disabled user          | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a key of a disabled user            | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
an operator key of a disabled user  | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a revoked key                       | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a revoked operator key              | 200    | 401 bad  | 401 bad     | 401 bad  | 401 bad  | 401 bad  | 401 bad         | 401 bad      | 401 bad
a good token, another’s UserName    | 200    | 200      | 200         | 200      | 200      | 401 bad  | 401 bad         | 200          | 403 key
good tokens of two users            | 200    | 200      | 200         | 200      | 200      | 401 bad  | 401 bad         | 200          | 403 key
an operator key, another’s UserName | 200    | 200      | 200         | 200      | 200      | 401 bad  | 401 bad         | 403 session  | 200
a token of the wrong plan           | 200    | 200      | 200         | 200      | 403 plan | 200      | 403 plan        | 200          | 403 key
a key of the wrong plan             | 200    | 200      | 200         | 200      | 403 plan | 200      | 403 plan        | 403 session  | 403 key
a token of the right plan           | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 200          | 403 key
a token of a user with no password  | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 403 password | 403 key
a token and a wrong password        | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 403 password | 403 key
a token without the password again  | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 400 password | 403 key
a token from after a new password   | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 200          | 403 key
a read key                          | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 403 session  | 403 key
an operator key                     | 200    | 200      | 200         | 200      | 200      | 200      | 200             | 403 session  | 200
`;

const MEANINGS: Readonly<Record<string, Outcome>> = {
  '200': { status: 200, code: undefined },
  '401 none': { status: 401, code: 'token_missing' },
  '401 bad': { status: 401, code: 'token_invalid' },
  '403 plan': { status: 403, code: 'subscription_required' },
  '403 key': { status: 403, code: 'operator_key_needed' },
  '403 session': { status: 403, code: 'session_needed' },
  '400 password': { status: 400, code: 'field_missing' },
  '403 password': { status: 403, code: 'password_wrong' },
};

export interface Outcome {
  readonly status: number;
  readonly code: RefusalCode | undefined;
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());

/** Caller → column → the intended outcome. */
export const INTENDED: ReadonlyMap<string, ReadonlyMap<string, Outcome>> = (() => {
  const [head, ...lines] = TABLE.trim().split('\n').map(cellsOf);
  return new Map(
    lines.map(([caller, ...cells]) => [
      caller!,
      new Map(cells.map((cell, at) => [head![at + 1]!, MEANINGS[cell]!])),
    ]),
  );
})();

export const columnOf = (opens: Opens, arePublic: boolean): string =>
  opens === 'list' && !arePublic ? 'closed list' : opens;

/** The credentials of a request: the secret of the header, the UserInfo of the body, the password again. */
export interface Credentials {
  readonly header?: string;
  readonly info?: { readonly UserName?: string; readonly Token?: string };
  /** What replaces OWN_PASSWORD; null leaves the field out. Default the password of every user. */
  readonly password?: string | null;
}

/** One kind of caller. Its secret is new for each request if a request could change it. */
interface Caller {
  readonly secret: () => string | Promise<string>;
  /** The UserName that goes with the secret. */
  readonly name: string;
  /** Makes credentials that are sent in place of the usual ones. */
  readonly odd?: (secret: string) => Promise<Credentials>;
  /** The password that the caller gives again, if it is not everyone's. */
  readonly password?: string | null;
}

export type Callers = ReadonlyMap<string, Caller>;

/**
 * The ways in which a caller may send its secret: in the header and, if `inBody`, in UserInfo. A caller with
 * odd credentials sends just these.
 */
export async function waysOf(caller: Caller | undefined, inBody: boolean): Promise<Credentials[]> {
  if (!caller) return [{}];
  if (caller.odd) return [await caller.odd(await caller.secret())];
  const { password } = caller;
  const inHeader = {
    header: await caller.secret(),
    ...(password === undefined ? {} : { password }),
  };
  if (!inBody) return [inHeader];
  return [inHeader, { info: { UserName: caller.name, Token: await caller.secret() } }];
}

const NEW_PASSWORD = 'another-long-enough-one';
const asAnother = async (secret: string) => ({ header: secret, info: { UserName: 'german' } });
const fixed = (name: string, secret: string): Caller => ({ name, secret: () => secret });

/** Makes users and secrets for every kind of caller that has one; `german` has the wrong plan. */
export async function makeCallers(world: World): Promise<Callers> {
  await addUsers(world);
  const maker = new SecretMaker(world);
  const [bad, good] = [await badCallers(maker), await goodCallers(maker)];
  return new Map([...bad, ...good]);
}

async function addUsers(world: World): Promise<void> {
  const { accounts } = world.signIn;
  const ample = { requestsPerMinute: 1_000_000 };
  await setPlan(accounts, { name: 'everything', patterns: ['*'], ...ample });
  await setPlan(accounts, { name: 'germany', patterns: ['de*'], ...ample });
  await addUser(accounts, { name: 'keyed', password: null, planName: 'everything' }, world.now);
  for (const name of ['anna', 'robot', 'signer', 'leaver', 'changer', 'returner']) {
    await world.addUser(name, 'everything');
  }
}

/** Callers whose secret is refused. */
async function badCallers(maker: SecretMaker): Promise<[string, Caller][]> {
  const { accounts } = maker;
  const byOperator = await maker.token('returner');
  await disableUser(accounts, 'returner');
  await enableUser(accounts, 'returner');
  const signedOut = await maker.token('trader');
  const credential = { kind: 'token', hash: hashSecret(signedOut) } as Credential;
  await signOut(accounts, credential);
  const beforeChange = await maker.token('changer');
  await changePassword(accounts, 'changer', NEW_PASSWORD);
  // Their rows stay in the store: the user's state makes them invalid.
  const leaverKey = await maker.key('leaver', 'old');
  const leaverOperator = await maker.key('leaver', 'old desk', true);
  await accounts.updateUser('leaver', { isDisabled: true });
  return [
    ['an empty token', fixed('trader', '')],
    ['a word instead of a token', fixed('trader', 'open-sesame')],
    ['a token that was never given out', fixed('trader', makeSecret('token'))],
    ['an operator key never given out', fixed('anna', makeSecret('operator'))],
    ['an expired token', { name: 'trader', secret: () => maker.token('trader', 0) }],
    ['a token revoked by the operator', fixed('returner', byOperator)],
    ['a token that signed out', fixed('trader', signedOut)],
    ['a token from before a new password', fixed('changer', beforeChange)],
    ['a token of a disabled user', maker.live('leaver')],
    ['a key of a disabled user', fixed('leaver', leaverKey)],
    ['an operator key of a disabled user', fixed('leaver', leaverOperator)],
    ['a revoked key', fixed('trader', await maker.revokedKey('a', false))],
    ['a revoked operator key', fixed('trader', await maker.revokedKey('b', true))],
  ];
}

/** Callers whose secret is good, though not always for what they ask. */
async function goodCallers(maker: SecretMaker): Promise<[string, Caller][]> {
  const operatorKey = await maker.key('anna', 'desk', true);
  const other = maker.live('german');
  const twoUsers = async (header: string) => ({ header, info: { Token: await other.secret() } });
  return [
    ['a good token, another’s UserName', { ...maker.live('trader'), odd: asAnother }],
    ['good tokens of two users', { ...maker.live('trader'), odd: twoUsers }],
    ['an operator key, another’s UserName', { ...fixed('anna', operatorKey), odd: asAnother }],
    ['a token of the wrong plan', maker.live('german')],
    ['a key of the wrong plan', fixed('german', await maker.key('german', 'reader'))],
    ['a token of the right plan', maker.live('trader')],
    ['a token without the password again', { ...maker.live('trader'), password: null }],
    ['a token and a wrong password', { ...maker.live('trader'), password: NEW_PASSWORD }],
    ['a token of a user with no password', maker.live('keyed')],
    ['a token from after a new password', { ...maker.live('changer'), password: NEW_PASSWORD }],
    ['a read key', fixed('trader', await maker.key('trader', 'reader'))],
    ['an operator key', fixed('anna', operatorKey)],
  ];
}

/** Makes tokens and keys of users. */
class SecretMaker {
  readonly accounts: World['signIn']['accounts'];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    this.accounts = world.signIn.accounts;
  }

  async token(name: string, lifetimeMs = HOUR_MS): Promise<string> {
    const secret = makeSecret('token');
    const { now } = this.#world;
    await this.accounts.addCredential({
      hash: hashSecret(secret),
      userId: (await this.#user(name)).id,
      kind: 'token',
      name: null,
      createdAt: now,
      expiresAt: now + lifetimeMs,
    });
    return secret;
  }

  async key(name: string, keyName: string, isOperator = false): Promise<string> {
    return addKey(this.accounts, await this.#user(name), keyName, this.#world.now, { isOperator });
  }

  async revokedKey(keyName: string, isOperator: boolean): Promise<string> {
    const secret = await this.key('trader', keyName, isOperator);
    await revokeKey(this.accounts, await this.#user('trader'), keyName);
    return secret;
  }

  /** Two tokens in turn, until a request has ended one: every new one is a write that waits for the disk. */
  live(name: string): Caller {
    const secrets = ['', ''];
    let count = 0;
    const secret = async (): Promise<string> => {
      const at = count++ % secrets.length;
      const grant = await this.accounts.findGrant(hashSecret(secrets[at]!));
      if (!grant) secrets[at] = await this.token(name);
      return secrets[at]!;
    };
    return { name, secret };
  }

  async #user(name: string): Promise<User> {
    return (await this.accounts.findUser(name))!;
  }
}
