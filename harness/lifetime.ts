// What a test or a run begins and must end again.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Lifetime {
  after(end: () => Promise<void> | void): void;
}

/** A lifetime in which what began last ends first: a server before the store it serves. */
export function lastFirst(t: Lifetime): Lifetime {
  const ends: (() => Promise<void> | void)[] = [];
  t.after(async () => {
    for (const end of ends) await end();
  });
  return { after: (end) => void ends.unshift(end) };
}

/** Two shared cores may be busy with other tests. */
const MOST_WAIT_MS = 180_000;

/** Polls until `look` finds something. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${look}`);
    await sleep(20);
  }
}
