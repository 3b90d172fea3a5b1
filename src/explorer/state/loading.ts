// The number of requests that the page waits for.

import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}

/** Counts a request. Returns what ends it, once. */
export function beginLoading(): () => void {
  let isEnded = false;
  change(1);
  return () => {
    if (!isEnded) change(-1);
    isEnded = true;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => count > 0);
