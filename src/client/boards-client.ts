// The typed client of boards and of the links to their pictures, for the pages that show them.

import type {
  BoardBody,
  BoardChangeBody,
  BoardEntry,
  BoardList,
  BoardShape,
  LinkEntry,
  LinkList,
  LinkMade,
} from '#contract/boards';
import type { ReadOptions, Transport } from './transport.ts';

const PATH = '/api/v1/boards';
const boardPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

export class BoardsClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The user's own boards, then those that others of the plan share. */
  async list(options: ReadOptions = {}): Promise<BoardEntry[]> {
    return (await this.#transport.json<BoardList>('GET', PATH, options)).boards;
  }

  read(id: string, options: ReadOptions = {}): Promise<BoardShape> {
    return this.#transport.json('GET', boardPath(id), options);
  }

  add(body: BoardBody): Promise<BoardShape> {
    return this.#transport.json('POST', PATH, { body });
  }

  /** Replaces a board if its stored version is still that of the body. */
  change(id: string, body: BoardChangeBody): Promise<BoardShape> {
    return this.#transport.json('PUT', boardPath(id), { body });
  }

  async remove(id: string): Promise<void> {
    await this.#transport.send('DELETE', boardPath(id));
  }

  async links(id: string, options: ReadOptions = {}): Promise<LinkEntry[]> {
    const path = `${boardPath(id)}/links`;
    return (await this.#transport.json<LinkList>('GET', path, options)).links;
  }

  /** Makes a link to the board's picture. Its address is answered once. */
  addLink(id: string, days: number): Promise<LinkMade> {
    return this.#transport.json('POST', `${boardPath(id)}/links`, { body: { days } });
  }

  async endLink(id: string, linkId: string): Promise<void> {
    await this.#transport.send('DELETE', `${boardPath(id)}/links/${encodeURIComponent(linkId)}`);
  }
}
