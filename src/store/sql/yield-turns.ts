// Letting others have their turns during a search of many short questions.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a search may keep other requests waiting at a time. */
const TURN_MS = 3;

export class YieldTurns {
  #endsAt = performance.now() + TURN_MS;

  /** Between two questions to the store. */
  async rest(): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    await nextTurn();
    this.#endsAt = performance.now() + TURN_MS;
  }
}
