// Every kind of caller, and what each is intended to get. The table is written by hand, not made from the
// server's code.

import { addKey, type NewKey, revokeKey } from '#accounts/api-keys';
import { changePassword } from '#accounts/password-changes';
import { setPlan } from '#accounts/plan-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { endOtherSessions } from '#accounts/sessions/own-sessions';
import { signOut } from '#accounts/sign-in';
import { linkIdentity } from '#accounts/sso/linked-account';
import {
  addUser,
  disableUser,
  enableUser,
  setOperatorRole,
  setRole,
  type UserRole,
} from '#accounts/users';
import type { RefusalCode } from '#core/refusal-table';
import { HOUR_MS } from '#core/time/instant';
import type { User } from '#store/account-store';
import { AUDIENCE, type ForgingProvider } from '../sso/forging-provider.ts';
import type { World } from '../world/world.ts';
import type { Opens } from './authorisation-routes.ts';

/**
 * 200 is the answer itself (201 or 204 if the row of the route says so), 401 none `token_missing`, 401 bad
 * `token_invalid`, 403 plan `subscription_required`, 403 key `operator_key_needed`, 403 series `series_not_writable`,
 * 403 session `session_needed`, 403 site `cross_site_refused`, 401 ended `session_ended`; 400 and 403 password refuse the field `password`, or
 * `ownPassword` of the operator interface. A list is closed if PUBLIC_LISTS=false.
 */
