// Asking for the password again, so that a token or a session that leaked changes nothing of the account; and changing
// it, which ends everything that was signed in with the old one.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '#accounts/authenticate';
import { confirmPassword } from '#accounts/check-attempt';
import { requirePasswords } from '#accounts/sign-in';
import { PasswordBody, PasswordChanged } from '#contract/account';
import { refuseField } from '#core/errors';
import type { RefusalCode } from '#core/refusal-table';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { browserOf, loadSessions } from '#http/api/v1/session';
import { addRoute } from '#http/openapi/route';
import type { GuardParts } from '#http/request/guard';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';
import { writeSessionCookie } from '#http/request/session-cookie';
import type { User } from '#store/account-store';

export const PASSWORD_REFUSALS: readonly RefusalCode[] = [
  'field_missing',
  'password_wrong',
  'sign_in_throttled',
  'passwords_off',
];

/** Refuses a request whose password is not the caller's. `field` has it; `purpose` says what it is needed for. */
export type Confirm = (
  request: FastifyRequest,
  password: string | undefined,
  field: string,
  purpose: string,
) => Promise<User>;

export const makeConfirm =
  ({ signIn }: AccountParts, reports: SignInReports): Confirm =>
  async (request, password, field, purpose) => {
    const caller = callerOf(request);
    if (lacksPassword(caller, signIn)) return requireFresh(caller, field, request.now);
    requirePasswords(signIn);
    if (password === undefined) {
      throw refuseField('field_missing', field, `your password is needed again to ${purpose}`);
    }
    const { user } = caller;
    const given = { password, address: request.ip };
    return reports.watch(request, user.name, () =>
      confirmPassword(signIn, user, given, request.now, field),
    );
  };

/** A user without a password signs in at a provider or by a link, and confirms by a sign-in that is at most this old. */
const FRESH_MS = 10 * MINUTE_MS;

/** Whether the caller has a session and no password that this server would accept. */
const lacksPassword = (
  { credential, user }: Caller,
  { acceptsPasswords }: AccountParts['signIn'],
): boolean => credential.kind === 'session' && (user.passwordHash === null || !acceptsPasswords);

/** A stolen cookie is mostly older than a sign-in that was made to confirm. */
function requireFresh({ credential, user }: Caller, field: string, now: Instant): User {
  const age = now - credential.createdAt;
  if (age >= 0 && age <= FRESH_MS) return user;
  const message = 'your sign-in is more than 10 minutes old; sign out, sign in and do this again';
  throw refuseField('password_wrong', field, message);
}

export function addPasswordRoute(
  app: FastifyInstance,
  { signIn, trustProxy }: GuardParts,
  confirm: Confirm,
): void {
  addRoute<{ Body: PasswordBody }>(app, {
    method: 'POST',
    url: '/api/v1/account/password',
    access: 'session',
    tag: 'Account',
    summary: 'Change your password',
    description:
      'Ends all your sessions and tokens, and the keys and links that endKeys says. The browser that asked gets a new session; a program that asked with a token signs in again.',
    body: PasswordBody,
    answer: PasswordChanged,
    refuses: [...PASSWORD_REFUSALS, 'field_invalid', 'write_unknown'],
    handler: async (request, reply): Promise<PasswordChanged> => {
      const { password, newPassword, endKeys = 'since', keep = false } = request.body;
      const { changeOwnPassword, readEndedKeys } = await import('#accounts/password-changes');
      const { hashNewPassword } = await import('#accounts/users');
      const ended = readEndedKeys(endKeys);
      requirePasswords(signIn);
      if (callerOf(request).user.passwordHash === null && signIn.sso)
        throw refuseField(
          'password_wrong',
          'password',
          'you sign in at a provider: change it there',
        );
      if (newPassword === undefined)
        throw refuseField('field_missing', 'newPassword', 'the new password is needed');
      const user = await confirm(request, password, 'password', 'change it');
      if (newPassword === password)
        throw refuseField('field_invalid', 'newPassword', 'must not be the old password');
      const newHash = await hashNewPassword(newPassword, user.name, 'newPassword');
      const { makeSession } = await loadSessions();
      const isSession = callerOf(request).credential.kind === 'session';
      const next = isSession
        ? makeSession(signIn, user, await browserOf(request), request.now)
        : undefined;
      const { endedKeys } = await changeOwnPassword(signIn.accounts, {
        user,
        newHash,
        goesOnWith: next?.credential,
        by: { actor: user.name, now: request.now },
        endKeys: ended,
      }).catch(tellUnknownWrite);
      if (next) {
        const maxAgeMs = keep ? next.endsAt - request.now : undefined;
        const cookie = writeSessionCookie(request.raw, trustProxy, next.secret, maxAgeMs);
        reply.header('set-cookie', cookie);
      }
      return { userName: user.name, endedKeys: [...endedKeys] };
    },
  });
}
