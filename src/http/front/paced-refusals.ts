// Refusals that wait a moment and then go out one at a time. However many connections of strangers ask again
// and again, refusing them takes a few hundredths of the server's time, and never two of them at once. A refusal
// of a long body counts as several: its bytes are read all the same, and collecting their memory stops the server.

/** The least wait: a client that asks again at once is slowed down to four refusals a second. */
const LEAST_WAIT_MS = 250;
/** The time between two refusals. */
const APART_MS = 20;
/** The most that one waits, however many do: after 6 s its connection would time out. */
const MOST_WAIT_MS = 4_000;

interface Waiting {
  readonly dueMs: number;
  readonly refuse: () => void;
}

export class PacedRefusals {
  /** The waiting refusals in the order in which they are due. */
  readonly #waiting = new Set<Waiting>();
  readonly #elapsed: () => number;
  /** When the next refusal may go out. */
  #freeAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `elapsed` is a clock in milliseconds that is never set back. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Calls `refuse` when those before it have been called. The next one waits `cost` times as long after it as usual. */
  add(refuse: () => void, cost = 1): void {
    if (this.#isClosed) {
      refuse();
      return;
    }
    const now = this.#elapsed();
    const dueMs = Math.min(Math.max(now + LEAST_WAIT_MS, this.#freeAtMs), now + MOST_WAIT_MS);
    this.#freeAtMs = dueMs + cost * APART_MS;
    this.#waiting.add({ dueMs, refuse });
    this.#timer ??= this.#wake(dueMs - now);
  }

  /** Refuses at once all that wait and all that come: a server that closes does not wait for them. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { refuse } of this.#waiting) refuse();
    this.#waiting.clear();
  }

  #wake(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#refuseNext(), Math.max(1, afterMs)).unref();
  }

  #refuseNext(): void {
    const [next] = this.#waiting;
    this.#waiting.delete(next!);
    const [following] = this.#waiting;
    this.#timer = following && this.#wake(following.dueMs - this.#elapsed());
    next!.refuse();
  }
}
