// Packs LZ4 for tests: steps of literals and copies as a block, and blocks in both kinds of frames.

export type Step =
  | { readonly literal: Uint8Array }
  | { readonly length: number; readonly back: number };

const LONG = 15;

/** A length in its half byte, and in further bytes if it does not fit. */
const more = (length: number): number[] => {
  if (length < LONG) return [];
  const rest = length - LONG;
  return [...Array<number>(Math.floor(rest / 255)).fill(255), rest % 255];
};

/** Packs steps as a block, and returns what they unpack to. */
export function packBlock(steps: readonly Step[]): { bytes: Uint8Array; plain: Uint8Array } {
  const plain: number[] = [];
  const bytes: number[] = [];
  let literals: number[] = [];
  const add = (match?: { length: number; distance: number }): void => {
    const long = match ? match.length - 4 : 0;
    bytes.push((Math.min(literals.length, LONG) << 4) | Math.min(long, LONG));
    bytes.push(...more(literals.length), ...literals);
    if (match) bytes.push(match.distance & 255, match.distance >> 8, ...more(long));
    literals = [];
  };
  for (const step of steps) {
    if ('literal' in step) {
      literals.push(...step.literal);
      plain.push(...step.literal);
    } else if (plain.length > 0) {
      const distance = 1 + (step.back % Math.min(plain.length, 65_535));
      add({ length: step.length, distance });
      for (let i = 0; i < step.length; i++) plain.push(plain[plain.length - distance]!);
    }
  }
  add();
  return { bytes: Uint8Array.from(bytes), plain: Uint8Array.from(plain) };
}

/** Packs bytes as a block: what repeats the bytes 8 before is copied, as columns of numbers often do. */
export function packLz4(bytes: Uint8Array): Uint8Array {
  const steps: Step[] = [];
  let from = 0;
  for (let at = 8; at < bytes.length; at++) {
    let end = at;
    while (end < bytes.length && bytes[end] === bytes[end - 8]) end++;
    if (end - at < 8) continue;
    steps.push({ literal: bytes.subarray(from, at) }, { length: end - at, back: 7 });
    from = end;
    at = end - 1;
  }
  return packBlock([...steps, { literal: bytes.subarray(from) }]).bytes;
}

const bigEndian = (value: number): number[] =>
  [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const littleEndian = (value: number): number[] => bigEndian(value).reverse();

/** Blocks in Hadoop's frame, each unpacking to `length` bytes. */
export const inHadoopFrame = (
  blocks: readonly { bytes: Uint8Array; length: number }[],
): Uint8Array =>
  Uint8Array.from(
    blocks.flatMap(({ bytes, length }) => [
      ...bigEndian(length),
      ...bigEndian(bytes.length),
      ...bytes,
    ]),
  );

export interface FrameParts {
  /** The length of the content, if the frame tells it. */
  readonly size?: number;
  readonly hasChecksums?: boolean;
  /** 4 to 7: blocks of at most 64 KiB to 4 MiB. */
  readonly blockCode?: number;
}

/** Blocks in a frame of LZ4's own. Checksums are zeros: they are not looked at. */
export function inFrame(
  blocks: readonly { bytes: Uint8Array; isPlain?: boolean }[],
  { size, hasChecksums = false, blockCode = 4 }: FrameParts = {},
): Uint8Array {
  const flags = 0x40 | (hasChecksums ? 0x14 : 0) | (size === undefined ? 0 : 8);
  const checksum = hasChecksums ? [0, 0, 0, 0] : [];
  return Uint8Array.from([
    ...littleEndian(0x184d2204),
    flags,
    blockCode << 4,
    ...(size === undefined ? [] : [...littleEndian(size), 0, 0, 0, 0]),
    0,
    ...blocks.flatMap(({ bytes, isPlain }) => [
      ...littleEndian(bytes.length + (isPlain ? 0x80000000 : 0)),
      ...bytes,
      ...checksum,
    ]),
    ...[0, 0, 0, 0],
    ...checksum,
  ]);
}