const TABLE = `
caller                                 | public | sign-in  | list      | closed list | token     | values    | UserInfo  | UserInfo values | signed in   | session      | operator  | audit     | write      | accounts
a caller without a token               | 200    | 403 site | 200       | 401 none    | 401 none  | 401 none  | 401 none  | 401 none        | 401 none    | 401 none     | 401 none  | 401 none  | 401 none   | 401 none
an empty token                         | 200    | 403 site | 401 none  | 401 none    | 401 none  | 401 none  | 401 none  | 401 none        | 401 none    | 401 none     | 401 none  | 401 none  | 401 none   | 401 none
a word instead of a token              | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a token that was never given out       | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
an operator key never given out        | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
an expired token                       | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a token revoked by the operator        | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a token that signed out                | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a token from before a new password     | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a token of a disabled user             | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a key of a disabled user               | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
an operator key of a disabled user     | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
an ended key                           | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
an ended operator key                  | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a revoked key                          | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a revoked operator key                 | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a good token, another’s UserName       | 200    | 403 site | 200       | 200         | 200       | 200       | 401 bad   | 401 bad         | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
good tokens of two users               | 200    | 403 site | 200       | 200         | 200       | 200       | 401 bad   | 401 bad         | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
an operator key, another’s UserName    | 200    | 403 site | 200       | 200         | 200       | 200       | 401 bad   | 401 bad         | 403 session | 403 session  | 200       | 200       | 200        | 200
a token of the wrong plan              | 200    | 403 site | 200       | 200         | 200       | 403 plan  | 200       | 403 plan        | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a key of the wrong plan                | 200    | 403 site | 200       | 200         | 200       | 403 plan  | 200       | 403 plan        | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a token of the right plan              | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a token of a user with no password     | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 403 password | 403 key   | 403 key   | 403 key    | 403 key
a token and a wrong password           | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 403 password | 403 key   | 403 key   | 403 key    | 403 key
a token without the password again     | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 400 password | 403 key   | 403 key   | 403 key    | 403 key
a token from after a new password      | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a read key                             | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a read key that ends later             | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an operator key                        | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 200       | 200       | 200        | 200
a page without a session               | 200    | 200      | 200       | 401 none    | 401 none  | 401 none  | 401 none  | 401 none        | 401 none    | 401 none     | 401 none  | 401 none  | 401 none   | 401 none
a session                              | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a session of the wrong plan            | 200    | 200      | 200       | 200         | 200       | 403 plan  | 200       | 403 plan        | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a session and a wrong password         | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 403 password | 403 key   | 403 key   | 403 key    | 403 key
a session told by Origin               | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a session, another’s UserName          | 200    | 200      | 200       | 200         | 200       | 200       | 401 bad   | 401 bad         | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a session used by another site         | 200    | 403 site | 403 site  | 403 site    | 403 site  | 403 site  | 403 site  | 403 site        | 403 site    | 403 site     | 403 site  | 403 site  | 403 site   | 403 site
a session used by a sibling site       | 200    | 403 site | 403 site  | 403 site    | 403 site  | 403 site  | 403 site  | 403 site        | 403 site    | 403 site     | 403 site  | 403 site  | 403 site   | 403 site
a session with another Origin          | 200    | 403 site | 403 site  | 403 site    | 403 site  | 403 site  | 403 site  | 403 site        | 403 site    | 403 site     | 403 site  | 403 site  | 403 site   | 403 site
a session with the Origin null         | 200    | 403 site | 403 site  | 403 site    | 403 site  | 403 site  | 403 site  | 403 site        | 403 site    | 403 site     | 403 site  | 403 site  | 403 site   | 403 site
an expired session                     | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a session that signed out              | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a session ended elsewhere              | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a session from before a new password   | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a session of a disabled user           | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a session never given out              | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a token in the cookie                  | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
a session’s secret in the header       | 200    | 200      | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a good token beside a bad session      | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a bad token beside a good session      | 200    | 200      | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a read key beside a good session       | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an operator’s session                  | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 200       | 200       | 200        | 200
an operator’s session told by Origin   | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 200       | 200       | 200        | 200
an operator’s session, wrong password  | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 403 password | 200       | 200       | 200        | 403 password
an operator’s session, no password     | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 400 password | 200       | 200       | 200        | 400 password
a session of a former operator         | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a token of an operator                 | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a token of the provider                | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a provider’s token for others          | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a provider’s token of a disabled user  | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a read key of an operator              | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an operator’s session, another site    | 200    | 403 site | 403 site  | 403 site    | 403 site  | 403 site  | 403 site  | 403 site        | 403 site    | 403 site     | 403 site  | 403 site  | 403 site   | 403 site
an operator’s session, another Origin  | 200    | 403 site | 403 site  | 403 site    | 403 site  | 403 site  | 403 site  | 403 site        | 403 site    | 403 site     | 403 site  | 403 site  | 403 site   | 403 site
an operator’s token beside the session | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a writer’s session                     | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 200        | 403 key
a session of another writer            | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 series | 403 key
a token of a writer                    | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a read key of a writer                 | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a writer key                           | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 200        | 403 key
a writer key for its series            | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 200        | 403 key
a writer key for other series          | 200    | 403 site | 200       | 200         | 200       | 403 plan  | 200       | 403 plan        | 403 session | 403 session  | 403 key   | 403 key   | 403 series | 403 key
a writer key of another writer         | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 series | 403 key
a writer key of a former writer        | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an auditor’s session                   | 200    | 200      | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 200       | 403 key    | 403 key
a token of an auditor                  | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 200         | 200          | 403 key   | 403 key   | 403 key    | 403 key
a read key of an auditor               | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an auditor key                         | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 200       | 403 key    | 403 key
an auditor key of a former auditor     | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an operator key of a former operator   | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
an operator key of a writer            | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 200        | 403 key
an operator key of an auditor          | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 200       | 403 key    | 403 key
a writer key of an operator            | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 200        | 403 key
an auditor key of an operator          | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 200       | 403 key    | 403 key
a read key for its series              | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a read key for other series            | 200    | 403 site | 200       | 200         | 200       | 403 plan  | 200       | 403 plan        | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a key of a service account             | 200    | 403 site | 200       | 200         | 200       | 200       | 200       | 200             | 403 session | 403 session  | 403 key   | 403 key   | 403 key    | 403 key
a token of a service account           | 200    | 403 site | 401 bad   | 401 bad     | 401 bad   | 401 bad   | 401 bad   | 401 bad         | 401 bad     | 401 bad      | 401 bad   | 401 bad   | 401 bad    | 401 bad
a session of a service account         | 200    | 200      | 401 ended | 401 ended   | 401 ended | 401 ended | 401 ended | 401 ended       | 401 ended   | 401 ended    | 401 ended | 401 ended | 401 ended  | 401 ended
`;

