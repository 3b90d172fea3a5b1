// A client that reads from a server whose calls fail, small answers or large ones.

import type { Answer } from './answers-seen.ts';

const DAY_MS = 24 * 3_600_000;
/** More hours than a small answer has; 21,000 are stored. */
const LARGE_UNTIL = '2002-05-24T00:00:00Z';
const LARGE_DAYS = 40;

export class ReadingClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #onAnswer: (answer: Answer) => void;
  readonly #done: Promise<void>;
  #isOver = false;

  constructor(
    url: string,
    key: string,
    onAnswer: (answer: Answer) => void,
    size: 'small' | 'large',
    /** Each has a beginning of its own. */
    number = 0,
  ) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    this.#onAnswer = onAnswer;
    this.#done = this.#read(size, number);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  /** Reads until the connection breaks. */
  async #read(size: 'small' | 'large', first: number): Promise<void> {
    try {
      for (let count = first; !this.#isOver; count += 2) {
        if (size === 'large') await this.#askLarge(count);
        else await this.#ask(count % 4 === 0 ? '/readyz' : '/api/v1/metadata');
      }
    } catch {
      // The server is gone.
    }
  }

  /** Another beginning each time, as an answer that was made once is kept. */
  async #askLarge(count: number): Promise<void> {
    const from = new Date(Date.UTC(2000, 0, 1) + (count % LARGE_DAYS) * DAY_MS).toISOString();
    const span = { FromDateTime: from, ToDateTime: LARGE_UNTIL };
    const body = JSON.stringify({ SeriesId: 'imported0', ...span, Resolution: 'hour' });
    await this.#ask('/api/fundamental/series', { method: 'POST', body });
  }

  async #ask(path: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(this.#url + path, { ...init, headers: this.#headers });
    const body = await response.text();
    const type = response.headers.get('content-type') ?? '';
    this.#onAnswer({ status: response.status, type, body });
  }
}
