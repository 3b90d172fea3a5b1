// A warning about something that can happen thousands of times a second.

import { MINUTE_MS } from '#core/time/instant';

/** Returns a function that counts its calls and warns with their count, at most once a minute. */
export function warnEachMinute(warn: (count: number) => void): () => void {
  let count = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return () => {
    count++;
    const now = performance.now();
    if (now - warnedAt < MINUTE_MS) return;
    warn(count);
    warnedAt = now;
    count = 0;
  };
}