const MEANINGS: Readonly<Record<string, Outcome>> = {
  '200': { status: 200, code: undefined },
  '401 none': { status: 401, code: 'token_missing' },
  '401 bad': { status: 401, code: 'token_invalid' },
  '401 ended': { status: 401, code: 'session_ended' },
  '403 site': { status: 403, code: 'cross_site_refused' },
  '403 plan': { status: 403, code: 'subscription_required' },
  '403 key': { status: 403, code: 'operator_key_needed' },
  '403 series': { status: 403, code: 'series_not_writable' },
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
  /** The secret in the cookie of a session. */
  readonly cookie?: string;
  /** What a browser says of the page that sent the request. */
  readonly from?: Readonly<Record<string, string>>;
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
export async function makeCallers(world: World, provider: ForgingProvider): Promise<Callers> {
  await addUsers(world);
  const maker = new SecretMaker(world);
  const [bad, good] = [await badCallers(maker), await goodCallers(maker)];
  const [ended, sessions] = [await endedSessions(maker), await sessionCallers(maker)];
  const roles = [...(await operatorCallers(maker)), ...(await roleCallers(maker))];
  const provided = await providerCallers(world, provider);
  return new Map([...bad, ...good, ...ended, ...sessions, ...roles, ...provided]);
}

async function addUsers(world: World): Promise<void> {
  const { accounts } = world.signIn;
  const ample = { requestsPerMinute: 1_000_000 };
  await setPlan(accounts, { name: 'everything', patterns: ['*'], ...ample });
  await setPlan(accounts, { name: 'germany', patterns: ['de*'], ...ample });
  await addUser(accounts, { name: 'keyed', password: null, planName: 'everything' }, world.now);
  const others = ['chief', 'former', 'careless'];
  for (const name of ['anna', 'robot', 'signer', 'leaver', 'changer', 'returner', ...others]) {
    await world.addUser(name, 'everything');
  }
  for (const name of others) await setOperatorRole(accounts, name, true);
  await setOperatorRole(accounts, 'former', false);
  for (const name of ['scribe', 'neighbour', 'auditor']) await world.addUser(name, 'everything');
  const service = { name: 'service', password: null, planName: 'everything', isService: true };
  await addUser(accounts, service, world.now);
}

/** Callers whose secret is refused. */
async function badCallers(maker: SecretMaker): Promise<[string, Caller][]> {
  const { accounts } = maker;
  const byOperator = await maker.token('returner');
  await disableUser(accounts, 'returner');
  await enableUser(accounts, 'returner');
  const signedOut = await maker.token('trader');
  const credential = { kind: 'token', hash: hashSecret(signedOut) } as const;
  await signOut(accounts, credential, Date.now());
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
    ['an ended key', { name: 'trader', secret: () => maker.endedKey('trader', false) }],
    ['an ended operator key', { name: 'anna', secret: () => maker.endedKey('anna', true) }],
    ['a revoked key', fixed('trader', await maker.revokedKey('trader', 'a', false))],
    ['a revoked operator key', fixed('anna', await maker.revokedKey('anna', 'b', true))],
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
    ['a read key that ends later', fixed('trader', await maker.endingKey('trader'))],
    ['an operator key', fixed('anna', operatorKey)],
  ];
}

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** A caller that is a browser: its secret is in the cookie, and it says which page sends. */
const browser = (
  caller: Caller,
  from: Credentials['from'] & {},
  more: Credentials = {},
): Caller => ({
  ...caller,
  odd: async (cookie) => ({ cookie, from, ...more }),
});

