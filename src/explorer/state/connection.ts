// Whether the server can be reached, as the last request found. The header says so once for the whole page.

import { useSyncExternalStore } from 'react';
import { makeListeners } from '#explorer/state/listeners.ts';

let isDown = false;
const listeners = makeListeners();

/** Notes whether a request has reached the server. */
export function noteReached(isReached: boolean): void {
  if (isReached !== isDown) return;
  isDown = !isReached;
  listeners.tell();
}

export const useIsDown = (): boolean => useSyncExternalStore(listeners.add, () => isDown);
