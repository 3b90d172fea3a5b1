// Memory of answers that were sent, waiting for the next answers of a thread: a new piece of some megabytes
// for each would have the system clear it every time.

/** Made in whole steps of this, so that one answer's fits the next. */
const STEP = 256 * 1024;
const DEFAULT_BYTES = 16 * 2 ** 20;

export class BufferPool {
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #spares: ArrayBuffer[] = [];
  #bytes = 0;

  /** Holds at most so many bytes. */
  constructor(maxBytes = DEFAULT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Memory of at least this length, holding anything. */
  take(length: number): ArrayBuffer {
    const i = this.#spares.findIndex(({ byteLength }) => byteLength >= length);
    if (i < 0) return new ArrayBuffer(Math.ceil(length / STEP) * STEP);
    return this.#remove(i);
  }

  giveBack(memory: ArrayBuffer): void {
    this.#spares.push(memory);
    this.#bytes += memory.byteLength;
    while (this.#bytes > this.#maxBytes) this.#remove(0);
  }

  #remove(i: number): ArrayBuffer {
    const [memory] = this.#spares.splice(i, 1) as [ArrayBuffer];
    this.#bytes -= memory.byteLength;
    return memory;
  }
}
