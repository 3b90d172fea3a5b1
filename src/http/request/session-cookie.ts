// The cookie of a session. Its name has the port, because browsers keep one set of cookies for all ports of a
// host, and over TLS the prefix with which browsers let no other host set it.

import type { IncomingMessage } from 'node:http';
import { clientHostOf, isSecure, withoutOwnPort } from '#http/connection/client-origin';

const NAME = 'gridtide-session';
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/** The name of the cookie for the scheme and port that the client used. */
export function sessionCookieName(request: IncomingMessage, trustProxy: boolean): string {
  const isTls = isSecure(request, trustProxy);
  const host = withoutOwnPort(clientHostOf(request, trustProxy), isTls ? 'https' : 'http');
  const port = /:(\d+)$/.exec(host)?.[1];
  const name = port === undefined ? NAME : `${NAME}-${port}`;
  return isTls ? `__Host-${name}` : name;
}

/** The secret in the cookie; undefined without one. */
export function readSessionCookie(
  request: IncomingMessage,
  trustProxy: boolean,
): string | undefined {
  const { cookie = '' } = request.headers;
  // Most requests with a cookie have no other, and those of other programs none of ours.
  if (!cookie.includes(NAME)) return undefined;
  const start = `${sessionCookieName(request, trustProxy)}=`;
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
