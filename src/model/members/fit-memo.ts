// What fits made of their inputs, kept from one run to the next. A fit with the same inputs takes the same result: it
// does not matter for a forecast what was kept.

import { digestOf } from '#model/numbers/digest';

/** The results by the name of the step and the digest of its inputs, the longest unused first. */
export type KeptResults = Map<string, Float64Array>;

export class FitMemo {
  readonly #mostBytes: number;
  readonly #kept: KeptResults;
  #bytes = 0;
  /** The number of results that were taken, and of those that were made. */
  hits = 0;
  misses = 0;

  /** Goes on from the results that an earlier memo kept. */
  constructor(mostBytes: number, kept: KeptResults = new Map()) {
    this.#mostBytes = mostBytes;
    this.#kept = kept;
    for (const { byteLength } of kept.values()) this.#bytes += byteLength;
  }

  get kept(): KeptResults {
    return this.#kept;
  }

  /** The result of the step `name`, which depends on nothing but `inputs`; undefined if it cannot be made. */
  of(
    name: string,
    inputs: readonly Float64Array[],
    make: () => Float64Array | undefined,
  ): Float64Array | undefined {
    const key = `${name} ${digestOf(inputs)}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.hits++;
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    this.misses++;
    const made = make();
    if (made !== undefined) this.#keep(key, made);
    return made;
  }

  /** Takes out what was kept under the name and inputs, so that the caller may change it. */
  take(name: string, inputs: readonly Float64Array[]): Float64Array | undefined {
    const key = `${name} ${digestOf(inputs)}`;
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#kept.delete(key);
    this.#bytes -= known.byteLength;
    return known;
  }

  /** Keeps numbers, which no caller changes any more. */
  keep(name: string, inputs: readonly Float64Array[], numbers: Float64Array): void {
    this.#keep(`${name} ${digestOf(inputs)}`, numbers);
  }

  #keep(key: string, made: Float64Array): void {
    if (made.byteLength > this.#mostBytes || this.#kept.has(key)) return;
    this.#kept.set(key, made);
    this.#bytes += made.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}

/** The result of a step by a memo, if there is one. */
export const recall = (
  memo: FitMemo | undefined,
  name: string,
  inputs: readonly Float64Array[],
  make: () => Float64Array | undefined,
): Float64Array | undefined => (memo === undefined ? make() : memo.of(name, inputs, make));
