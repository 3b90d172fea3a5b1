// Headers that keep browsers from doing more with an answer than it is for.

import type { FastifyReply } from 'fastify';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** All of them, as an answer that is no page carries them. */
export const SECURITY_HEADERS = { ...EVERYWHERE, 'content-security-policy': DATA_POLICY } as const;

/** For our own pages: only our own styles, pictures, scripts and connections. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(EVERYWHERE);
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', DATA_POLICY);
}
