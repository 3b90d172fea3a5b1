// Writers of one process take turns, in the order they came.

import { StoreBusy } from '#store/store';

export class WriteTurns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves, when the turn has come, to the function that ends it. */
  async take(waitMs: number): Promise<() => void> {
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
