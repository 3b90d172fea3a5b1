// Memory for the slices of answers, used again once an answer is on its way. A quarter of a megabyte
// made anew for every answer had the collector run through all memory every 50 answers, on other
// cores too: an answer of a year of hours cost 2.5 ms of CPU, and costs 1.2.

/** Room of each kind of slice, ascending; longer ones are made anew. */
const SIZES = [16 * 1024, 64 * 1024, 512 * 1024];
/** Free ones held of each kind; at twice the load that can be borne some fifty are out at once. */
const MOST_FREE = 64;

/** After so many answers, what none of them needed is let go: what one busy second needed does not stay. */
const LOOK_EVERY = 2_000;

const free: ArrayBuffer[][] = SIZES.map(() => []);
/** The fewest that were free of each kind since the last look. */
const fewestFree = SIZES.map(() => 0);
let borrowed = 0;
/** Those that are out, so that nothing can come back twice. */
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer of this length, holding anything. */
export function borrowSlice(length: number): Buffer {
  const kind = SIZES.findIndex((size) => length <= size);
  if (kind < 0 || length * 4 < SIZES[0]!) return Buffer.allocUnsafe(length);
  const memory = free[kind]!.pop() ?? new ArrayBuffer(SIZES[kind]!);
  fewestFree[kind] = Math.min(fewestFree[kind]!, free[kind]!.length);
  if (++borrowed % LOOK_EVERY === 0) letGo();
  lent.add(memory);
  return Buffer.from(memory, 0, length);
}

function letGo(): void {
  for (const [kind, buffers] of free.entries()) {
    buffers.splice(0, fewestFree[kind]!);
    fewestFree[kind] = buffers.length;
  }
}

/** Nobody may look at the buffer any more. Buffers from elsewhere are left alone. */
export function giveBackSlice({ buffer }: Buffer): void {
  if (!lent.delete(buffer)) return;
  const kind = SIZES.indexOf(buffer.byteLength);
  if (free[kind]!.length < MOST_FREE) free[kind]!.push(buffer as ArrayBuffer);
}