/** Browsers whose session no longer works. */
async function endedSessions(maker: SecretMaker): Promise<[string, Caller][]> {
  const { accounts } = maker;
  const signedOut = await maker.session('trader');
  await signOut(accounts, { kind: 'session', hash: hashSecret(signedOut) }, Date.now());
  const elsewhere = await maker.session('signer');
  const signer = (await accounts.findUser('signer'))!;
  await endOtherSessions(accounts, signer, '', Date.now());
  const beforeChange = await maker.session('changer');
  await changePassword(accounts, 'changer', NEW_PASSWORD);
  const expired = { name: 'trader', secret: () => maker.session('trader', 0) };
  return [
    ['an expired session', browser(expired, OWN_PAGE)],
    ['a session that signed out', browser(fixed('trader', signedOut), OWN_PAGE)],
    ['a session ended elsewhere', browser(fixed('signer', elsewhere), OWN_PAGE)],
    ['a session from before a new password', browser(fixed('changer', beforeChange), OWN_PAGE)],
    ['a session of a disabled user', browser(maker.liveSession('leaver'), OWN_PAGE)],
    ['a session never given out', browser(fixed('trader', makeSecret('session')), OWN_PAGE)],
    ['a token in the cookie', browser(maker.live('trader'), OWN_PAGE)],
  ];
}

/** Browsers whose session works, though not always for what they ask. */
async function sessionCallers(maker: SecretMaker): Promise<[string, Caller][]> {
  const session = maker.liveSession('trader');
  const token = maker.live('trader');
  const key = await maker.key('trader', 'beside');
  const bad = makeSecret('token');
  const beside = (header: () => string | Promise<string>): Caller => ({
    ...session,
    odd: async (cookie) => ({ cookie, header: await header(), from: OWN_PAGE }),
  });
  return [
    ['a page without a session', { ...session, odd: async () => ({ from: OWN_PAGE }) }],
    ['a session', browser(session, OWN_PAGE)],
    ['a session of the wrong plan', browser(maker.liveSession('german'), OWN_PAGE)],
    ['a session and a wrong password', browser(session, OWN_PAGE, { password: NEW_PASSWORD })],
    ['a session told by Origin', browser(session, { origin: 'http://localhost' })],
    ['a session, another’s UserName', browser(session, OWN_PAGE, { info: { UserName: 'german' } })],
    ['a session used by another site', browser(session, { 'sec-fetch-site': 'cross-site' })],
    ['a session used by a sibling site', browser(session, { 'sec-fetch-site': 'same-site' })],
    ['a session with another Origin', browser(session, { origin: 'http://localhost:81' })],
    ['a session with the Origin null', browser(session, { origin: 'null' })],
    [
      'a session’s secret in the header',
      { ...session, odd: async (header) => ({ header, from: OWN_PAGE }) },
    ],
    [
      'a good token beside a bad session',
      {
        ...token,
        odd: async (header) => ({ header, cookie: makeSecret('session'), from: OWN_PAGE }),
      },
    ],
    ['a bad token beside a good session', beside(() => bad)],
    ['a read key beside a good session', beside(() => key)],
  ];
}

/** Users who are operators, with the sessions that open the operator interface and secrets that do not. */
async function operatorCallers(maker: SecretMaker): Promise<[string, Caller][]> {
  const chief = maker.liveSession('chief');
  const careless = maker.liveSession('careless');
  const token = maker.live('chief');
  const key = await maker.key('chief', 'reader');
  const withToken = async (cookie: string) => ({
    ...{ cookie, header: await token.secret(), from: OWN_PAGE },
  });
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const wrong = { password: NEW_PASSWORD };
  return [
    ['an operator’s session', browser(chief, OWN_PAGE)],
    ['an operator’s session told by Origin', browser(chief, { origin: 'http://localhost' })],
    ['an operator’s session, wrong password', browser(careless, OWN_PAGE, wrong)],
    ['an operator’s session, no password', browser(chief, OWN_PAGE, { password: null })],
    ['a session of a former operator', browser(maker.liveSession('former'), OWN_PAGE)],
    ['a token of an operator', token],
    ['a read key of an operator', fixed('chief', key)],
    ['an operator’s session, another site', browser(chief, elsewhere)],
    ['an operator’s session, another Origin', browser(chief, { origin: 'http://localhost:81' })],
    ['an operator’s token beside the session', { ...chief, odd: withToken }],
  ];
}

