// The secret that a caller presents: in the Authorization header or, without that header, in a session's
// cookie. Everything that tells callers from strangers asks here.

import type { IncomingMessage } from 'node:http';
import { type Caller, findCaller, findSessionCaller } from '#accounts/authenticate';
import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { readSessionCookie } from '#http/request/session-cookie';
import type { AccountStore } from '#store/account-store';

export interface PresentedSecret {
  readonly secret: string;
  /** Whether a browser sent it by itself, in a cookie. */
  readonly isCookie: boolean;
}

/** Returns the secret of a Bearer header; undefined without one or with another scheme. */
export function bearerOf(header: string | undefined): string | undefined {
  const match = /^\s*bearer(?:\s+(.*))?$/i.exec(header ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/** Returns what a request presents. An Authorization header of any scheme makes the cookie irrelevant. */
export function secretOf(
  request: IncomingMessage,
  trustProxy: boolean,
): PresentedSecret | undefined {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const secret = bearerOf(authorization);
    return secret === undefined ? undefined : { secret: secret.trim(), isCookie: false };
  }
  const secret = cookie === undefined ? undefined : readSessionCookie(request, trustProxy);
  return secret === undefined ? undefined : { secret, isCookie: true };
}

/** Whether a request shows a secret, good or not. */
export const showsSecret = (request: IncomingMessage, trustProxy: boolean): boolean =>
  request.headers.authorization !== undefined || secretOf(request, trustProxy) !== undefined;

/** The caller of a secret: a cookie may only carry that of a session, and a header never does. */
export const findPresented = (
  accounts: AccountStore,
  { secret, isCookie }: PresentedSecret,
  now: Instant,
): MaybePromise<Caller | undefined> =>
  isCookie ? findSessionCaller(accounts, secret, now) : findCaller(accounts, secret, now);
