// What the server knows about each request besides what Fastify does.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { Stopwatch } from '#http/request/stopwatch';

/**
 * Who may call a route. Every route says so; one that does not stops the start.
 * - public: everyone; no token is looked at.
 * - list: everyone, unless PUBLIC_LISTS=false; a token that is sent must be good.
 * - bearer: a caller with a token or key in the Authorization header.
 * - userinfo: a caller with a token or key in UserInfo of the body, or in the Authorization header.
 * - operator: a caller with an operator key in the Authorization header, and nothing less.
 */
export type Access = 'public' | 'list' | 'bearer' | 'userinfo' | 'operator';

declare module 'fastify' {
  interface FastifyRequest {
    /** The time, read once when the request arrived. */
    now: Instant;
    caller: Caller | undefined;
    stopwatch: Stopwatch;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Probes come every few seconds and are not logged. */
    isProbe?: boolean;
  }
}

/** Returns the caller; refuses if there is none. */
export function callerOf(request: { caller: Caller | undefined }): Caller {
  if (!request.caller) throw new Refusal('token_missing', 'a token is needed');
  return request.caller;
}
