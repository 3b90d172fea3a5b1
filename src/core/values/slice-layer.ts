// A slice of many runs: each interval takes its value from one run. Runs are offered in order of preference,
// and each takes the intervals that no run before it has taken.

import { type IndexSpan, intersect, lengthOf } from '#core/time/span';

/** The intervals of a span, and which of them are still free. */
export class SliceLayer {
  readonly span: IndexSpan;
  /** The next free position for each position, or one on the way to it. The last entry is never taken. */
  readonly #next: Int32Array;
  #free: number;

  constructor(span: IndexSpan) {
    this.span = span;
    this.#free = lengthOf(span);
    this.#next = new Int32Array(this.#free + 1);
    for (let position = 0; position <= this.#free; position++) this.#next[position] = position;
  }

  /** The number of intervals that no run has taken. */
  get free(): number {
    return this.#free;
  }

  /**
   * Takes what is free of `wanted`. `take` is called for each stretch of it, with grid indices from `start`
   * up to but not including `end`. Taking all intervals of a span costs about one step for each.
   */
  take(wanted: IndexSpan, take: (start: number, end: number) => void): void {
    const { start, end } = intersect(wanted, this.span);
    const last = end - this.span.start;
    let position = start < end ? this.#freeFrom(start - this.span.start) : last;
    while (position < last) {
      const first = position;
      while (position < last && this.#next[position] === position) this.#next[position++] = last;
      this.#free -= position - first;
      take(this.span.start + first, this.span.start + position);
      position = this.#freeFrom(position);
    }
  }

  /** The first free position at or after one. The way there is shortened for the next time. */
  #freeFrom(position: number): number {
    const next = this.#next;
    let free = position;
    while (next[free] !== free) free = next[free]!;
    for (let at = position; at !== free; ) {
      const further = next[at]!;
      next[at] = free;
      at = further;
    }
    return free;
  }
}
