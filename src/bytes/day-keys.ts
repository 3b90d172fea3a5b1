// The keys of days and longer intervals as bytes, made once for the times that answers share
// (core/time/interval-starts.ts). Making those of ten years of days took 130 µs, an eighth of the answer.

import { ByteWriter } from '#bytes/byte-writer';
import { giveBackSlice } from '#bytes/slice-pool';
import { TimeWriter } from '#bytes/time-writer';
import type { Zone } from '#core/time/zone';

const KEY_LENGTH = '"yyyy-MM-ddTHH:mm:ss":'.length;
/** Bytes from one key to the next: a multiple of eight, as `ByteWriter.stamp` copies them. */
const STRIDE = 24;
/** A century of days: a megabyte. */
const MOST_KEYS = 40_000;

interface Strip {
  readonly zone: Zone;
  readonly keys: DataView;
}

/** The strips by the memory of their times, which is never written to. */
const strips = new WeakMap<ArrayBufferLike, Strip>();

/** Writes the keys of one answer's points. */
export class DayKeys {
  readonly #keys: DataView;
  readonly #from: number;

  /** Returns undefined if there are too many keys to keep. */
  static of(times: Float64Array, zone: Zone): DayKeys | undefined {
    const all = new Float64Array(times.buffer);
    if (all.length > MOST_KEYS) return undefined;
    let strip = strips.get(times.buffer);
    if (strip?.zone !== zone) {
      strip = { zone, keys: makeKeys(all, zone) };
      strips.set(times.buffer, strip);
    }
    return new DayKeys(strip.keys, (times.byteOffset / times.BYTES_PER_ELEMENT) * STRIDE);
  }

  private constructor(keys: DataView, from: number) {
    this.#keys = keys;
    this.#from = from;
  }

  /** Writes the key of the i-th point. */
  write(i: number, out: ByteWriter): void {
    out.stamp(this.#keys, KEY_LENGTH, this.#from + i * STRIDE);
  }
}

function makeKeys(times: Float64Array, zone: Zone): DataView {
  const writer = new TimeWriter(zone, false, '"', '":');
  const out = new ByteWriter();
  for (const time of times) writer.write(time, out);
  const dense = out.take();
  const keys = Buffer.alloc(times.length * STRIDE);
  for (let i = 0; i < times.length; i++)
    dense.copy(keys, i * STRIDE, i * KEY_LENGTH, (i + 1) * KEY_LENGTH);
  giveBackSlice(dense);
  return new DataView(keys.buffer, keys.byteOffset, keys.length);
}
