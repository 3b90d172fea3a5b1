// Work that runs one piece at a time, in the order it came: the calls of a transaction, and the writers of a process.

import { StoreBusy, StoreUnavailable } from '#store/store';

// Runs calls one after the other, in the order they came, even if they are not awaited.

export class CallsInOrder {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when no call is running any more, whether it succeeded or failed. */
  async settle(): Promise<void> {
    let awaited: Promise<unknown> | undefined;
    while (awaited !== this.#last) {
      awaited = this.#last;
      await awaited;
    }
  }
}

// A queue in which the writers of one process run one at a time, in the order they came.

const FOR_EVER_MS = 2 ** 31 - 1;

export class WriterQueue {
  #isTaken = false;
  #isEnded = false;
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` after all earlier work, and passes it what is left of `waitMs` by then. */
  async run<T>(waitMs: number, work: (leftMs: number) => Promise<T>): Promise<T> {
    if (this.#isEnded) throw new StoreUnavailable('The store is closed.');
    const startedAt = performance.now();
    const release = await this.#take(waitMs);
    try {
      return await work(waitMs - (performance.now() - startedAt));
    } finally {
      release();
    }
  }

  /** Refuses new work, and resolves when all earlier work has ended. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const release = await this.#take(FOR_EVER_MS);
    release();
  }

  /** Resolves to the function that lets the next writer run. */
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
        // Taken before the promise resolves, so that no newcomer can run in between.
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
