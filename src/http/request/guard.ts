// Who is calling, and whether that is allowed: decided here for every route; the default is deny. Types were
// checked before; then come the token or session (401, 403 if another site sent the cookie) and the rate (429).
// Values are checked afterwards.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, hasRight, type Right, requireRight } from '#accounts/authenticate';
import { looksLikeSecret } from '#accounts/secrets';
import { admitWithPassword, isOfSignIn } from '#accounts/sign-in';
import { foldUserName } from '#accounts/user-name';
import { Refusal } from '#core/errors';
import { normalizeSeriesId } from '#core/market/categories';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { refuseCrossSite } from '#http/request/cross-site';
import {
  type BasicCredentials,
  basicOf,
  bearerOf,
  findPresented,
  type PresentedSecret,
  secretOf,
} from '#http/request/presented-secret';
import type { Access } from '#http/request/request-facts';
import { takeAllowance } from '#http/request/request-rate';
import type { AccountParts, ConnectionParts } from '#http/request/server-parts';
import { clearSessionCookie } from '#http/request/session-cookie';

interface BodyCredentials {
  readonly UserName?: string;
  readonly Token?: string;
}

/** The right that a route of the operator interface asks for. */
const RIGHT_OF: Readonly<Partial<Record<Access, Right>>> = {
  operator: 'operate',
  audit: 'audit',
  write: 'write',
};

/** The series that a path names, as its handler reads it. */
const codeOf = ({ params }: FastifyRequest): string =>
  normalizeSeriesId((params as { code?: string }).code ?? '');

export type GuardParts = AccountParts & Pick<ConnectionParts, 'trustProxy'>;

/** Tells how sign-ins end. `userName` is what the caller gave. */
export interface SignInWatch {
  watch<T>(request: FastifyRequest, userName: string, work: () => MaybePromise<T>): Promise<T>;
}

/** Refuses a sign-in that a page of another site sends, before its body is read: it would set a cookie. */
export function refuseForeignSignIn(request: FastifyRequest, trustProxy: boolean): void {
  if (request.routeOptions.config.access === 'sign-in') refuseCrossSite(request.raw, trustProxy);
}

/** `signIns` is told of passwords that come with a request itself. */
export function makeGuard(parts: GuardParts, signIns?: SignInWatch) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { access } = request.routeOptions.config;
    // A path without a route has nothing to protect; its handler answers 404 or 405.
    if (access === 'public' || access === 'sign-in' || request.is404) {
      done();
      return;
    }
    const right = access && RIGHT_OF[access];
    // The operator interface asks the guard before it reads a body, and Fastify asks again.
    if (right && request.caller && hasRight(request.caller, right, codeOf(request))) {
      done();
      return;
    }
    const admit = (caller: Caller | undefined): MaybePromise<void> => {
      request.caller = caller;
      // The token of a sign-in has no record of its uses.
      if (caller && caller.credential.kind !== 'token') noteUse(caller, request, parts);
      return whenReady(takeAllowance(request, reply, parts), () => {
        if (right) requireRight(caller, right, codeOf(request));
        if (access === 'session') requireSession(caller);
      });
    };
    let admitted: MaybePromise<void>;
    try {
      const basic = access === 'basic' ? basicOf(request.headers.authorization) : undefined;
      const caller = request.stopwatch.time('auth', () =>
        basic
          ? identifyByBasic(basic, request, parts, signIns)
          : identify(access, request, reply, parts),
      );
      admitted = whenReady(caller, admit);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (admitted instanceof Promise) admitted.then(() => done(), done);
    else done();
  };
}

function noteUse(
  { credential }: Caller,
  { ip, now }: FastifyRequest,
  { signIn }: GuardParts,
): void {
  signIn.renewals.note(credential, ip, now);
  signIn.keyUses.note(credential, now);
}

/** A cookie says who calls on every route. What it opens is decided by the route's access, as for tokens. */
function identify(
  access: Access | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: GuardParts,
): MaybePromise<Caller | undefined> {
  const presented = secretOf(request.raw, parts.trustProxy);
  const requirePresented = () =>
    presented?.isCookie
      ? requireSessionCaller(presented, request, reply, parts)
      : requireCaller(presented?.secret, request, parts);
  switch (access) {
    case 'list':
      return presented === undefined && parts.publicLists ? undefined : requirePresented();
    case 'bearer':
    case 'basic':
    case 'session':
    case 'operator':
    case 'audit':
    case 'write':
      return requirePresented();
    case 'userinfo':
      // A token in the body makes the cookie irrelevant, like one in the header.
      if (presented?.isCookie && userInfoOf(request)?.Token === undefined)
        return whenReady(requirePresented(), (caller) =>
          requireName(userInfoOf(request)?.UserName, caller),
        );
      return identifyByBody(bearerOf(request.headers.authorization), request, parts);
    default:
      throw new Error(`route ${request.routeOptions.url} declares no access`);
  }
}

