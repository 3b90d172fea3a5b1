// The cookie of a session. Its name has the port, because browsers keep one set of cookies for all ports of a
// host, and over TLS the prefix with which browsers let no other host set it.

import type { IncomingMessage } from 'node:http';
import { clientHostOf, isSecure, withoutOwnPort } from '#http/connection/client-origin';

const NAME = 'gridtide-session';
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/** The name of the cookie for the scheme and port that the client used. */
export function sessionCookieName(
  request: IncomingMessage,
  trustProxy: boolean,
  base = NAME,
): string {
  const isTls = isSecure(request, trustProxy);
  const host = withoutOwnPort(clientHostOf(request, trustProxy), isTls ? 'https' : 'http');
  const port = /:(\d+)$/.exec(host)?.[1];
  const name = port === undefined ? base : `${base}-${port}`;
  return isTls ? `__Host-${name}` : name;
}

/** The secret in the cookie; undefined without one. */
export function readSessionCookie(
  request: IncomingMessage,
  trustProxy: boolean,
  base = NAME,
): string | undefined {
  const { cookie = '' } = request.headers;
  // Most requests with a cookie have no other, and those of other programs none of ours.
  if (!cookie.includes(base)) return undefined;
  const start = `${sessionCookieName(request, trustProxy, base)}=`;
  const found = cookie.split(';').find((part) => part.trimStart().startsWith(start));
  return found?.trim().slice(start.length) || undefined;
}

/** The header that gives a session to the browser. Without `maxAgeMs` the browser forgets it when it is closed. */
export function writeSessionCookie(
  request: IncomingMessage,
  trustProxy: boolean,
  secret: string,
  maxAgeMs?: number,
): string {
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1_000)}`;
  const secure = isSecure(request, trustProxy) ? '; Secure' : '';
  return `${sessionCookieName(request, trustProxy)}=${secret}; ${ATTRIBUTES}${age}${secure}`;
}

/** The header that takes a session from the browser. */
export const clearSessionCookie = (request: IncomingMessage, trustProxy: boolean): string =>
  writeSessionCookie(request, trustProxy, '', 0);

/** The cookie of a sign-in at the provider of single sign-on, while it is under way. */
export const PROVIDER_COOKIE = 'gridtide-sso';
/** The word that the page's address has instead of a code after such a sign-in; the cookie has the code. */
export const CODE_IN_COOKIE = 'sso';

/**
 * The header that gives the browser the cookie of a sign-in at the provider. The provider's pages lead the browser back
 * here, which a strict cookie would not survive: `Lax` until then.
 */
export function writeProviderCookie(
  request: IncomingMessage,
  trustProxy: boolean,
  value: string,
  { sameSite, maxAgeMs }: { readonly sameSite: 'Lax' | 'Strict'; readonly maxAgeMs: number },
): string {
  const secure = isSecure(request, trustProxy) ? '; Secure' : '';
  const name = sessionCookieName(request, trustProxy, PROVIDER_COOKIE);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${Math.floor(maxAgeMs / 1_000)}${secure}`;
}
