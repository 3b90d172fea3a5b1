// The bytes of one answer, gathered slice by slice in memory of a pool. Each slice can be used again as soon as it
// is added: an answer of 12 MB would otherwise be in memory twice.

import type { BufferPool } from '#bytes/buffer-pool';

/** The first memory of an answer of unknown length. */
const FIRST_BYTES = 1024 * 1024;

export class WholeAnswer {
  readonly #pool: BufferPool;
  #memory: ArrayBuffer;
  #length = 0;

  /** `likelyBytes` is about the length of the answer; 0 if unknown. */
  constructor(pool: BufferPool, likelyBytes: number) {
    this.#pool = pool;
    this.#memory = pool.take(likelyBytes || FIRST_BYTES);
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
    if (length > this.#memory.byteLength) this.#grow(length);
    new Uint8Array(this.#memory).set(slice, this.#length);
    this.#length = length;
  }

  /** Doubles the memory, so that a long answer is copied a few times only. */
  #grow(length: number): void {
    const memory = this.#pool.take(Math.max(length, 2 * this.#memory.byteLength));
    new Uint8Array(memory).set(new Uint8Array(this.#memory, 0, this.#length));
    this.#pool.giveBack(this.#memory);
    this.#memory = memory;
  }
}
