// Signing in and out on the web page. The answer's cookie is the session: no script and no program sees it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Browser, StartedSession } from '#accounts/sessions/start-session';
import { signOut } from '#accounts/sign-in';
import { SessionBody, SessionCodeBody, SessionEnded, SessionStarted } from '#contract/session';
import { formatUtc } from '#core/time/instant';
import { requireFields, SIGN_IN_REFUSALS } from '#http/api/user/login';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { clientOriginOf } from '#http/connection/client-origin';
import { addPage, addRoute } from '#http/openapi/route';
import type { GuardParts } from '#http/request/guard';
import { callerOf } from '#http/request/request-facts';
import {
  CODE_IN_COOKIE,
  clearSessionCookie,
  PROVIDER_COOKIE,
  readSessionCookie,
  writeProviderCookie,
  writeSessionCookie,
} from '#http/request/session-cookie';

const PATH = '/api/v1/session';
const TAG = 'Sign-in';
const FORM = 'application/x-www-form-urlencoded';
/** Bytes. A logout token takes about one kilobyte. */
const LONGEST_FORM = 16 * 1024;
const COOKIE_RULE =
  'For pages of this server: the session is an HttpOnly cookie, and a request of another site is refused. Programs sign in at /api/v1/auth.';

/** Loaded with the first sign-in on the page: a server is ready sooner without it. */
export const loadSessions = () => import('#accounts/sessions/start-session');

export function addSessionRoutes(
  app: FastifyInstance,
  parts: GuardParts,
  reports: SignInReports,
): void {
  addSignIn(app, parts, reports);
  addSignInWithCode(app, parts, reports);
  addSignOut(app, parts);
  if (parts.signIn.sso) addProviderPages(app, parts, reports);
}

/** The pages that lead to the provider of single sign-on and back. */
function addProviderPages(app: FastifyInstance, parts: GuardParts, reports: SignInReports): void {
  const load = () => import('#http/api/user/provider-pages');
  addPage(app, '/sso/sign-in', async (request, reply) =>
    (await load()).leadToProvider(request, reply, parts, reports),
  );
  addPage(app, '/sso/callback', async (request, reply) =>
    (await load()).comeFromProvider(request, reply, parts, reports),
  );
  // Forms are read here and on the paths of Prometheus, and nowhere else.
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(text as string)),
    );
    scope.post('/sso/back-channel-logout', {
      config: { access: 'public' },
      bodyLimit: LONGEST_FORM,
      handler: async (request) => (await load()).endByProvider(request, parts),
    });
  });
}

function addSignIn(app: FastifyInstance, parts: GuardParts, reports: SignInReports): void {
  addRoute<{ Body: SessionBody }>(app, {
    method: 'POST',
    url: PATH,
    access: 'sign-in',
    tag: TAG,
    summary: 'Sign in on the web page',
    description: COOKIE_RULE,
    body: SessionBody,
    answer: SessionStarted,
    refuses: SIGN_IN_REFUSALS,
    handler: async (request, reply) => {
      const { username, password, keep = false } = request.body;
      requireFields({ username, password });
      const attempt = { userName: username, password, ...(await browserOf(request)) };
      const { startSession } = await loadSessions();
      const work = () => startSession(parts.signIn, attempt, request.now);
      const started = await reports.watch(request, username, () =>
        request.stopwatch.time('sign-in', work),
      );
      return answerStarted(request, reply, parts, started, keep);
    },
  });
}

function addSignInWithCode(app: FastifyInstance, parts: GuardParts, reports: SignInReports): void {
  addRoute<{ Body: SessionCodeBody }>(app, {
    method: 'POST',
    url: `${PATH}/code`,
    access: 'sign-in',
    tag: TAG,
    summary: 'Sign in on the web page with a one-time code',
    description: `${COOKIE_RULE} A code works once and for 15 minutes.`,
    body: SessionCodeBody,
    answer: SessionStarted,
    refuses: SIGN_IN_REFUSALS,
    handler: async (request, reply) => {
      const { code: given, keep = false } = request.body;
      requireFields({ code: given });
      const code = given === CODE_IN_COOKIE ? takeCode(request, reply, parts) : given;
      const attempt = { code, ...(await browserOf(request)) };
      const { startSessionWithCode } = await loadSessions();
      const work = () => startSessionWithCode(parts.signIn, attempt, request.now);
      const started = await reports.watch(request, undefined, () =>
        request.stopwatch.time('sign-in', work),
      );
      return answerStarted(request, reply, parts, started, keep);
    },
  });
}

function addSignOut(app: FastifyInstance, { signIn, trustProxy }: GuardParts): void {
  addRoute(app, {
    method: 'DELETE',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'Sign out on the web page',
    description: 'Ends the session of the cookie, or the token of the Authorization header.',
    answer: SessionEnded,
    refuses: [],
    handler: async (request, reply): Promise<SessionEnded> => {
      const { credential, user } = callerOf(request);
      await signOut(signIn.accounts, credential, request.now);
      if (credential.kind !== 'session') return { signedOut: true };
      reply.header('set-cookie', clearSessionCookie(request.raw, trustProxy));
      const origin = clientOriginOf(request.raw, trustProxy);
      const next = await signIn.sso?.endAddress(signIn, user, `${origin}/`);
      return { signedOut: true, ...(next === undefined ? {} : { next }) };
    },
  });
}

export async function browserOf({ ip, headers }: FastifyRequest): Promise<Browser> {
  const { browserNameOf } = await import('#http/request/browser-name');
  return { address: ip, agent: browserNameOf(headers['user-agent']) };
}

/** The one-time code in the cookie of a sign-in at the provider. The cookie is taken from the browser. */
function takeCode(
  request: FastifyRequest,
  reply: FastifyReply,
  { trustProxy }: GuardParts,
): string {
  const ended = { sameSite: 'Strict', maxAgeMs: 0 } as const;
  reply.header('set-cookie', writeProviderCookie(request.raw, trustProxy, '', ended));
  return readSessionCookie(request.raw, trustProxy, PROVIDER_COOKIE) ?? '';
}

/** A kept cookie lasts as long as a session can: when it ends is the server's decision. */
function answerStarted(
  request: FastifyRequest,
  reply: FastifyReply,
  { trustProxy }: GuardParts,
  { user, secret, expiresAt, endsAt }: StartedSession,
  isKept: boolean,
): SessionStarted {
  const maxAgeMs = isKept ? endsAt - request.now : undefined;
  reply.header('set-cookie', writeSessionCookie(request.raw, trustProxy, secret, maxAgeMs));
  return {
    userName: user.name,
    expires: formatUtc(expiresAt),
    ends: formatUtc(endsAt),
    ...(user.role === 'operator' ? { operator: true } : {}),
    ...(user.role === 'reader' ? {} : { role: user.role }),
  };
}
