// What each address may still do: an amount that is used up and comes back evenly with time.

const MOST_ADDRESSES = 100_000;

interface Allowance {
  left: number;
  sinceMs: number;
}

export class Allowances {
  readonly #most: number;
  readonly #perMs: number;
  readonly #elapsed: () => number;
  /** The allowances by address, in the order in which they were last used. */
  readonly #byAddress = new Map<string, Allowance>();

  /** Each address has at most `most`, of which `perMs` come back in a millisecond. */
  constructor(most: number, perMs: number, elapsed: () => number) {
    this.#most = most;
    this.#perMs = perMs;
    this.#elapsed = elapsed;
  }

  /** What an address has left; negative if it has used more. */
  left(address: string): number {
    return this.#refill(address)?.left ?? this.#most;
  }

  /** Uses some of it, down to `least`. Returns what is left. */
  use(address: string, cost: number, least: number): number {
    const allowance = this.#refill(address) ?? { left: this.#most, sinceMs: this.#elapsed() };
    allowance.left = Math.max(Math.min(least, allowance.left), allowance.left - cost);
    this.#byAddress.delete(address);
    this.#byAddress.set(address, allowance);
    if (this.#byAddress.size > MOST_ADDRESSES) {
      const [oldest] = this.#byAddress.keys();
      this.#byAddress.delete(oldest!);
    }
    return allowance.left;
  }

  /** Gives back what was used. */
  giveBack(address: string, cost: number): void {
    const allowance = this.#refill(address);
    if (allowance) allowance.left = Math.min(this.#most, allowance.left + cost);
  }

  #refill(address: string): Allowance | undefined {
    const allowance = this.#byAddress.get(address);
    if (!allowance) return undefined;
    const now = this.#elapsed();
    allowance.left = Math.min(this.#most, allowance.left + (now - allowance.sinceMs) * this.#perMs);
    allowance.sinceMs = now;
    return allowance;
  }
}
