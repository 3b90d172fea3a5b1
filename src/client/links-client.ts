// The typed client of links for spreadsheets, each of which answers one question without a sign-in.

import type {
  NewLinkBody,
  QuestionLinkEntry,
  QuestionLinkList,
  QuestionLinkMade,
} from '#contract/links';
import type { ReadOptions, Transport } from './transport.ts';

const PATH = '/api/v1/links';

export class LinksClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The user's own links, the newest first. */
  async list(options: ReadOptions = {}): Promise<QuestionLinkEntry[]> {
    return (await this.#transport.json<QuestionLinkList>('GET', PATH, options)).links;
  }

  /** Makes a link. Its address is answered once. */
  add(body: NewLinkBody): Promise<QuestionLinkMade> {
    return this.#transport.json('POST', PATH, { body });
  }

  async revoke(id: string): Promise<void> {
    await this.#transport.send('DELETE', `${PATH}/${encodeURIComponent(id)}`);
  }
}