const READER = { role: 'reader', writePatterns: [] } as const;
const SCRIBE = { role: 'writer', writePatterns: ['fr*'] } as const;
const NEIGHBOUR = { role: 'writer', writePatterns: ['de*'] } as const;
const AUDITOR = { role: 'auditor', writePatterns: [] } as const;

/**
 * Writers and auditors with all that they may present, keys for some series, and keys whose users have another role
 * than when they were made. The routes write and read values of frhrprice.
 */
async function roleCallers(maker: SecretMaker): Promise<[string, Caller][]> {
  const { accounts } = maker;
  await setRole(accounts, 'scribe', SCRIBE);
  await setRole(accounts, 'neighbour', NEIGHBOUR);
  await setRole(accounts, 'auditor', AUDITOR);
  const key = async (owner: string, name: string, wanted: NewKey): Promise<Caller> =>
    fixed(owner, await maker.scopedKey(owner, name, wanted));
  const writer = { role: 'writer' } as const;
  const auditor = { role: 'auditor' } as const;
  return [
    ['a writer’s session', browser(maker.liveSession('scribe'), OWN_PAGE)],
    ['a session of another writer', browser(maker.liveSession('neighbour'), OWN_PAGE)],
    ['a token of a writer', maker.live('scribe')],
    ['a read key of a writer', await key('scribe', 'read', {})],
    ['a writer key', await key('scribe', 'write', writer)],
    [
      'a writer key for its series',
      await key('scribe', 'own', { ...writer, patterns: ['*price'] }),
    ],
    ['a writer key for other series', await key('scribe', 'de', { ...writer, patterns: ['de*'] })],
    ['a writer key of another writer', await key('neighbour', 'write', writer)],
    ['a writer key of a former writer', await maker.keyFrom(SCRIBE, READER, writer)],
    ['an auditor’s session', browser(maker.liveSession('auditor'), OWN_PAGE)],
    ['a token of an auditor', maker.live('auditor')],
    ['a read key of an auditor', await key('auditor', 'read', {})],
    ['an auditor key', await key('auditor', 'audit', auditor)],
    ['an auditor key of a former auditor', await maker.keyFrom(AUDITOR, READER, auditor)],
    ['an operator key of a former operator', await maker.keyFrom(READER, READER, OPERATOR)],
    ['an operator key of a writer', await maker.keyFrom(READER, SCRIBE, OPERATOR)],
    ['an operator key of an auditor', await maker.keyFrom(READER, AUDITOR, OPERATOR)],
    ['a writer key of an operator', await key('chief', 'write', writer)],
    ['an auditor key of an operator', await key('chief', 'audit', auditor)],
    ['a read key for its series', await key('trader', 'fr', { patterns: ['de*', 'fr*'] })],
    ['a read key for other series', await key('trader', 'de', { patterns: ['de*'] })],
    ['a key of a service account', await key('service', 'read', {})],
    ['a token of a service account', maker.live('service')],
    ['a session of a service account', browser(maker.liveSession('service'), OWN_PAGE)],
  ];
}

const OPERATOR = { isOperator: true } as const;

