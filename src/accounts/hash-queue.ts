// A queue that runs a few slow computations at a time and lets a bounded number wait.

import { Refusal } from '#core/errors';

const RETRY_AFTER_SECONDS = 1;

export class HashQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #started = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** How many run now, wait now, and have started since the process began. */
  get load(): { readonly running: number; readonly waiting: number; readonly started: number } {
    return { running: this.#running, waiting: this.#waiting.length, started: this.#started };
  }

  /** Runs `work` after earlier work, in the order it came; refuses at once if too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      this.#started++;
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#maxRunning) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new Refusal('sign_in_throttled', 'Too many sign-ins at once. Try again in a second.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the place on to the next waiting work, so that no newcomer takes it in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
