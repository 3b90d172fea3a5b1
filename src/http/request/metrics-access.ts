// Who may read /metrics: programs on this machine, every caller, or one with the token of METRICS_TOKEN. That
// token is none of an account, so that figures can be read while the store is away.

import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import { isLoopback } from '#http/connection/client-origin';
import { bearerOf } from '#http/request/presented-secret';

export type MetricsAccess =
  | { readonly kind: 'loopback' }
  | { readonly kind: 'public' }
  | { readonly kind: 'token'; readonly token: string };

/** Headers that only a proxy adds. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Refuses a request that may not read the figures. */
export function requireMetricsAccess(
  access: MetricsAccess,
  request: FastifyRequest,
  trustProxy: boolean,
): void {
  if (access.kind === 'loopback') requireLoopback(request, trustProxy);
  if (access.kind === 'token') requireToken(access.token, request);
}

/** A proxy on this machine that is not trusted to name the caller's address speaks for others. */
function requireLoopback({ ip, headers }: FastifyRequest, trustProxy: boolean): void {
  const isForwarded = !trustProxy && FORWARDED.some((name) => name in headers);
  if (isLoopback(ip) && !isForwarded) return;
  throw new Refusal(
    'metrics_closed',
    'figures are shown to programs on the server’s own machine only (METRICS_ACCESS=loopback)',
  );
}

function requireToken(token: string, { headers }: FastifyRequest): void {
  const given = bearerOf(headers.authorization)?.trim();
  if (given === undefined || given === '')
    throw new Refusal('token_missing', 'the token of METRICS_TOKEN is needed');
  // Digests have one length, which the comparison needs.
  if (timingSafeEqual(digestOf(given), digestOf(token))) return;
  throw new Refusal('token_invalid', 'the token is not that of METRICS_TOKEN');
}

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');
