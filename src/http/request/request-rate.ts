// A request in its caller's allowance a minute: counted, refused if that is used up, and told in headers.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressGroupOf } from '#accounts/address-group';
import type { Caller } from '#accounts/authenticate';
import { DEFAULT_REQUESTS_PER_MINUTE } from '#accounts/plans';
import type { RateVerdict, RequestLimits } from '#accounts/rate-limiter';
import { userKeyOf } from '#accounts/rate-limiter';
import { Refusal } from '#core/errors';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { AccountParts } from '#http/request/server-parts';

/** Counts a user's request if no store access is needed. Otherwise undefined, and nothing is counted. */
export const countRequestAtOnce = (
  limiter: RequestLimits,
  caller: Caller,
  now: Instant,
): RateVerdict | undefined =>
  limiter.takeAtOnce(userKeyOf(caller.user), caller.plan.requestsPerMinute, now);

function countRequest(
  { caller, now, ip }: FastifyRequest,
  { limiter }: AccountParts,
): MaybePromise<RateVerdict> {
  return caller
    ? limiter.take(userKeyOf(caller.user), caller.plan.requestsPerMinute, now)
    : limiter.take(`address ${addressGroupOf(ip)}`, DEFAULT_REQUESTS_PER_MINUTE, now);
}

/** Counts a request in its caller's allowance; refuses if that is used up. */
export const takeAllowance = (
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AccountParts,
): MaybePromise<void> =>
  whenReady(countRequest(request, parts), (verdict) => limit(verdict, reply));

function limit(verdict: RateVerdict, reply: FastifyReply): void {
  const headers = rateHeaders(verdict);
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i]!, headers[i + 1]!);
  if (verdict.isAllowed) return;
  const detail = `the limit of ${verdict.limit} a minute is reached; wait ${verdict.resetSeconds} s`;
  throw new Refusal('rate_exceeded', detail, { retryAfterSeconds: verdict.resetSeconds });
}

/** The headers as a list of names and values in turn: Node writes a list faster than an object that is joined of several. */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateVerdict): string[] => [
  'ratelimit-policy',
  `"plan";q=${limit};w=60`,
  'ratelimit',
  `"plan";r=${remaining};t=${resetSeconds}`,
  'x-ratelimit-limit',
  String(limit),
  'x-ratelimit-remaining',
  String(remaining),
  'x-ratelimit-reset',
  String(resetSeconds),
];
