// Building large answers as bytes. JSON.stringify of an object costs 490–890 ns a value, writing digits
// into a buffer 16–70 (measured on 87,600 values): that is most of an answer's time.

import { writeHundredths, writePair, writeShortest } from '#bytes/digits';
import { borrowSlice } from '#bytes/memory-pools';

/**
 * Bytes of a slice: large enough to be sent well, small enough to let other requests in between. A year
 * of hours is one slice, which takes 0.5 to 1 ms to write. With slices of 64 KiB ten years of days took
 * three, and their stream took half of the request's CPU.
 */
export const SLICE_BYTES = 256 * 1024;

/** Room that `text` and `fragment` leave free, so that single bytes need no check. */
const ROOM = 256;

/** The longest time stamp with the text around it, as a multiple of eight. */
export const STAMP_BYTES = 40;

const MINUS = 45;
/** Hundredths below this are 32-bit integers, so that all arithmetic on their digits is too. */
const LARGEST_HUNDREDTHS = 1e9;

/**
 * All writers share one buffer and copy out of it: a new 64 KiB buffer for every small answer cost more
 * than writing the answer. A writer takes its bytes before it pauses, so that no other interrupts it. A
 * writer that does find another at work uses a buffer of its own.
 */
const shared = {
  bytes: Buffer.allocUnsafeSlow(2 * SLICE_BYTES),
  writer: undefined as ByteWriter | undefined,
};
const viewOf = (bytes: Buffer): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const sharedView = viewOf(shared.bytes);

export class ByteWriter {
  #bytes: Buffer = shared.bytes;
  /** A view of the same bytes, for single ones, digits and stamps. */
  #view: DataView = sharedView;
  #length = 0;
  /** The end of what `text` and the like may write to; -1 if no buffer is claimed. */
  #limit = -1;

  get isFull(): boolean {
    return this.#length >= SLICE_BYTES;
  }

  /** Returns what was written since the last `take`. */
  take(): Buffer {
    const taken = borrowSlice(this.#length);
    this.#bytes.copy(taken, 0, 0, this.#length);
    this.#bytes = shared.bytes;
    this.#view = sharedView;
    this.#length = 0;
    this.#limit = -1;
    if (shared.writer === this) shared.writer = undefined;
    return taken;
  }

  /** Writes any text as UTF-8. */
  text(text: string): void {
    if (this.#length + text.length * 3 > this.#limit) this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** Writes bytes that were made before, such as fragments that repeat. */
  fragment(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#limit) this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /**
   * Writes `length` bytes of ASCII, at most 40. The view must have 24 bytes, or 40 if `length` is more.
   * What is copied beyond `length` is overwritten by the next bytes.
   */
  stamp(text: DataView, length: number, from = 0): void {
    const at = this.#length;
    if (at + STAMP_BYTES > this.#limit) this.#makeRoom(STAMP_BYTES);
    const view = this.#view;
    // Eight bytes at a time as doubles, of which ASCII makes no NaN. No loop: nearly all stamps are 19
    // to 24 bytes long.
    view.setFloat64(at, text.getFloat64(from, true), true);
    view.setFloat64(at + 8, text.getFloat64(from + 8, true), true);
    view.setFloat64(at + 16, text.getFloat64(from + 16, true), true);
    if (length > 24) {
      view.setFloat64(at + 24, text.getFloat64(from + 24, true), true);
      view.setFloat64(at + 32, text.getFloat64(from + 32, true), true);
    }
    this.#length = at + length;
  }

  /** Overwrites two digits, the first of them `back` bytes before the end. */
  setPair(back: number, value: number): void {
    writePair(this.#view, this.#length - back, value);
  }

  byte(code: number): void {
    if (this.#limit < 0) this.#makeRoom(1);
    this.#view.setUint8(this.#length++, code);
  }

  /** Writes a number as JSON.stringify does; a gap (NaN) and an infinite sum as null. */
  number(value: number): void {
    if (this.#limit < 0) this.#makeRoom(0);
    const size = Math.abs(value);
    const hundredths = Math.floor(size * 100 + 0.5);
    // A decimal of at most 15 digits that reads back as the value is also its shortest form, so
    // integers and values of two decimals (loads, prices) need no general conversion.
    const isShort = hundredths / 100 === size && hundredths < LARGEST_HUNDREDTHS;
    const view = this.#view;
    let at = this.#length;
    if (value < 0) view.setUint8(at++, MINUS);
    const end = isShort ? writeHundredths(view, at, hundredths | 0) : writeShortest(view, at, size);
    if (end >= 0) this.#length = end;
    else this.text(Number.isFinite(value) ? String(value) : 'null');
  }

  #makeRoom(count: number): void {
    if (this.#limit < 0) this.#claim();
    const needed = this.#length + count + ROOM;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
      this.#view = viewOf(larger);
    }
    this.#limit = this.#bytes.length - ROOM;
  }

  /** Claims the shared buffer, or makes one of its own if another writer is at work. */
  #claim(): void {
    if (shared.writer === undefined) shared.writer = this;
    if (shared.writer === this) return;
    this.#bytes = Buffer.allocUnsafe(SLICE_BYTES + ROOM);
    this.#view = viewOf(this.#bytes);
  }
}
