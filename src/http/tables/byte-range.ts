// Single ranges of bytes (RFC 9110, 14): `bytes=a-b`, `bytes=a-` and the suffix `bytes=-n`.

export interface ByteRange {
  readonly start: number;
  /** The last byte, included. */
  readonly last: number;
}

const RANGE = /^\s*bytes\s*=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * The range that a header asks for in a file of `size` bytes. Undefined, and all bytes are sent, if the
 * header is missing, is no range or asks for several. `none` if no byte lies in it.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'none' | undefined {
  const [, first = '', end = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && end === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(end), size);
    return length === 0 ? 'none' : { start: size - length, last: size - 1 };
  }
  const start = Number(first);
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1);
  // An end before the start is no range at all.
  if (end !== '' && Number(end) < start) return undefined;
  return start < size ? { start, last } : 'none';
}
