// Whether the page is in sight: not in a hidden tab or a window that is put away.

import { useSyncExternalStore } from 'react';

const isInSight = (): boolean => document.visibilityState === 'visible';

export function useIsVisible(): boolean {
  return useSyncExternalStore((onChange) => {
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, isInSight);
}