/** A key costs a look-up. A password is checked, counted and throttled like a sign-in, and no token is made. */
async function identifyByBasic(
  { userName, password }: BasicCredentials,
  request: FastifyRequest,
  parts: GuardParts,
  signIns: SignInWatch | undefined,
): Promise<Caller> {
  if (password === '' || looksLikeSecret(password)) {
    const caller = await requireCaller(password, request, parts);
    return requireName(userName === '' ? undefined : userName, caller);
  }
  const { ip: address, now } = request;
  const work = () =>
    admitWithPassword(parts.signIn, { userName, password, address }, now, async (user) => {
      const plan = await parts.signIn.accounts.findPlan(user.planName);
      if (!plan) throw new Refusal('token_invalid', 'the user has no plan');
      const credential = { hash: '', userId: user.id, kind: 'token', name: null } as const;
      return { user, plan, credential: { ...credential, createdAt: now, expiresAt: now } };
    });
  return signIns ? signIns.watch(request, userName, work) : work();
}

/** A key that leaked must not make keys or links that outlive it, nor end or change what others have. */
function requireSession(caller: Caller | undefined): void {
  if (caller && isOfSignIn(caller.credential)) return;
  const what = caller?.credential.kind === 'provider' ? 'a token of the provider' : 'a key';
  const detail = `this is ${what}: the token of a sign-in is needed to change an account or a board`;
  throw new Refusal('session_needed', detail);
}

function identifyByBody(
  fromHeader: string | undefined,
  request: FastifyRequest,
  parts: AccountParts,
): MaybePromise<Caller> {
  const info = userInfoOf(request);
  const fromBody = info?.Token;
  return whenReady(requireCaller(fromBody ?? fromHeader, request, parts), (caller) => {
    if (fromBody === undefined || fromHeader === undefined || fromBody === fromHeader)
      return requireName(info?.UserName, caller);
    return whenReady(requireCaller(fromHeader, request, parts), (other) => {
      const detail = 'UserInfo and the Authorization header name different users';
      if (other.user.id !== caller.user.id) throw new Refusal('token_invalid', detail);
      return requireName(info?.UserName, caller);
    });
  });
}

const userInfoOf = ({ body }: FastifyRequest): BodyCredentials | undefined =>
  (body as { UserInfo?: BodyCredentials } | null | undefined)?.UserInfo;

/** Whether a request has UserInfo, which may hold a secret, besides the one in its header. */
export const hasTwoSecrets = (request: FastifyRequest): boolean =>
  request.headers.authorization !== undefined && userInfoOf(request) !== undefined;

function requireName(given: string | undefined, caller: Caller): Caller {
  if (given === undefined || foldUserName(given) === foldUserName(caller.user.name)) return caller;
  throw new Refusal('token_invalid', 'the token is not accepted for this UserName');
}

function requireCaller(
  secret: string | undefined,
  request: FastifyRequest,
  { signIn }: AccountParts,
): MaybePromise<Caller> {
  if (secret === undefined || secret.trim() === '') {
    throw new Refusal(
      'token_missing',
      'a token is needed: sign in at /api/user/login or /api/v1/auth',
    );
  }
  return whenReady(find({ secret: secret.trim(), isCookie: false }, request, signIn), (caller) => {
    if (caller) return caller;
    throw new Refusal('token_invalid', 'the token is unknown, expired or revoked');
  });
}

/** The caller of a session's cookie. The cookie of a session that has ended is taken from the browser. */
function requireSessionCaller(
  presented: PresentedSecret,
  request: FastifyRequest,
  reply: FastifyReply,
  { signIn, trustProxy }: GuardParts,
): MaybePromise<Caller> {
  refuseCrossSite(request.raw, trustProxy);
  return whenReady(find(presented, request, signIn), (caller) => {
    if (caller) return caller;
    reply.header('set-cookie', clearSessionCookie(request.raw, trustProxy));
    return refuseEnded(presented.secret, signIn);
  });
}

/** Says why a session has ended. A good request never comes here. */
async function refuseEnded(secret: string, signIn: AccountParts['signIn']): Promise<never> {
  const { explainEnd } = await import('#accounts/sessions/ended-session');
  throw new Refusal('session_ended', await explainEnd(signIn, secret));
}

const find = (
  presented: PresentedSecret,
  { now }: FastifyRequest,
  signIn: AccountParts['signIn'],
): MaybePromise<Caller | undefined> =>
  whenReady(signIn.clock.notice(now), () =>
    whenReady(findPresented(signIn, presented, now), (caller) =>
      caller || presented.isCookie ? caller : signIn.sso?.admitToken(signIn, presented.secret, now),
    ),
  );
