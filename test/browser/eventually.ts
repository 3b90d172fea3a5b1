// For what a page does a moment later: repeats assertions until they pass.

import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 15_000;

/** Resolves when the assertions pass; rejects with their error if they never did. */
export async function eventually(assertions: () => Promise<void>): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertions();
    } catch (error) {
      if (Date.now() > endMs) throw error;
    }
    await pause(25);
  }
}
