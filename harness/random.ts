// Random numbers that a seed gives again: what went wrong once can be looked at twice.

const STEP = 0x9e37_79b9;

export class Random {
  #state: number;

  /** Two numbers make one of many generators: a seed and the number of a round. */
  constructor(seed: number, round = 0) {
    this.#state = Math.imul(seed ^ Math.imul(round + 1, 0x85eb_ca6b), 0xc2b2_ae35) | 0;
    this.unit();
  }

  /** Returns a number in [0, 1). Mixes a counter (Steele and others, SplitMix) in 32 bits. */
  unit(): number {
    this.#state = (this.#state + STEP) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** A number in [-1, 1). */
  signed(): number {
    return 2 * this.unit() - 1;
  }

  /** A whole number in [0, end). */
  below(end: number): number {
    return Math.floor(this.unit() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }
}
