// The queue of the lists that need no token: the server reads and writes one page of one of them at a time, and
// then rests three times as long. However many strangers ask, most of its time is for others.

import { setTimeout as sleep } from 'node:timers/promises';
import { busyRefusal } from '#http/answer/problem';

/** The most lists that wait. A page takes some milliseconds, so the last waits for about a second. */
const MOST_WAITING = 100;
const REST_TIMES = 3;
const LONGEST_REST_MS = 100;

export class StrangerQueue {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Does a piece of work after those before it. */
  async #take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    this.#isTaken = true;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const restMs = Math.min(REST_TIMES * (performance.now() - startedAt), LONGEST_REST_MS);
      void sleep(restMs, undefined, { ref: false }).then(() => this.#next());
    }
  }

  /** Draws one page at a time, after those of others. Refuses the first if too many wait, and no other: its answer may have begun. */
  async *pages<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
    if (this.#waiting.length >= MOST_WAITING) throw busyRefusal();
    const iterator = pages[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#take(() => iterator.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
