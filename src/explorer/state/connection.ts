// Whether the server can be reached, as the last request found. The header says so once for the whole page.

import { useSyncExternalStore } from 'react';

let isDown = false;
const listeners = new Set<() => void>();

/** Notes whether a request has reached the server. */
export function noteReached(isReached: boolean): void {
  if (isReached !== isDown) return;
  isDown = !isReached;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsDown = (): boolean => useSyncExternalStore(subscribe, () => isDown);
