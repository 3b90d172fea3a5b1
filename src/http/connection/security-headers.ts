// Headers that keep browsers from doing more with an answer than it is for.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

type Headers = Readonly<Record<string, string>>;

const EVERYWHERE: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/**
 * A browser that once came by TLS comes by nothing else for a year. Other names of the domain are not
 * ours to speak for. Without TLS browsers ignore the header, and it is left out (RFC 6797, 7.2).
 */
const TLS_ONLY: Headers = { 'strict-transport-security': 'max-age=31536000' };

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For our own pages: only our own styles, pictures, scripts and connections. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** As an answer that is no page carries them: in the clear, and by TLS. */
const PLAIN: Headers = { ...EVERYWHERE, 'content-security-policy': DATA_POLICY };
const SECURE: Headers = { ...PLAIN, ...TLS_ONLY };

export function setSecurityHeaders(
  request: IncomingMessage,
  reply: FastifyReply,
  trustProxy: boolean,
): void {
  reply.headers(EVERYWHERE);
  if (isSecure(request, trustProxy)) reply.headers(TLS_ONLY);
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', DATA_POLICY);
}

/** The same for an answer that is data and has no reply. */
export const securityHeadersOf = (request: IncomingMessage, trustProxy: boolean): Headers =>
  isSecure(request, trustProxy) ? SECURE : PLAIN;

/** And for one to a request that could not be read. */
export const securityHeadersOn = (socket: Socket): Headers =>
  isEncrypted(socket) ? SECURE : PLAIN;

/** Whether a request came by TLS: to us, or to the proxy in front where that is believed. */
function isSecure({ socket, headers }: IncomingMessage, trustProxy: boolean): boolean {
  if (isEncrypted(socket) || !trustProxy) return isEncrypted(socket);
  // The last word is that of the proxy in front; those before it, whoever sent them wrote.
  const said = String(headers['x-forwarded-proto'] ?? '').split(',');
  return said.at(-1)!.trim().toLowerCase() === 'https';
}

const isEncrypted = (socket: Socket): boolean => 'encrypted' in socket && socket.encrypted === true;
