// A time that never runs backwards, for counters in memory: throttles, limits, short caches. A wall clock
// may be set back by hours, and a lock-out or a window must not last hours longer.

import { type Instant, MINUTE_MS } from '#core/time/instant';

// Each request reads the clock once, at its start, so a slow one arrives here with an older instant than
// a quick one before it. Requests end well within this, so a larger step back was made by the clock.
const LATE_REQUEST_MS = MINUTE_MS;

/** Turns instants of a wall clock into milliseconds since the first one. Steps back add nothing. */
export class SteadyTime {
  #latest: Instant | undefined;
  #elapsedMs = 0;

  at(now: Instant): number {
    const stepMs = now - (this.#latest ?? now);
    // A late request must not move `latest` back, or the next one would count the same time twice.
    if (stepMs >= 0 || stepMs < -LATE_REQUEST_MS) this.#latest = now;
    if (stepMs > 0) this.#elapsedMs += stepMs;
    return this.#elapsedMs;
  }
}
