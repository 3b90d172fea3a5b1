// The rounds of a wallboard: all panels ask again every minute while the page is in sight.

import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#core/time/instant';

/** The number of the round; 0 and unchanged while `isOn` is false. */
export function useRounds(isOn: boolean): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    let lastAt = Date.now();
    const next = (): void => {
      if (document.visibilityState !== 'visible' || Date.now() - lastAt < MINUTE_MS - 1_000) return;
      lastAt = Date.now();
      setRound((count) => count + 1);
    };
    const timer = setInterval(next, MINUTE_MS);
    // A screen that was dark asks at once.
    document.addEventListener('visibilitychange', next);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [isOn]);
  return round;
}
