// The number of requests that the page waits for.

import { useSyncExternalStore } from 'react';
import { makeListeners } from '#explorer/state/listeners.ts';

let count = 0;
const listeners = makeListeners();

function change(by: number): void {
  count += by;
  listeners.tell();
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

export const useIsLoading = (): boolean => useSyncExternalStore(listeners.add, () => count > 0);
