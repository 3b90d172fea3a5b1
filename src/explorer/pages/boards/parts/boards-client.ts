// The client of boards, with the session of the page.

import { BoardsClient } from '#client/boards-client';
import { client } from '#explorer/state/session.ts';

export const boards = new BoardsClient(client.transport);
