// Headers that every answer carries, and those that keep browsers from doing more with it than it is for.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isEncrypted, isSecure } from '#http/connection/client-origin';

type Headers = Readonly<Record<string, string>>;

/** The policy of our own pages: only our own styles, pictures, scripts and connections. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of an answer over plain HTTP that is no page. */
const PLAIN: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * The same over TLS. A browser that came by TLS once comes by nothing else for a year. Other names of the
 * domain are not ours to speak for. Browsers ignore the last header without TLS (RFC 6797, 7.2).
 */
const SECURE: Headers = { ...PLAIN, 'strict-transport-security': 'max-age=31536000' };

const PLAIN_LIST: readonly string[] = Object.entries(PLAIN).flat();
const SECURE_LIST: readonly string[] = Object.entries(SECURE).flat();

/** The headers of an answer to a request, as a list of names and values in turn. */
export const securityHeaderList = (
  request: IncomingMessage,
  trustProxy: boolean,
): readonly string[] => (isSecure(request, trustProxy) ? SECURE_LIST : PLAIN_LIST);

/** The headers of an answer to a request. */
export const securityHeadersOf = (request: IncomingMessage, trustProxy: boolean): Headers =>
  isSecure(request, trustProxy) ? SECURE : PLAIN;

/** The headers of an answer to a request that could not be read. */
export const securityHeadersOn = (socket: Socket): Headers =>
  isEncrypted(socket) ? SECURE : PLAIN;

/** The headers of an answer that is no page; `timing` is the text of Server-Timing. */
export const answerHeaders = (
  request: IncomingMessage,
  id: string,
  timing: string,
  trustProxy: boolean,
) => ({
  'x-request-id': id,
  'server-timing': timing,
  ...securityHeadersOf(request, trustProxy),
});
