// Work at a fixed rate, whether or not what was begun earlier has ended.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Yields each moment at which something is due, by the clock of `performance.now()`, when it has come. */
export async function* dueTimes({ perSecond, seconds }: Pace): AsyncGenerator<number, void> {
  const startedAt = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const dueAt = startedAt + (i * 1_000) / perSecond;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    // A timer is inexact by about a millisecond: after a sleep the work is due when it can begin.
    yield earlyMs > 0 ? performance.now() : dueAt;
  }
}

/** Calls `work` whenever it is due. Resolves when all calls have ended. */
export async function paced(pace: Pace, work: (dueAt: number) => Promise<void>): Promise<void> {
  const underWay: Promise<void>[] = [];
  for await (const dueAt of dueTimes(pace)) underWay.push(work(dueAt));
  await Promise.all(underWay);
}
