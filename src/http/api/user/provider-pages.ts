// The pages of single sign-on: /sso/sign-in leads a browser to the provider, and /sso/callback takes it back. The second
// makes a one-time code that only the browser's cookie has; the page that follows exchanges it for a session. The
// provider itself calls /sso/back-channel-logout.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_LIFETIME_MS } from '#accounts/sign-in-codes';
import type { ProviderDoor } from '#accounts/sign-in-service';
import { ATTEMPT_LIFETIME_MS } from '#accounts/sso/provider-attempt';
import { Refusal, refuseField } from '#core/errors';
import { REFUSALS } from '#core/refusal-table';
import { refusalOf, statusOf } from '#http/answer/problem';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { clientOriginOf } from '#http/connection/client-origin';
import { escapeHtml, sendPage } from '#http/pages/page';
import type { GuardParts } from '#http/request/guard';
import {
  CODE_IN_COOKIE,
  PROVIDER_COOKIE,
  readSessionCookie,
  writeProviderCookie,
} from '#http/request/session-cookie';

const CALLBACK = '/sso/callback';

/** Sends the browser to the provider; `return` in the query is the page that it comes back to. */
export function leadToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: GuardParts,
  reports: SignInReports,
): Promise<FastifyReply> {
  return orPage(request, reply, reports, async () => {
    const { return: returnTo } = request.query as Record<string, unknown>;
    const page = typeof returnTo === 'string' ? returnTo : '/';
    const redirectUri = redirectUriOf(request, parts);
    const { cookie, address } = await ssoOf(parts).begin(page, redirectUri, request.now);
    const kept = { sameSite: 'Lax', maxAgeMs: ATTEMPT_LIFETIME_MS } as const;
    return redirect(request, reply, parts, { value: cookie, ...kept }, address);
  });
}

/** Takes the browser back from the provider, and leads it to the page that it came from. */
export function comeFromProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: GuardParts,
  reports: SignInReports,
): Promise<FastifyReply> {
  const { signIn, trustProxy } = parts;
  return orPage(request, reply, reports, async () => {
    const { user, returnTo } = await ssoOf(parts).finish(
      signIn,
      {
        cookie: readSessionCookie(request.raw, trustProxy, PROVIDER_COOKIE),
        address: request.ip,
        query: new URL(request.url, 'http://localhost').searchParams,
        redirectUri: redirectUriOf(request, parts),
      },
      request.now,
    );
    const value = await signIn.codes.make(user.name, request.now);
    const kept = { sameSite: 'Strict', maxAgeMs: CODE_LIFETIME_MS } as const;
    return redirect(request, reply, parts, { value, ...kept }, withCode(returnTo));
  });
}

/** Takes a logout token that the provider itself sends, without a browser. */
export async function endByProvider(
  request: FastifyRequest,
  parts: GuardParts,
): Promise<{ readonly signedOut: true }> {
  const { body } = request;
  const tokens = body instanceof URLSearchParams ? body.getAll('logout_token') : [];
  const [token] = tokens;
  if (token === undefined || tokens.length > 1)
    throw refuseField('field_missing', 'logout_token', 'must be given once, in a form');
  await ssoOf(parts).endByToken(parts.signIn, token, request.now);
  return { signedOut: true };
}

/** The routes exist only with single sign-on. */
const ssoOf = ({ signIn }: GuardParts): ProviderDoor => signIn.sso!;

function redirectUriOf({ raw }: FastifyRequest, { trustProxy }: GuardParts): string {
  const address = `${clientOriginOf(raw, trustProxy)}${CALLBACK}`;
  if (URL.canParse(address)) return address;
  throw new Refusal('request_malformed', 'the Host header names no host');
}

/** The page's address with the word that makes it ask for its session. */
function withCode(path: string): string {
  const [, address = '/', fragment = ''] = /^([^#]*)(#.*)?$/.exec(path) ?? [];
  return `${address}${address.includes('?') ? '&' : '?'}code=${CODE_IN_COOKIE}${fragment}`;
}

interface Cookie {
  readonly value: string;
  readonly sameSite: 'Lax' | 'Strict';
  readonly maxAgeMs: number;
}

function redirect(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { trustProxy }: GuardParts,
  { value, ...kept }: Cookie,
  address: string,
): FastifyReply {
  return reply
    .header('set-cookie', writeProviderCookie(raw, trustProxy, value, kept))
    .header('cache-control', 'no-store')
    .redirect(address, 303);
}

/** Answers a browser that is refused with a page. Programs, which name no HTML, get the problem document. */
async function orPage(
  request: FastifyRequest,
  reply: FastifyReply,
  reports: SignInReports,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    reports.tellFailure(request, undefined, error);
    const refusal = refusalOf(error);
    if (refusal.code === 'internal' || !(request.headers.accept ?? '').includes('text/html'))
      throw error;
    if (refusal.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(refusal.retryAfterSeconds));
    reply.code(statusOf(refusal.code)).header('cache-control', 'no-store');
    const { title } = REFUSALS[refusal.code];
    return sendPage(
      reply,
      'Gridtide: sign in',
      `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(refusal.message)}</p><p><a href="/">Back to the sign-in page</a></p>`,
    );
  }
}
