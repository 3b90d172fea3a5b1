// /api/v1/boards: saved pages of panels. Every caller reads the own ones and those shared with the plan; only
// the owner changes a board, and no key does.

import type { FastifyInstance } from 'fastify';
import {
  BoardBody,
  BoardChangeBody,
  type BoardEntry,
  BoardList,
  BoardParams,
  BoardShape,
} from '#contract/boards';
import { formatUtc } from '#core/time/instant';
import { tellUnknownWrite } from '#http/answer/problem';
import { addBoardLinkRoutes } from '#http/api/v1/board-links';
import { addRoute } from '#http/openapi/route';
import { refuseUnknownFields } from '#http/request/known-fields';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';
import type { User } from '#store/account-store';
import type { Board, BoardSummary } from '#store/board-store';

const PATH = '/api/v1/boards';
const TAG = 'Boards';

/** Loaded with the first request for boards: a server is ready sooner without them. */
const loadBoards = () => import('#accounts/boards/boards');

export function addBoardRoutes(app: FastifyInstance, parts: AccountParts): void {
  void app.register(async (scope) => {
    scope.addHook('preHandler', (request, _reply, done) => {
      done(refuseUnknownFields(request, request.body));
    });
    addBoardList(scope, parts);
    addBoardMaking(scope, parts);
    addBoard(scope, parts);
    addBoardChanging(scope, parts);
    addBoardRemoving(scope, parts);
    addBoardLinkRoutes(scope, parts);
  });
}

function addBoardList(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute(app, {
    method: 'GET',
    url: PATH,
    access: 'bearer',
    tag: TAG,
    summary: 'Your boards, and those shared with your plan',
    description:
      'Your own come first, then those of other users of your plan, both in order of name; 1,000 at most.',
    answer: BoardList,
    refuses: ['field_unknown'],
    handler: async (request): Promise<BoardList> => {
      const { user } = callerOf(request);
      const { listBoards } = await loadBoards();
      const boards = await listBoards(accounts, user);
      return { boards: boards.map((board) => describeEntry(board, user)) };
    },
  });
}

function addBoardMaking(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Body: BoardBody }>(app, {
    method: 'POST',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'Make a board',
    description: 'It is seen by its owner alone, unless shared is true.',
    body: BoardBody,
    answer: BoardShape,
    status: 201,
    refuses: ['field_unknown', 'field_missing', 'field_invalid', 'write_unknown'],
    handler: async (request, reply): Promise<BoardShape> => {
      const { user } = callerOf(request);
      const { addBoard: add } = await loadBoards();
      const made = await add(accounts, user, request.body, request.now).catch(tellUnknownWrite);
      reply.code(201);
      return describe(made, user);
    },
  });
}

function addBoard(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: BoardParams }>(app, {
    method: 'GET',
    url: `${PATH}/:id`,
    access: 'bearer',
    tag: TAG,
    summary: 'One board with its panels',
    params: BoardParams,
    answer: BoardShape,
    refuses: ['field_unknown', 'board_unknown'],
    handler: async (request): Promise<BoardShape> => {
      const { user } = callerOf(request);
      const { findBoardOrRefuse } = await loadBoards();
      return describe(await findBoardOrRefuse(accounts, user, request.params.id), user);
    },
  });
}

function addBoardChanging(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: BoardParams; Body: BoardChangeBody }>(app, {
    method: 'PUT',
    url: `${PATH}/:id`,
    access: 'session',
    tag: TAG,
    summary: 'Replace the name, the sharing and the panels of a board',
    description:
      'version is the one that the change was made from. If another one is stored, the board was changed in the meantime, and nothing is replaced.',
    params: BoardParams,
    body: BoardChangeBody,
    answer: BoardShape,
    refuses: [
      'field_unknown',
      'field_missing',
      'field_invalid',
      'board_unknown',
      'board_not_own',
      'board_changed',
      'write_unknown',
    ],
    handler: async (request): Promise<BoardShape> => {
      const { user } = callerOf(request);
      const { changeBoard } = await loadBoards();
      const { id } = request.params;
      const changing = changeBoard(accounts, user, id, request.body, request.now);
      return describe(await changing.catch(tellUnknownWrite), user);
    },
  });
}

function addBoardRemoving(app: FastifyInstance, { signIn: { accounts } }: AccountParts): void {
  addRoute<{ Params: BoardParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id`,
    access: 'session',
    tag: TAG,
    summary: 'Remove a board, and end its links to pictures',
    params: BoardParams,
    status: 204,
    refuses: ['field_unknown', 'board_unknown', 'board_not_own', 'write_unknown'],
    handler: async (request, reply) => {
      const { user } = callerOf(request);
      const { removeBoard } = await loadBoards();
      const { id } = request.params;
      await removeBoard(accounts, user, id, request.now).catch(tellUnknownWrite);
      return reply.code(204).send();
    },
  });
}

/** What lists and boards say alike. */
const factsOf = (board: Omit<Board, 'panels'>, user: User) => ({
  id: board.id,
  name: board.name,
  shared: board.isShared,
  own: board.ownerId === user.id,
  owner: board.ownerName,
  version: board.version,
  changed: formatUtc(board.changedAt),
});

const describeEntry = (board: BoardSummary, user: User): BoardEntry => ({
  ...factsOf(board, user),
  panels: board.panelCount,
});

const describe = (board: Board, user: User): BoardShape => ({
  ...factsOf(board, user),
  panels: board.panels.map((panel) => ({ ...panel })),
});
