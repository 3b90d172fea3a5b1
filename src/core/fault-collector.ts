// Several checks that refuse together, so that a caller sees every field at fault at once.

import { Refusal } from '#core/errors';

/** Runs several checks and refuses once, naming every field at fault, under the first one's code. */
export class FaultCollector {
  readonly #refusals: Refusal[] = [];

  /** Returns the check's result, or undefined if it refused: read it only after `throwIfAny`. */
  check<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusals.push(error);
      return undefined;
    }
  }

  /** Refuses with another refusal in front, if any check refused. */
  throwWith(refusal: Refusal): void {
    if (this.#refusals.length === 0) return;
    this.#refusals.unshift(refusal);
    this.throwIfAny();
  }

  throwIfAny(): void {
    const [first, ...others] = this.#refusals;
    if (!first) return;
    if (others.length === 0) throw first;
    const detail = this.#refusals.map((refusal) => refusal.message).join('; ');
    throw new Refusal(first.code, detail, {
      faults: this.#refusals.flatMap((refusal) => refusal.faults),
    });
  }
}