/** Programs with tokens of the provider of single sign-on: of an operator, who is none by it. */
async function providerCallers(
  world: World,
  provider: ForgingProvider,
): Promise<[string, Caller][]> {
  const { accounts } = world.signIn;
  const by = { actor: 'test', now: world.now };
  for (const name of ['chief', 'leaver']) {
    const identity = { issuer: provider.issuer, subject: name };
    await linkIdentity(accounts, (await accounts.findUser(name))!, identity, by);
  }
  const sign = (sub: string, aud: string): Promise<string> =>
    provider.sign({ iss: provider.issuer, sub, aud, exp: (world.now + HOUR_MS) / 1_000 });
  return [
    ['a token of the provider', fixed('chief', await sign('chief', AUDIENCE))],
    ['a provider’s token for others', fixed('chief', await sign('chief', 'others'))],
    ['a provider’s token of a disabled user', fixed('leaver', await sign('leaver', AUDIENCE))],
  ];
}

/** Makes tokens, keys and sessions of users. */
class SecretMaker {
  readonly accounts: World['signIn']['accounts'];
  readonly #world: World;
  #endedKeys = 0;
  #turncoats = 0;

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

  async session(name: string, idleMs = HOUR_MS): Promise<string> {
    const secret = makeSecret('session');
    const { now } = this.#world;
    await this.accounts.addCredential({
      hash: hashSecret(secret),
      userId: (await this.#user(name)).id,
      kind: 'session',
      name: null,
      createdAt: now,
      expiresAt: now + idleMs,
      session: { lastUsedAt: now, address: '192.0.2.7', agent: 'Firefox on Linux' },
    });
    return secret;
  }

  async key(name: string, keyName: string, isOperator = false): Promise<string> {
    return addKey(this.accounts, await this.#user(name), keyName, this.#world.now, { isOperator });
  }

  async scopedKey(name: string, keyName: string, wanted: NewKey): Promise<string> {
    return addKey(this.accounts, await this.#user(name), keyName, this.#world.now, wanted);
  }

  /** A key that was made when its user had one role, of a user who has another one since. */
  async keyFrom(before: UserRole, since: UserRole, wanted: NewKey): Promise<Caller> {
    const name = `turncoat${++this.#turncoats}`;
    await this.#world.addUser(name, 'everything');
    await setRole(this.accounts, name, before);
    const secret = await this.scopedKey(name, 'old', wanted);
    await setRole(this.accounts, name, since);
    return fixed(name, secret);
  }

  /** A key whose end has just come. The request that presents it makes the server forget it. */
  async endedKey(name: string, isOperator: boolean): Promise<string> {
    const { now } = this.#world;
    const user = await this.#user(name);
    const keyName = `ended ${++this.#endedKeys}`;
    const times = { isOperator, expiresAt: now };
    return addKey(this.accounts, user, keyName, now - HOUR_MS, times);
  }

  async endingKey(name: string): Promise<string> {
    const { now } = this.#world;
    const expiresAt = now + HOUR_MS;
    return addKey(this.accounts, await this.#user(name), 'ending', now, { expiresAt });
  }

  async revokedKey(name: string, keyName: string, isOperator: boolean): Promise<string> {
    const secret = await this.key(name, keyName, isOperator);
    await revokeKey(this.accounts, await this.#user(name), keyName);
    return secret;
  }

  /** Two tokens alternately, until a request has ended one: every new one is a write that waits for the disk. */
  live(name: string): Caller {
    return this.#alternating(name, () => this.token(name));
  }

  /** The same with sessions. */
  liveSession(name: string): Caller {
    return this.#alternating(name, () => this.session(name));
  }

  #alternating(name: string, make: () => Promise<string>): Caller {
    const secrets = ['', ''];
    let count = 0;
    const secret = async (): Promise<string> => {
      const at = count++ % secrets.length;
      const grant = await this.accounts.findGrant(hashSecret(secrets[at]!));
      if (!grant) secrets[at] = await make();
      return secrets[at]!;
    };
    return { name, secret };
  }

  async #user(name: string): Promise<User> {
    return (await this.accounts.findUser(name))!;
  }
}
