// Writers of one process take turns, in the order they came.

import { StoreBusy, StoreUnavailable } from '#store/store';

const FOR_EVER_MS = 2 ** 31 - 1;

export class WriterQueue {
  #isTaken = false;
  #isEnded = false;
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` when its turn has come, with what is left then of the time it may wait. */
  async run<T>(waitMs: number, work: (leftMs: number) => Promise<T>): Promise<T> {
    if (this.#isEnded) throw new StoreUnavailable('The store is closed.');
    const startedAt = performance.now();
    const endTurn = await this.#take(waitMs);
    try {
      return await work(waitMs - (performance.now() - startedAt));
    } finally {
      endTurn();
    }
  }

  /** Resolves when what is under way has ended; nothing more is run after that. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const endTurn = await this.#take(FOR_EVER_MS);
    endTurn();
  }

  /** Resolves, when the turn has come, to the function that ends it. */
  async #take(waitMs: number): Promise<() => void> {
    if (this.#isTaken) await this.#wait(waitMs);
    this.#isTaken = true;
    return () => {
      this.#isTaken = false;
      this.#waiting.shift()?.();
    };
  }

  #wait(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        clearTimeout(timer);
        // Taken here and not when the promise resolves: nobody slips in between.
        this.#isTaken = true;
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(new StoreBusy('An earlier write to the store has not ended in time.'));
      }, waitMs);
      this.#waiting.push(proceed);
    });
  }
}
