// Moving between views: the browser's history is the store, React follows it.

import { useSyncExternalStore } from 'react';
import { readAddress, type View, writeAddress } from '#explorer/state/address.ts';

const listeners = new Set<() => void>();
const currentAddress = (): string => window.location.pathname + window.location.search;

let heldAddress = '';
let heldView: View = { page: 'not-found' };

/** The same object for the same address, so that React sees no change where there is none. */
function currentView(): View {
  const address = currentAddress();
  if (address !== heldAddress) [heldAddress, heldView] = [address, readAddress(address)];
  return heldView;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

export const useView = (): View => useSyncExternalStore(subscribe, currentView);

/** Shows a view. `replace` leaves no step to go back to: for what changes while one types or drags. */
export function show(view: View, { replace = false } = {}): void {
  const address = writeAddress(view);
  if (address === currentAddress()) return;
  if (replace) window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  for (const listener of listeners) listener();
}

/** A whole link to a view, for copying. */
export const linkTo = (view: View): string => window.location.origin + writeAddress(view);
