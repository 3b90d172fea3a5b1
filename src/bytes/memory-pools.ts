// Memory that is used again: pools of slices, of values and of whole answers. A borrower overwrites what it finds.

// Memory for the slices of answers, used again once an answer is on its way. With new memory of a quarter
// of a megabyte for every answer, the collector ran through all memory every 50 answers, on other cores
// too: an answer of a year of hours cost 2.5 ms of CPU, and now costs 1.2.

/** The size of each kind of slice, ascending; longer ones are not pooled. */
const SIZES = [16 * 1024, 64 * 1024, 512 * 1024];
/** The most free slices of each kind. At twice the load that can be served some fifty are lent at once. */
const MOST_FREE = 64;

/** The number of slices after which unused ones are freed, so that the memory of one busy second goes. */
const TRIM_EVERY = 2_000;

const free: ArrayBuffer[][] = SIZES.map(() => []);
/** The fewest that were free of each kind since the last trim. */
const fewestFree = SIZES.map(() => 0);
let borrowed = 0;
/** The memory that is lent, so that none can come back twice. */
const lent = new WeakSet<ArrayBufferLike>();

/** Returns a buffer of this length, with any content. */
export function borrowSlice(length: number): Buffer {
  const kind = SIZES.findIndex((size) => length <= size);
  if (kind < 0 || length * 4 < SIZES[0]!) return Buffer.allocUnsafe(length);
  const memory = free[kind]!.pop() ?? new ArrayBuffer(SIZES[kind]!);
  fewestFree[kind] = Math.min(fewestFree[kind]!, free[kind]!.length);
  if (++borrowed % TRIM_EVERY === 0) trim();
  lent.add(memory);
  return Buffer.from(memory, 0, length);
}

function trim(): void {
  for (const [kind, buffers] of free.entries()) {
    buffers.splice(0, fewestFree[kind]!);
    fewestFree[kind] = buffers.length;
  }
}

/** Takes back a buffer that is no longer read. A buffer that was not borrowed is left alone. */
export function giveBackSlice({ buffer }: Buffer): void {
  if (!lent.delete(buffer)) return;
  const kind = SIZES.indexOf(buffer.byteLength);
  if (free[kind]!.length < MOST_FREE) free[kind]!.push(buffer as ArrayBuffer);
}

// One array of values that reductions read into and give back. Ten years of hours are 700 kB, and making
// and clearing that memory for every answer took 100 µs, a tenth of the answer.

/** Fourteen years of quarter hours, 4 MB; longer spans are rare. */
const LARGEST_KEPT = 500_000;

let spare: Float64Array | undefined;

/** Lends an array of at least this length, with any content. */
export function borrowValues(length: number): Float64Array {
  const kept = spare;
  spare = undefined;
  return kept && kept.length >= length ? kept : new Float64Array(length);
}

/** Takes back an array that is no longer read. */
export function giveBackValues(values: Float64Array): void {
  if (values.length <= LARGEST_KEPT && values.length >= (spare?.length ?? 0)) spare = values;
}

// Memory of whole answers that were sent. The server lends it to a thread with the order for the next one. New
// memory for each, which the system must clear, cost 0.9 ms of CPU for an answer of 2.4 MB and 0.09 ms for one
// of 145 kB.

/** The memory that an answer of unknown length begins with. */
export const UNKNOWN_BYTES = 1024 * 1024;

export class BufferPool {
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #spares: ArrayBuffer[] = [];
  #bytes = 0;

  /** Keeps at most `maxBytes` of memory that is not in use. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns memory of at least this length, with any content; undefined if the pool has none. */
  take(length: number): ArrayBuffer | undefined {
    const i = this.#spares.findIndex(({ byteLength }) => byteLength >= length);
    return i < 0 ? undefined : this.#remove(i);
  }

  giveBack(memory: ArrayBuffer): void {
    this.#spares.push(memory);
    this.#bytes += memory.byteLength;
    // Freed at once: left to the collector, it would wait until much more is not in use.
    while (this.#bytes > this.#maxBytes) this.#remove(0).transfer(0);
  }

  #remove(i: number): ArrayBuffer {
    const [memory] = this.#spares.splice(i, 1) as [ArrayBuffer];
    this.#bytes -= memory.byteLength;
    return memory;
  }
}
