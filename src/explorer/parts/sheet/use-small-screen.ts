// Whether the screen is that of a phone, upright or on its side.

import { useSyncExternalStore } from 'react';

/** The same as in the style sheets. */
const SMALL = '(max-width: 760px), (max-height: 500px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(SMALL);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export const useSmallScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(SMALL).matches);
