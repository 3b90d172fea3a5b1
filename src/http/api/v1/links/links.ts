// /api/v1/links: links for spreadsheets, each for one question. A key lists them, but only a signed-in user makes and
// revokes them: a link is a credential. /l/{link} answers a link's question, /powerquery/Gridtide.pq has functions.

import type { FastifyInstance } from 'fastify';
import type { LinkSummary } from '#accounts/links/question-links';
import { SeriesDocument } from '#contract/forecast';
import {
  LinkOptions,
  NewLinkBody,
  OpenLinkParams,
  type QuestionLinkEntry,
  QuestionLinkList,
  QuestionLinkMade,
  QuestionLinkParams,
} from '#contract/links';
import { Type } from '#contract/schema';
import { SliceDocument } from '#contract/slices';
import type { RefusalCode } from '#core/refusal-table';
import { formatUtc, type Instant } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import { addPage, addRoute } from '#http/openapi/route';
import { refuseUnknownFields } from '#http/request/known-fields';
import { callerOf } from '#http/request/request-facts';
import type { LinkParts } from '#http/request/server-parts';
import { SERIES_REFUSALS } from '#service/series/parse-series-request';

const PATH = '/api/v1/links';
const TAG = 'Links';

/** What a question may be refused for, when its link is made and when it is answered. */
const QUESTION_REFUSALS: readonly RefusalCode[] = [
  ...SERIES_REFUSALS,
  'bands_not_averaged',
  'exchange_rate_missing',
];

/** Loaded with the first request for links: a server is ready sooner without them. */
export const loadLinks = () => import('#accounts/links/question-links');

export function addLinkRoutes(app: FastifyInstance, parts: LinkParts): void {
  void app.register(async (scope) => {
    scope.addHook('preHandler', (request, _reply, done) => {
      done(refuseUnknownFields(request, request.body));
    });
    addLinkList(scope, parts);
    addLinkMaking(scope, parts);
    addLinkRevoking(scope, parts);
  });
  void app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('x-robots-tag', 'noindex');
      done();
    });
    addLinkAnswer(scope, parts);
  });
  addPage(app, '/powerquery/Gridtide.pq', async (request, reply) => {
    const { sendPowerQuery } = await import('#http/api/v1/links/power-query');
    return sendPowerQuery(request, reply, parts.trustProxy);
  });
}

function addLinkList(app: FastifyInstance, { signIn: { accounts } }: LinkParts): void {
  addRoute(app, {
    method: 'GET',
    url: PATH,
    access: 'bearer',
    tag: TAG,
    summary: 'Your links for spreadsheets, without their secrets',
    description: 'The newest comes first. Links that have ended are not listed.',
    answer: QuestionLinkList,
    refuses: ['field_unknown'],
    handler: async (request): Promise<QuestionLinkList> => {
      const { listLinks } = await loadLinks();
      const links = await listLinks(accounts, callerOf(request).user, request.now);
      return { links: links.map(describeLink) };
    },
  });
}

function addLinkMaking(app: FastifyInstance, { signIn: { accounts }, context }: LinkParts): void {
  addRoute<{ Body: NewLinkBody }>(app, {
    method: 'POST',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'Make a link that answers one question in a spreadsheet',
    description:
      'Everyone who has the address reads the answer as your plan shows it then, without signing in, until the link is revoked or ends. The address is in this answer and nowhere else: only a hash of its secret is kept.',
    body: NewLinkBody,
    answer: QuestionLinkMade,
    status: 201,
    refuses: [...QUESTION_REFUSALS, 'field_unknown', 'write_unknown'],
    handler: async (request, reply): Promise<QuestionLinkMade> => {
      const { checkLink } = await import('#http/api/v1/links/check-link');
      const { addLink } = await loadLinks();
      const caller = callerOf(request);
      const checked = await checkLink(request.body, caller, context, request.now);
      const adding = addLink(accounts, caller, checked, request.now);
      const { secret, ...made } = await adding.catch(tellUnknownWrite);
      reply.code(201).header('cache-control', 'no-store');
      return { ...describeLink(made), link: `/l/${secret}` };
    },
  });
}

function addLinkRevoking(app: FastifyInstance, { signIn: { accounts } }: LinkParts): void {
  addRoute<{ Params: QuestionLinkParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id`,
    access: 'session',
    tag: TAG,
    summary: 'Revoke a link',
    params: QuestionLinkParams,
    status: 204,
    refuses: ['field_unknown', 'link_unknown', 'write_unknown'],
    handler: async (request, reply) => {
      const { user } = callerOf(request);
      const { revokeLink } = await loadLinks();
      const by = { actor: user.name, now: request.now };
      await revokeLink(accounts, user, request.params.id, by).catch(tellUnknownWrite);
      return reply.code(204).send();
    },
  });
}

function addLinkAnswer(app: FastifyInstance, parts: LinkParts): void {
  addRoute<{ Params: OpenLinkParams; Querystring: LinkOptions }>(app, {
    method: 'GET',
    url: '/l/:link',
    access: 'public',
    tag: TAG,
    summary: 'The answer to the question of a link',
    description:
      'The address is the one that POST /api/v1/links answers with. It may carry format, decimal, sep and decimals, and nothing else. What is read is what the plan of the link’s owner includes now, and counts in the owner’s requests a minute. Times in csv, xlsx and html are market time; the column offset tells the two hours of a clock change apart. An unknown, a revoked and an ended link are refused alike.',
    params: OpenLinkParams,
    querystring: LinkOptions,
    answer: Type.Union([SeriesDocument, SliceDocument]),
    produces: {
      'text/csv': {
        schema: {
          type: 'string',
          examples: ['time,value,kind,offset\n2024-05-17 02:00,61.5,observed,UTC+02:00\n'],
        },
      },
      'text/html': { schema: { type: 'string', description: 'A page with one table' } },
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
        schema: { type: 'string', format: 'binary', description: 'format=xlsx' },
      },
    },
    refuses: [...QUESTION_REFUSALS, 'link_unknown', 'field_unknown'],
    handler: async (request, reply) => {
      const { answerLink } = await import('#http/api/v1/links/answer-link');
      return answerLink(request, reply, parts);
    },
  });
}

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

/** A link as lists show it. */
export const describeLink = (link: LinkSummary): QuestionLinkEntry => ({
  id: link.id,
  name: link.name,
  path: link.path,
  query: { ...link.query },
  created: formatUtc(link.createdAt),
  lastUsed: timeOf(link.lastUsedAt),
  expires: timeOf(link.expiresAt),
});
