// A reader of the log of changes that keeps its cursor, and goes on at another server if one is killed.

import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;
const WAIT_SECONDS = 5;
const PAGE = 1_000;

interface Page {
  readonly events: readonly { readonly id: string }[];
  readonly next: string;
}

export class FeedReader {
  /** The events in the order in which they were told. */
  readonly told: number[] = [];
  readonly faults: string[] = [];
  /** Requests that got no whole answer. */
  breaks = 0;
  readonly #urls: () => readonly string[];
  readonly #key: string;
  readonly #leaving = new AbortController();
  readonly #done: Promise<void>;
  #cursor: string;
  #count = 0;

  /** Begins behind an event. `urls` are the servers that are ready at the moment. */
  constructor(urls: () => readonly string[], key: string, begin: number) {
    this.#urls = urls;
    this.#key = key;
    this.#cursor = String(begin);
    this.#done = this.#read();
  }

  async end(): Promise<void> {
    this.#leaving.abort();
    await this.#done;
  }

  async #read(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      const urls = this.#urls();
      const url = urls[this.#count++ % urls.length];
      try {
        if (url !== undefined) await this.#readPage(url, signal);
      } catch {
        if (!signal.aborted) this.breaks++;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** The cursor moves only when the whole page has arrived. */
  async #readPage(url: string, signal: AbortSignal): Promise<void> {
    const query = `after=${this.#cursor}&limit=${PAGE}&wait=${WAIT_SECONDS}`;
    const answer = await fetch(`${url}/api/v1/changes?${query}`, {
      headers: { authorization: `Bearer ${this.#key}` },
      signal,
    });
    const text = await answer.text();
    if (answer.status === 200) {
      const { events, next } = JSON.parse(text) as Page;
      for (const { id } of events) this.told.push(Number(id));
      this.#cursor = next;
    } else if (answer.status !== 503) {
      this.faults.push(`the reader was answered with ${answer.status}: ${text}`);
    }
  }
}
