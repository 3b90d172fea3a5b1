// Signing in at either interface, and signing out.

import type { FastifyInstance } from 'fastify';
import { isOfSignIn, type SignedIn, signIn, signInWithCode, signOut } from '#accounts/sign-in';
import { AuthBody } from '#contract/forecast';
import { CodeBody, LoginAnswer, LoginBody, LogoutBody } from '#contract/fundamental';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import type { RefusalCode } from '#core/refusal-table';
import { formatUtc } from '#core/time/instant';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';

const TAG = 'Sign-in';
export const SIGN_IN_REFUSALS: readonly RefusalCode[] = [
  'field_missing',
  'invalid_credentials',
  'sign_in_throttled',
  'rate_exceeded',
  'passwords_off',
];

export function addLoginRoutes(
  app: FastifyInstance,
  parts: AccountParts,
  reports: SignInReports,
): void {
  addLogin(app, parts, reports);
  addLoginWithCode(app, parts, reports);
  addAuth(app, parts, reports);
  addLogout(app, parts);
  app.addHook('onClose', async () => {
    await parts.signIn.audit.flush();
    await parts.signIn.renewals.flush();
    await parts.signIn.keyUses.flush();
  });
}

function addLogin(
  app: FastifyInstance,
  { signIn: service }: AccountParts,
  reports: SignInReports,
): void {
  addRoute<{ Body: LoginBody }>(app, {
    method: 'POST',
    url: '/api/user/login',
    access: 'public',
    tag: TAG,
    summary: 'Sign in (fundamental interface)',
    description:
      'The token works on both interfaces, until it expires or /api/user/logout ends it.',
    body: LoginBody,
    answer: LoginAnswer,
    refuses: SIGN_IN_REFUSALS,
    handler: async (request) => {
      const { UserName, Password } = request.body;
      requireFields({ UserName, Password });
      const attempt = { userName: UserName, password: Password, address: request.ip };
      const work = () => signIn(service, attempt, request.now);
      return describeSignIn(
        await reports.watch(request, UserName, () => request.stopwatch.time('sign-in', work)),
      );
    },
  });
}

function addLoginWithCode(
  app: FastifyInstance,
  { signIn: service }: AccountParts,
  reports: SignInReports,
): void {
  addRoute<{ Body: CodeBody }>(app, {
    method: 'POST',
    url: '/api/user/login/code',
    access: 'public',
    tag: TAG,
    summary: 'Sign in with a one-time code',
    description:
      'A code works once and for 15 minutes. A demo start prints a link that carries one.',
    body: CodeBody,
    answer: LoginAnswer,
    refuses: SIGN_IN_REFUSALS,
    handler: async (request) => {
      const { Code } = request.body;
      requireFields({ Code });
      const attempt = { code: Code, address: request.ip };
      const work = () => signInWithCode(service, attempt, request.now);
      return describeSignIn(
        await reports.watch(request, undefined, () => request.stopwatch.time('sign-in', work)),
      );
    },
  });
}

function addAuth(
  app: FastifyInstance,
  { signIn: service }: AccountParts,
  reports: SignInReports,
): void {
  addRoute<{ Body: AuthBody }>(app, {
    method: 'POST',
    url: '/api/v1/auth',
    access: 'public',
    tag: TAG,
    summary: 'Sign in (forecast interface)',
    description: 'Answers with the token alone, as a JSON string.',
    body: AuthBody,
    answer: Type.String({ examples: ['<ACCESS_TOKEN>'] }),
    refuses: SIGN_IN_REFUSALS,
    handler: async (request, reply) => {
      const { username, password } = request.body;
      requireFields({ username, password });
      const attempt = { userName: username, password, address: request.ip };
      const work = () => signIn(service, attempt, request.now);
      const { token } = await reports.watch(request, username, () =>
        request.stopwatch.time('sign-in', work),
      );
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(token));
    },
  });
}

function addLogout(app: FastifyInstance, { signIn: service }: AccountParts): void {
  addRoute<{ Body: LogoutBody }>(app, {
    method: 'POST',
    url: '/api/user/logout',
    access: 'userinfo',
    tag: TAG,
    summary: 'Sign out',
    description: 'Ends the token. API keys are not ended: revoke them.',
    body: LogoutBody,
    answer: Type.Object({ SignedOut: Type.Boolean({ examples: [true] }) }),
    refuses: [],
    handler: async (request) => {
      const { credential } = callerOf(request);
      await signOut(service.accounts, credential, request.now);
      return { SignedOut: isOfSignIn(credential) };
    },
  });
}

const describeSignIn = ({ user, token, expiresAt }: SignedIn) => ({
  UserName: user.name,
  Token: token,
  Expires: formatUtc(expiresAt),
});

/** Refuses a request without one of the fields. */
export function requireFields(fields: Record<string, string | undefined>): void {
  const faults = new FaultCollector();
  for (const [name, value] of Object.entries(fields)) {
    faults.check(() => {
      if (value === undefined) throw refuseField('field_missing', name, `${name} is needed`);
    });
  }
  faults.throwIfAny();
}
