// The server's clock: what it showed at the start, and the time since.

import { useEffect, useState } from 'react';
import type { AboutAnswer } from '#contract/about';
import { type Instant, MINUTE_MS } from '#core/time/instant';

/** When the server's answer arrived, by this machine's clock. */
function answeredAt(): number {
  const answer = performance
    .getEntriesByType('resource')
    .findLast(({ name }) => name.endsWith('/api/v1/about'));
  if (!(answer instanceof PerformanceResourceTiming)) return Date.now();
  return performance.timeOrigin + answer.responseEnd;
}

/** How far the server's clock is ahead of this machine's. Later answers would not be those of `now`. */
let leadMs: number | undefined;

export const serverNow = ({ now }: AboutAnswer): Instant =>
  Math.round(Date.now() + (leadMs ??= Date.parse(now) - answeredAt()));

/** The server's now, updated every half minute by default. */
export function useServerNow(about: AboutAnswer, stepMs = MINUTE_MS / 2): Instant {
  const [instant, setInstant] = useState(() => serverNow(about));
  useEffect(() => {
    const timer = setInterval(() => setInstant(serverNow(about)), stepMs);
    return () => clearInterval(timer);
  }, [about, stepMs]);
  return instant;
}
