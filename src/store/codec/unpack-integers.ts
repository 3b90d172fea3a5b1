// Integers as bytes that are fast to read: differences in blocks of 16, each block in the smallest of five
// widths that fits all of its differences. One or three words divide evenly into each width.
// encode-values.ts writes.
//
//   first    the first integer, four bytes
//   widths   a byte a block: 0, 8, 12, 16 or 32 bits
//   blocks   16 differences of the block's width, two's complement, lowest bits first; the last block
//            ends with its last difference

import { type LoopMemory, makeLoops, PAGE_BYTES } from '#core/assembly/assemble';
import { damaged } from '#store/codec/chunk-format';
import { RECIPROCALS } from '#store/codec/divide-by-power-of-ten';
import { UNPACK_CODE } from '#store/codec/unpack-code';

/** Fewer integers than this are shorter as varints. */
export const FEWEST_PACKED = 16;
/** Integers stay below this, so a difference fits 32 bits. */
export const MAX_PACKED = 2 ** 30;

/** Differences that share a width. */
export const BLOCK = 16;
export const FIRST_BYTES = 4;

/** The widths that blocks can have, by bits. */
const isWidth = Uint8Array.from({ length: 256 }, (_, bits) =>
  Number([0, 8, 12, 16, 32].includes(bits)),
);

/** The loop reads whole blocks, also if the last is incomplete. */
const SLACK_BYTES = 4 * BLOCK;

/** The function of unpack-code.ts. Places are in bytes. */
interface UnpackLoops {
  readonly memory: LoopMemory;
  readonly unpack: (
    widths: number,
    from: number,
    blocks: number,
    to: number,
    first: number,
    high: number,
    low: number,
  ) => void;
}

let loops: UnpackLoops | undefined;
/** The memory of the loop: values first, then the bytes that they are unpacked from. */
let memoryBytes = new Uint8Array(0);
let memoryValues = new Float64Array(0);

/** The loop with at least this much memory. It is assembled when it is first needed. */
function takeLoops(needed: number): UnpackLoops {
  loops ??= makeLoops<UnpackLoops>(UNPACK_CODE);
  if (needed <= memoryBytes.length) return loops;
  const { memory } = loops;
  const lacking = needed - memory.buffer.byteLength;
  if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE_BYTES));
  memoryBytes = new Uint8Array(memory.buffer);
  memoryValues = new Float64Array(memory.buffer);
  return loops;
}

/** Writes `count` integers, each divided by 10^decimals, to `into` and returns the end of their bytes. */
export function unpackIntegers(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  offset: number,
  count: number,
  decimals: number,
): number {
  if (count < FEWEST_PACKED) throw damaged(`${count} values, fewer than ${FEWEST_PACKED}`);
  const widths = from + FIRST_BYTES;
  const blocks = Math.ceil((count - 1) / BLOCK);
  const end = endOfBlocks(bytes, widths, blocks, count - 1);
  const [a, b, c, d] = [bytes[from]!, bytes[from + 1]!, bytes[from + 2]!, bytes[from + 3]!];
  const first = a | (b << 8) | (c << 16) | (d << 24);
  const { high, low } = RECIPROCALS[decimals]!;
  into[offset] = first * high + first * low;

  const at = 8 * BLOCK * blocks;
  const { unpack } = takeLoops(at + bytes.length + SLACK_BYTES);
  memoryBytes.set(bytes, at);
  unpack(at + widths, at + widths + blocks, blocks, 0, first, high, low);
  into.set(memoryValues.subarray(0, count - 1), offset + 1);
  return end;
}

/** The end of the blocks of all `differences`. Throws if they are damaged or reach beyond the bytes. */
function endOfBlocks(
  bytes: Uint8Array,
  widths: number,
  blocks: number,
  differences: number,
): number {
  let end = widths + blocks;
  if (end > bytes.length) throw damaged('too short for its values');
  let width = 0;
  for (let block = 0; block < blocks; block++) {
    width = bytes[widths + block]!;
    if (isWidth[width] === 0) throw damaged(`differences of ${width} bits`);
    end += (BLOCK * width) / 8;
  }
  // The last block ends with its last difference.
  end -= Math.floor(((BLOCK * blocks - differences) * width) / 8);
  if (end > bytes.length) throw damaged('too short for its values');
  return end;
}
