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
