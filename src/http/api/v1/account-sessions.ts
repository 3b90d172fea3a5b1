// The caller's own sessions: on which browsers the account is signed in, and ending them.

import type { FastifyInstance } from 'fastify';
import { Type } from '#contract/schema';
import { SessionEntry, SessionParams } from '#contract/session';
import { formatUtc } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';

const PATH = '/api/v1/account/sessions';
const TAG = 'Account';

/** Loaded with the first list: a server is ready sooner without it. */
const loadSessions = () => import('#accounts/sessions/own-sessions');

export function addAccountSessionRoutes(app: FastifyInstance, parts: AccountParts): void {
  addSessionList(app, parts);
  addSessionEnding(app, parts);
  addOtherSessionsEnding(app, parts);
}

function addSessionList(app: FastifyInstance, { signIn }: AccountParts): void {
  addRoute(app, {
    method: 'GET',
    url: PATH,
    access: 'bearer',
    tag: TAG,
    summary: 'The caller’s sessions: the browsers that are signed in',
    description: 'The last used comes first. Tokens and keys are not listed.',
    answer: Type.Array(SessionEntry),
    refuses: [],
    handler: async (request): Promise<SessionEntry[]> => {
      const { user, credential } = callerOf(request);
      const { listSessions, sessionIdOf } = await loadSessions();
      const sessions = await listSessions(signIn.accounts, user, request.now);
      const current = sessionIdOf(credential.hash);
      return sessions.map(({ id, createdAt, lastUsedAt, expiresAt, address, agent }) => ({
        id,
        current: credential.kind === 'session' && id === current,
        made: formatUtc(createdAt),
        lastUsed: formatUtc(lastUsedAt),
        expires: formatUtc(expiresAt),
        address,
        browser: agent,
      }));
    },
  });
}

function addSessionEnding(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: SessionParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id`,
    access: 'session',
    tag: TAG,
    summary: 'End a session',
    params: SessionParams,
    answer: Type.Object({ ended: Type.Integer({ examples: [1] }) }),
    refuses: ['session_unknown', 'write_unknown'],
    handler: async (request) => {
      const { user } = callerOf(request);
      const { endSession } = await loadSessions();
      await endSession(accounts, user, request.params.id, request.now).catch(tellUnknownWrite);
      return { ended: 1 };
    },
  });
}

function addOtherSessionsEnding(
  app: FastifyInstance,
  { signIn: { accounts } }: AccountParts,
): void {
  addRoute(app, {
    method: 'DELETE',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'End all sessions but the one that asks',
    description: 'Asked with a token, it ends all sessions.',
    answer: Type.Object({ ended: Type.Integer({ examples: [2] }) }),
    refuses: ['write_unknown'],
    handler: async (request) => {
      const { user, credential } = callerOf(request);
      const { endOtherSessions } = await loadSessions();
      const ending = endOtherSessions(accounts, user, credential.hash, request.now);
      return { ended: await ending.catch(tellUnknownWrite) };
    },
  });
}
