// The bytes of one answer, gathered slice by slice. Each slice can be used again as soon as it is added: an
// answer of 12 MB would otherwise be in memory twice.

import { UNKNOWN_BYTES } from '#bytes/memory-pools';

/** Sizes are multiples of this, so that the memory of one answer fits the next. */
const STEP = 256 * 1024;

export class WholeAnswer {
  #memory: ArrayBuffer;
  #length = 0;

  /** Gathers in `memory` if some is lent. `likelyBytes` is about the length of the answer; 0 if unknown. */
  constructor(memory: ArrayBuffer | undefined, likelyBytes: number) {
    this.#memory = memory ?? new ArrayBuffer(roundUp(likelyBytes || UNKNOWN_BYTES));
  }

  /** The memory whose first `length` bytes are the answer. */
  get memory(): ArrayBuffer {
    return this.#memory;
  }

  get length(): number {
    return this.#length;
  }

  add(slice: Uint8Array): void {
    const length = this.#length + slice.length;
    // Doubled, so that a long answer is copied a few times only.
    if (length > this.#memory.byteLength)
      this.#memory = this.#memory.transfer(roundUp(Math.max(length, 2 * this.#memory.byteLength)));
    new Uint8Array(this.#memory).set(slice, this.#length);
    this.#length = length;
  }
}

const roundUp = (length: number): number => Math.ceil(length / STEP) * STEP;
