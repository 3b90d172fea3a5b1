// The cores that this process may use now. A process can be moved, and asking the system takes 60 µs.

import { availableParallelism } from 'node:os';

/** How long a count holds. */
const HOLDS_MS = 1_000;

let cores = 0;
let countedAt = Number.NEGATIVE_INFINITY;

export function countCurrentCores(): number {
  const now = performance.now();
  if (now - countedAt >= HOLDS_MS) {
    cores = availableParallelism();
    countedAt = now;
  }
  return cores;
}
