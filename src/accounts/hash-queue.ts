// Lets a few slow computations run at a time and a bounded number wait for their turn.

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

  /** How many run and wait now, and how many ever started. */
  get load(): { readonly running: number; readonly waiting: number; readonly started: number } {
    return { running: this.#running, waiting: this.#waiting.length, started: this.#started };
  }

  /** Runs `work` in its turn, first come first served; refuses at once where the line is full. */
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

  /** Hands the place to the next in line, so that no newcomer can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
