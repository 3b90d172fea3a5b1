// A queue of requests, oldest first, that refuses a request which would wait too long. Times are in
// milliseconds, on a clock that is never set.

/** The longest acceptable wait: clients give up after a few seconds, and the work for them is lost. */
const MOST_WAIT_MS = 1_000;

/** Refuse a queued request after 1.5 × the limit: the queue moved slower than estimated when it joined. */
const LATE_TIMES = 1.5;

/** A new queue may be a burst that ends: it refuses none until its first request has waited this long. */
const BURST_MS = 500;

/** Queues shorter than this are never refused: a few slow requests are no overload. */
const SHORT_LINE = 16;

/** The most in a queue. Each has a connection, and there are at most 5,000 of these by default. */
const MOST_WAITING = 10_000;

/** The time that each request takes is averaged over about the last second. */
const MEMORY_MS = 1_000;

interface Waiting<T> {
  readonly item: T;
  readonly sinceMs: number;
}

export interface Next<T> {
  readonly item: T;
  /** Whether the queue is overloaded and the item has waited for too long to be of use. */
  readonly isLate: boolean;
}

export class WaitingLine<T> {
  readonly #mostWaitMs: number;
  #line: Waiting<T>[] = [];
  #first = 0;
  /** How many left the queue lately, and in what time. */
  #left = 0;
  #leftMs = 0;
  #latestMs = 0;
  #refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(mostWaitMs = MOST_WAIT_MS) {
    this.#mostWaitMs = mostWaitMs;
  }

  get length(): number {
    return this.#line.length - this.#first;
  }

  /** Returns false if the item would wait too long; then it has not joined. */
  join(item: T, nowMs: number): boolean {
    if (this.length === 0) this.#latestMs = nowMs;
    else if (this.#isTooLong(nowMs)) {
      this.#refusedAtMs = nowMs;
      return false;
    }
    this.#line.push({ item, sinceMs: nowMs });
    return true;
  }

  /** Takes the first item out of the queue. */
  next(nowMs: number): Next<T> | undefined {
    const next = this.#line[this.#first];
    if (!next) return undefined;
    this.#first++;
    if (this.#first === this.#line.length || this.#first === MOST_WAITING) {
      this.#line = this.#line.slice(this.#first);
      this.#first = 0;
    }
    this.#note(nowMs);
    const { item, sinceMs } = next;
    const isOverload = nowMs - this.#refusedAtMs < this.#mostWaitMs;
    return { item, isLate: isOverload && nowMs - sinceMs > LATE_TIMES * this.#mostWaitMs };
  }

  #isTooLong(nowMs: number): boolean {
    if (this.length < SHORT_LINE) return false;
    if (this.length >= MOST_WAITING) return true;
    const usualMs = this.#left === 0 ? 0 : this.#leftMs / this.#left;
    if (this.length * usualMs <= this.#mostWaitMs) return false;
    return nowMs - this.#line[this.#first]!.sinceMs > BURST_MS;
  }

  #note(nowMs: number): void {
    this.#left++;
    this.#leftMs += nowMs - this.#latestMs;
    this.#latestMs = nowMs;
    if (this.#leftMs < MEMORY_MS) return;
    this.#left /= 2;
    this.#leftMs /= 2;
  }
}
