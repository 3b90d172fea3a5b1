// Those who wait for their turn, oldest first, and whether it is worth joining them: whoever would wait
// too long is better told so at once. Times in milliseconds, on a clock that is never set.

/** A wait that is too long: those who ask give up after a few seconds, and all work for them is lost. */
const MOST_WAIT_MS = 1_000;

/** Of those who were let in, and then all went slower than it had: so many times that is enough. */
const LATE_TIMES = 1.5;

/** A line that has just formed may be a burst that ends: it takes all until its first has waited so long. */
const BURST_MS = 500;

/** So few wait for nobody but themselves: what takes long may do so. */
const SHORT_LINE = 16;

/** Each has its connection, and there are no more connections than this unless somebody wants many. */
const MOST_WAITING = 10_000;

/** What is known of the time each takes is of about the last second. */
const MEMORY_MS = 1_000;

interface Waiting<T> {
  readonly who: T;
  readonly sinceMs: number;
}

export interface Turn<T> {
  readonly who: T;
  /** Has waited for so long, in a line that others are kept out of, that it is no use any more. */
  readonly isLate: boolean;
}

export class WaitingLine<T> {
  readonly #mostWaitMs: number;
  #line: Waiting<T>[] = [];
  #first = 0;
  /** Of those who left the line of late: how many, and in what time. */
  #left = 0;
  #leftMs = 0;
  #latestMs = 0;
  #keptOutAtMs = Number.NEGATIVE_INFINITY;

  constructor(mostWaitMs = MOST_WAIT_MS) {
    this.#mostWaitMs = mostWaitMs;
  }

  get length(): number {
    return this.#line.length - this.#first;
  }

  /** False: not let in. */
  join(who: T, nowMs: number): boolean {
    if (this.length === 0) this.#latestMs = nowMs;
    else if (this.#isTooLong(nowMs)) {
      this.#keptOutAtMs = nowMs;
      return false;
    }
    this.#line.push({ who, sinceMs: nowMs });
    return true;
  }

  /** Whose turn it is. */
  next(nowMs: number): Turn<T> | undefined {
    const next = this.#line[this.#first];
    if (!next) return undefined;
    this.#first++;
    if (this.#first === this.#line.length || this.#first === MOST_WAITING) {
      this.#line = this.#line.slice(this.#first);
      this.#first = 0;
    }
    this.#note(nowMs);
    const { who, sinceMs } = next;
    const isOverload = nowMs - this.#keptOutAtMs < this.#mostWaitMs;
    return { who, isLate: isOverload && nowMs - sinceMs > LATE_TIMES * this.#mostWaitMs };
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
