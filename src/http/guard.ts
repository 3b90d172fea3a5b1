// Who is calling and whether they may, decided in one place for every route; default deny.
// Order: types were checked before, then token (401), then rate (429); values come after.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKeyOf } from '#accounts/address-key';
import { type Caller, findCaller } from '#accounts/authenticate';
import { DEFAULT_REQUESTS_PER_MINUTE } from '#accounts/plans';
import type { RateVerdict } from '#accounts/rate-limiter';
import { foldUserName } from '#accounts/user-name';
import { Refusal } from '#core/errors';
import type { ServerParts } from '#http/server-parts';

interface BodyCredentials {
  readonly UserName?: string;
  readonly Token?: string;
}

export function makeGuard(parts: ServerParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const access = request.routeOptions.config.access;
    // What no route took has nothing to protect; its handler says 404 or 405.
    if (access === 'public' || request.is404) return;
    request.caller = await request.stopwatch.time('auth', identify(request, parts));
    limit(request, reply, parts);
  };
}

async function identify(request: FastifyRequest, parts: ServerParts): Promise<Caller | undefined> {
  const fromHeader = bearerOf(request.headers.authorization);
  switch (request.routeOptions.config.access) {
    case 'list':
      if (fromHeader === undefined && parts.publicLists) return undefined;
      return requireCaller(fromHeader, request, parts);
    case 'bearer':
      return requireCaller(fromHeader, request, parts);
    case 'userinfo':
      return identifyByBody(fromHeader, request, parts);
    default:
      throw new Error(`route ${request.routeOptions.url} declares no access`);
  }
}

async function identifyByBody(
  fromHeader: string | undefined,
  request: FastifyRequest,
  parts: ServerParts,
): Promise<Caller> {
  const info = (request.body as { UserInfo?: BodyCredentials } | null | undefined)?.UserInfo;
  const fromBody = info?.Token;
  const caller = await requireCaller(fromBody ?? fromHeader, request, parts);
  if (fromBody !== undefined && fromHeader !== undefined && fromBody !== fromHeader) {
    const other = await requireCaller(fromHeader, request, parts);
    if (other.user.id !== caller.user.id) {
      throw new Refusal(
        'token_invalid',
        'UserInfo and the Authorization header name different users',
      );
    }
  }
  if (
    info?.UserName !== undefined &&
    foldUserName(info.UserName) !== foldUserName(caller.user.name)
  ) {
    throw new Refusal('token_invalid', 'the token is not accepted for this UserName');
  }
  return caller;
}

async function requireCaller(
  secret: string | undefined,
  request: FastifyRequest,
  { desk }: ServerParts,
): Promise<Caller> {
  if (secret === undefined || secret.trim() === '') {
    throw new Refusal(
      'token_missing',
      'a token is needed: sign in at /api/user/login or /api/v1/auth',
    );
  }
  const caller = await findCaller(desk.accounts, secret.trim(), request.now);
  if (!caller) throw new Refusal('token_invalid', 'the token is unknown, expired or revoked');
  return caller;
}

/** The secret of a Bearer header; undefined where there is none or the scheme is another. */
function bearerOf(header: string | undefined): string | undefined {
  const match = /^\s*bearer(?:\s+(.*))?$/i.exec(header ?? '');
  return match ? (match[1] ?? '') : undefined;
}

function limit(request: FastifyRequest, reply: FastifyReply, { limiter }: ServerParts): void {
  const { caller, now } = request;
  const verdict = caller
    ? limiter.take(`user ${caller.user.id}`, caller.plan.requestsPerMinute, now)
    : limiter.take(`address ${addressKeyOf(request.ip)}`, DEFAULT_REQUESTS_PER_MINUTE, now);
  setRateHeaders(reply, verdict);
  if (verdict.isAllowed) return;
  const detail = `the limit of ${verdict.limit} a minute is reached; wait ${verdict.resetSeconds} s`;
  throw new Refusal('rate_exceeded', detail, { retryAfterSeconds: verdict.resetSeconds });
}

function setRateHeaders(
  reply: FastifyReply,
  { limit, remaining, resetSeconds }: RateVerdict,
): void {
  reply.header('ratelimit-policy', `"plan";q=${limit};w=60`);
  reply.header('ratelimit', `"plan";r=${remaining};t=${resetSeconds}`);
  reply.header('x-ratelimit-limit', String(limit));
  reply.header('x-ratelimit-remaining', String(remaining));
  reply.header('x-ratelimit-reset', String(resetSeconds));
}
