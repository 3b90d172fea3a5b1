// Asking for the password again: a token or a session that leaked changes nothing of the account.

import type { FastifyRequest } from 'fastify';
import { confirmPassword } from '#accounts/check-attempt';
import { refuseField } from '#core/errors';
import type { RefusalCode } from '#core/refusal-table';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';
import type { User } from '#store/account-store';

export const PASSWORD_REFUSALS: readonly RefusalCode[] = [
  'field_missing',
  'password_wrong',
  'sign_in_throttled',
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
    if (password === undefined) {
      throw refuseField('field_missing', field, `your password is needed again to ${purpose}`);
    }
    const { user } = callerOf(request);
    const given = { password, address: request.ip };
    return reports.watch(request, user.name, () =>
      confirmPassword(signIn, user, given, request.now, field),
    );
  };
