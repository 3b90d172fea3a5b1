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

/** The server's now, updated every half minute by default. */
export function useServerNow({ now }: AboutAnswer, stepMs = MINUTE_MS / 2): Instant {
  const [lead] = useState(() => Date.parse(now) - answeredAt());
  const [instant, setInstant] = useState(() => Math.round(Date.now() + lead));
  useEffect(() => {
    const timer = setInterval(() => setInstant(Math.round(Date.now() + lead)), stepMs);
    return () => clearInterval(timer);
  }, [lead, stepMs]);
  return instant;
}
