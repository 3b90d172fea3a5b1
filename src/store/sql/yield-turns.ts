// Lets other requests run during long work on this thread.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Counts work, in a unit of the caller's, and yields to the event loop after each `perTurn` of it. */
export class YieldTurns {
  readonly #perTurn: number;
  #done = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /**
   * Call this before each piece of work. Returns a promise of the next turn if the work since the last
   * one is enough, else undefined: a loop of small pieces awaits only what is a promise.
   */
  before(work: number): Promise<void> | undefined {
    const isOver = this.#done >= this.#perTurn;
    this.#done = isOver ? work : this.#done + work;
    return isOver ? nextTurn() : undefined;
  }
}
