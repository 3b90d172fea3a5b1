// One line for the whole page while the server cannot be reached. It asks again until the server answers; every
// part of the page then loads what it lacks.

import { useEffect, useRef, useState } from 'react';
import { noteReached, useIsDown } from '#explorer/state/connection.ts';
import { useIsVisible } from '#explorer/state/is-visible.ts';
import { client } from '#explorer/state/session.ts';

/** The wait between two attempts while the server is down. */
const RETRY_MS = 3_000;
/** The wait between two looks while a page in sight does nothing else. */
const LOOK_MS = 30_000;

export function ConnectionLine() {
  const isDown = useIsDown();
  useLooks(isDown ? RETRY_MS : LOOK_MS);
  useEffect(() => {
    const onOffline = (): void => noteReached(false);
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);
  return isDown ? (
    <p className="shell-down" role="alert">
      No connection. Trying again…
    </p>
  ) : null;
}

/**
 * Asks the server for something small again and again; the client notes whether it was reached. A page that is
 * not in sight asks nothing, and asks at once when it comes back.
 */
function useLooks(waitMs: number): void {
  const [attempt, setAttempt] = useState(0);
  const isVisible = useIsVisible();
  const lookedAt = useRef(performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the next wait
  useEffect(() => {
    if (!isVisible) return undefined;
    const next = (): void => {
      lookedAt.current = performance.now();
      setAttempt((count) => count + 1);
    };
    const look = (): void => void client.about().then(next, next);
    const timer = setTimeout(look, lookedAt.current + waitMs - performance.now());
    window.addEventListener('online', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', look);
    };
  }, [waitMs, attempt, isVisible]);
}
