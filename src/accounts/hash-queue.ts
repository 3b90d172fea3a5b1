// A queue that runs a few slow computations at a time and lets a bounded number wait. Work for callers who are
// known goes first and has slots of its own: strangers cannot fill those.

import { Refusal } from '#core/errors';

const RETRY_AFTER_SECONDS = 1;

/** Who the work is for. */
export type Lane = 'known' | 'stranger';

export class HashQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: Readonly<Record<Lane, number>>;
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { known: [], stranger: [] };
  #running = 0;
  #started = 0;

  constructor(maxRunning: number, maxWaiting: Readonly<Record<Lane, number>>) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** How many run now, wait now, and have started since the process began. */
  get load(): { readonly running: number; readonly waiting: number; readonly started: number } {
    const { known, stranger } = this.#waiting;
    const waiting = known.length + stranger.length;
    return { running: this.#running, waiting, started: this.#started };
  }

  /** Runs `work` after earlier work of its lane, in the order it came; refuses at once if too many wait. */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await this.#enter(lane);
    try {
      this.#started++;
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(lane: Lane): Promise<void> {
    if (this.#running < this.#maxRunning) {
      this.#running++;
      return;
    }
    const waiting = this.#waiting[lane];
    if (waiting.length >= this.#maxWaiting[lane]) {
      throw new Refusal('sign_in_throttled', 'Too many sign-ins at once. Try again in a second.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Passes the slot on to the next waiting work, so that no newcomer takes it in between. */
  #leave(): void {
    const next = this.#waiting.known.shift() ?? this.#waiting.stranger.shift();
    if (next) next();
    else this.#running--;
  }
}
