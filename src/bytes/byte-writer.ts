// Building large answers as bytes. JSON.stringify of an object costs 490–890 ns a value, writing digits
// into a buffer 16–70 (measured on 87,600 values): this is where an answer's time goes.

import { writeHundredths, writePair } from '#bytes/digits';
import { writeShortest } from '#bytes/shortest-decimal';
import { borrowSlice } from '#bytes/slice-pool';

/**
 * Bytes per slice: large enough to be sent well, small enough to let other requests in between. A
 * year of hours is one slice; writing one takes 0.5 to 1 ms. With 64 KiB a slice ten years of days
 * took three, and the stream they went through half of the request's CPU.
 */
export const SLICE_BYTES = 256 * 1024;

/** Room that `text` and `fragment` leave behind them, so that single bytes need no check. */
const ROOM = 256;

/** The longest time stamp with what is around it, in whole eights. */
export const STAMP_BYTES = 40;

const MINUS = 45;
/** Hundredths below this are 32-bit integers, and so is all arithmetic on their digits. */
const LARGEST_HUNDREDTHS = 1e9;

/**
 * All writers share one buffer and copy out of it: a fresh 64 KiB buffer for every small answer cost
 * more than writing the answer. Writing is not interrupted, since whoever has written takes before
 * the next pause; should one writer find another at work, it uses a buffer of its own.
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
  /** The same bytes: single ones, digits and stamps are written through it. */
  #view: DataView = sharedView;
  #length = 0;
  /** Up to here `text` and the like may write; -1 while no buffer is claimed. */
  #limit = -1;

  get isFull(): boolean {
    return this.#length >= SLICE_BYTES;
  }

  /** What was written since the last `take`. */
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

  /** Any text, as UTF-8. */
  text(text: string): void {
    if (this.#length + text.length * 3 > this.#limit) this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** Bytes made before: fragments that repeat. */
  fragment(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#limit) this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /**
   * So many bytes of a text of ASCII, at most 40. The view holds 24 or, where there are more, 40 in any
   * case; what is copied beyond `length` is overwritten by whatever comes next.
   */
  stamp(text: DataView, length: number, from = 0): void {
    const at = this.#length;
    if (at + STAMP_BYTES > this.#limit) this.#makeRoom(STAMP_BYTES);
    const view = this.#view;
    // Eight bytes at a time as doubles, which ASCII cannot make a NaN of; without a loop, since
    // nearly all are 19 to 24 bytes long.
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

  /** A JSON number, exactly as JSON.stringify writes it; a gap (NaN), or a sum past every double, as null. */
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

  /** Takes the shared buffer, or one of its own where somebody else is still writing. */
  #claim(): void {
    if (shared.writer === undefined) shared.writer = this;
    if (shared.writer === this) return;
    this.#bytes = Buffer.allocUnsafe(SLICE_BYTES + ROOM);
    this.#view = viewOf(this.#bytes);
  }
}
