// The layout of stored values, encoded the slow way: nothing of src is used.

/** The bytes of a zig-zag varint of a difference. */
export function varintOf(difference: bigint): number[] {
  const bytes: number[] = [];
  let rest = difference < 0n ? -2n * difference - 1n : 2n * difference;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** Differences in blocks of 16, in the layout of unpack-integers.ts, by a text of zeros and ones. */
function packSlowly(integers: readonly number[]): number[] {
  const steps = integers.slice(1).map((each, i) => each - integers[i]!);
  const widths: number[] = [];
  let stream = '';
  for (let i = 0; i < steps.length; i += 16) {
    const block = steps.slice(i, i + 16);
    const width = [0, 8, 12, 16, 32].find((bits) => {
      const bound = bits === 0 ? 0 : 2 ** (bits - 1);
      return block.every((step) => step === 0 || (step >= -bound && step < bound));
    })!;
    widths.push(width);
    // The lowest bit first, so that bytes are cut off from the front.
    for (const step of width > 0 ? block : []) {
      const bits = BigInt.asUintN(width, BigInt(step)).toString(2).padStart(width, '0');
      stream += [...bits].reverse().join('');
    }
  }
  const bytes = stream.match(/.{1,8}/g) ?? [];
  const packed = bytes.map((bits) => Number.parseInt([...bits].reverse().join(''), 2));
  const first = [...new Uint8Array(Int32Array.of(integers[0]!).buffer)];
  return [...first, ...widths, ...packed];
}

/** Format, decimals and the values' bytes, in the layout of chunk-format.ts, by trying each encoding. */
export function encodeSlowly(
  values: Float64Array,
): [format: number, decimals: number, bytes: number[]] {
  const present = [...values].filter((value) => !Number.isNaN(value));
  const raw = [...new Uint8Array(Float64Array.from(present, (value) => value + 0).buffer)];
  for (let decimals = 0; decimals <= 8; decimals++) {
    const power = 10 ** decimals;
    const scaled = present.map((value) => Math.round(value * power));
    const isExact = scaled.every(
      (each, i) => each / power === present[i] && Math.abs(each) < 2 ** 51,
    );
    if (!isExact) continue;
    const isPacked = scaled.length >= 16 && scaled.every((each) => Math.abs(each) < 2 ** 30);
    if (isPacked) return [2, decimals, packSlowly(scaled)];
    const bytes = scaled.flatMap((each, i) => varintOf(BigInt(each) - BigInt(scaled[i - 1] ?? 0)));
    return bytes.length > raw.length ? [1, 15, raw] : [1, decimals, bytes];
  }
  return [1, 15, raw];
}

/** What packed bytes say, bit by bit: `count` integers. The reverse of `packSlowly`. */
export function unpackSlowly(bytes: Uint8Array, count: number): number[] {
  const blocks = Math.ceil((count - 1) / 16);
  const widths = bytes.subarray(4, 4 + blocks);
  let stream = 0n;
  for (const byte of bytes.subarray(4 + blocks).toReversed())
    stream = (stream << 8n) | BigInt(byte);
  const integers = [new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true)];
  for (let i = 1; i < count; i++) {
    const width = widths[(i - 1) >> 4]!;
    const step = width === 0 ? 0 : Number(BigInt.asIntN(width, stream));
    stream >>= BigInt(width);
    integers.push((integers[i - 1]! + step) | 0);
  }
  return integers;
}
