// The secret that a caller presents: in the Authorization header or, without that header, in a session's
// cookie. Everything that tells callers from strangers asks here.

import type { IncomingMessage } from 'node:http';
import { type Caller, findCaller, findHolder, findSessionCaller } from '#accounts/authenticate';
import { looksLikeSecret } from '#accounts/secrets';
import type { SignInService } from '#accounts/sign-in-service';
import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { readSessionCookie } from '#http/request/session-cookie';

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

/** A user name, and a key or the password. */
export interface BasicCredentials {
  readonly userName: string;
  readonly password: string;
}

/** Returns what a Basic header has; undefined without one. Without a colon all of it is the user name. */
export function basicOf(header: string | undefined): BasicCredentials | undefined {
  const match = /^\s*basic(?:\s+(.*))?$/i.exec(header ?? '');
  if (!match) return undefined;
  const text = Buffer.from(match[1] ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return { userName: text, password: '' };
  return { userName: text.slice(0, colon), password: text.slice(colon + 1) };
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

/** Like `secretOf`, or the key of a Basic header: a route decides later whether it accepts one. */
export function secretAtDoor(
  request: IncomingMessage,
  trustProxy: boolean,
): PresentedSecret | undefined {
  const presented = secretOf(request, trustProxy);
  if (presented) return presented;
  const secret = basicOf(request.headers.authorization)?.password ?? '';
  return looksLikeSecret(secret) ? { secret, isCookie: false } : undefined;
}

/** Whether a request shows a secret, good or not. */
export const showsSecret = (request: IncomingMessage, trustProxy: boolean): boolean =>
  request.headers.authorization !== undefined || secretOf(request, trustProxy) !== undefined;

/**
 * The caller of a secret: a cookie may only carry that of a session, and a header never does. A token of the provider
 * of single sign-on is found if it was accepted before.
 */
export function findPresented(
  { accounts, sso }: Pick<SignInService, 'accounts' | 'sso'>,
  { secret, isCookie }: PresentedSecret,
  now: Instant,
): MaybePromise<Caller | undefined> {
  if (isCookie) return findSessionCaller(accounts, secret, now);
  const tokenHash = sso?.tokenHashOf(secret);
  return tokenHash === undefined
    ? findCaller(accounts, secret, now)
    : findHolder(accounts, tokenHash, now);
}
