// Unpacks snappy. The library's own way takes a length of four bytes with its top bit set as negative, goes
// back in its input and never ends. Here each step takes at least one byte and stays within both buffers.

/** Literals longer than this have their length in one to four further bytes. */
const LONGEST_SHORT_LITERAL = 60;
/** Up to this length a literal is copied in words of four bytes, which may go a little beyond its end. */
const SHORT_LITERAL = 16;
const WORD = 4;
/** Room behind the output for what a word goes beyond. */
const SLACK = 16;
const MAX_VARINT_BYTES = 5;

const damaged = (what: string): RangeError => new RangeError(`the snappy data ${what}`);

/** Unpacks bytes to exactly `length` bytes; throws a RangeError if they are damaged. */
export function unpackSnappy(bytes: Uint8Array, length: number): Uint8Array {
  if (length === 0) return new Uint8Array(0);
  const head = readLength(bytes);
  if (head.length !== length) throw new RangeError(`snappy data of ${head.length} bytes`);
  const output = new Uint8Array(length + SLACK);
  if (unpack(bytes, head.end, output, length) < length) throw damaged('end too early');
  return output.subarray(0, length);
}

function readLength(bytes: Uint8Array): { length: number; end: number } {
  let length = 0;
  for (let at = 0; at < MAX_VARINT_BYTES; at++) {
    if (at >= bytes.length) throw damaged('end too early');
    length += (bytes[at]! & 0x7f) * 2 ** (7 * at);
    if (bytes[at]! < 0x80) return { length, end: at + 1 };
  }
  throw new RangeError('a number is too long');
}

/** Unpacks literals, and copies of bytes that were unpacked before; returns the end of the output. */
function unpack(bytes: Uint8Array, start: number, output: Uint8Array, room: number): number {
  const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const view = new DataView(output.buffer);
  const end = bytes.length;
  let at = start;
  let to = 0;
  while (at < end) {
    const tag = bytes[at++]!;
    const kind = tag & 3;
    let length = (tag >> 2) + 1;
    if (kind === 0) {
      if (length > LONGEST_SHORT_LITERAL) {
        const more = length - LONGEST_SHORT_LITERAL;
        length = numberAt(bytes, at, more) + 1;
        at += more;
      }
      if (length > end - at) throw damaged('end within a literal');
      if (length > room - to) throw damaged('are too long');
      if (length > SHORT_LITERAL || at + SHORT_LITERAL > end)
        output.set(bytes.subarray(at, at + length), to);
      else for (let i = 0; i < length; i += WORD) view.setUint32(to + i, input.getUint32(at + i));
      at += length;
      to += length;
      continue;
    }
    let distance: number;
    if (kind === 1 && at < end) {
      length = ((tag >> 2) & 7) + 4;
      distance = ((tag >> 5) << 8) | bytes[at++]!;
    } else if (kind === 2 && at + 1 < end) {
      distance = bytes[at]! | (bytes[at + 1]! << 8);
      at += 2;
    } else {
      distance = numberAt(bytes, at, 4);
      at += 4;
    }
    if (distance === 0 || distance > to) throw new RangeError('a snappy copy of nothing');
    if (length > room - to) throw damaged('are too long');
    // A copy may go on into its own bytes, which repeats them: by words, if none of them is its own.
    const from = to - distance;
    if (distance >= WORD)
      for (let i = 0; i < length; i += WORD) view.setUint32(to + i, view.getUint32(from + i));
    else for (let i = 0; i < length; i++) output[to + i] = output[from + i]!;
    to += length;
  }
  return to;
}

/** A little-endian number of `count` bytes, never negative. */
function numberAt(bytes: Uint8Array, at: number, count: number): number {
  if (at + count > bytes.length) throw damaged('end too early');
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + bytes[at + i]!;
  return value;
}
