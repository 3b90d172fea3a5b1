// /api/v1/boards/{id}/links: links to the pictures of a board. Only its owner makes, sees and ends them, and no
// key does: a link is a credential.

import type { FastifyInstance } from 'fastify';
import type { LinkSummary } from '#accounts/boards/board-links';
import {
  BoardParams,
  LinkBody,
  type LinkEntry,
  LinkList,
  LinkMade,
  LinkParams,
} from '#contract/boards';
import type { RefusalCode } from '#core/refusal-table';
import { formatUtc } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';

const PATH = '/api/v1/boards/:id/links';
const TAG = 'Boards';
const OF_BOARDS: readonly RefusalCode[] = ['field_unknown', 'board_unknown', 'board_not_own'];

/** Loaded with the first request for links: a server is ready sooner without them. */
const loadLinks = () => import('#accounts/boards/board-links');

export function addBoardLinkRoutes(app: FastifyInstance, parts: AccountParts): void {
  addLinkList(app, parts);
  addLinkMaking(app, parts);
  addLinkEnding(app, parts);
}

function addLinkList(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: BoardParams }>(app, {
    method: 'GET',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'The links to pictures of your board, without their secrets',
    description: 'The newest comes first. Links that have ended are not listed.',
    params: BoardParams,
    answer: LinkList,
    refuses: OF_BOARDS,
    handler: async (request): Promise<LinkList> => {
      const { user } = callerOf(request);
      const { listLinks } = await loadLinks();
      const links = await listLinks(accounts, user, request.params.id, request.now);
      return { links: links.map(describe) };
    },
  });
}

function addLinkMaking(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: BoardParams; Body: LinkBody }>(app, {
    method: 'POST',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'Make a link to pictures of your board',
    description:
      'Everyone who has the address sees the board as your plan shows it, without signing in, until the link ends. The address is in this answer and nowhere else: only a hash of its secret is kept.',
    params: BoardParams,
    body: LinkBody,
    answer: {
      ...LinkMade,
      examples: [
        {
          id: '5f2b8c0d9e714a36',
          ends: '2024-06-16T10:00:00Z',
          picture: '/api/v1/pictures/<SECRET>.png',
        },
      ],
    },
    status: 201,
    refuses: [...OF_BOARDS, 'field_invalid', 'write_unknown'],
    handler: async (request, reply): Promise<LinkMade> => {
      const { addLink } = await loadLinks();
      const { id: boardId } = request.params;
      const adding = addLink(accounts, callerOf(request), boardId, request.body.days, request.now);
      const { id, expiresAt, secret } = await adding.catch(tellUnknownWrite);
      reply.code(201).header('cache-control', 'no-store');
      return { id, ends: formatUtc(expiresAt), picture: `/api/v1/pictures/${secret}.png` };
    },
  });
}

function addLinkEnding(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: LinkParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/:linkId`,
    access: 'session',
    tag: TAG,
    summary: 'End a link',
    params: LinkParams,
    status: 204,
    refuses: [...OF_BOARDS, 'link_unknown', 'write_unknown'],
    handler: async (request, reply) => {
      const { user } = callerOf(request);
      const { endLink } = await loadLinks();
      const { id, linkId } = request.params;
      await endLink(accounts, user, id, linkId, request.now).catch(tellUnknownWrite);
      return reply.code(204).send();
    },
  });
}

const describe = ({ id, createdAt, expiresAt, lastUsedAt }: LinkSummary): LinkEntry => ({
  id,
  made: formatUtc(createdAt),
  ends: formatUtc(expiresAt),
  lastUsed: lastUsedAt === null ? null : formatUtc(lastUsedAt),
});
