// Moving between views: the browser's history has the state, and React follows it.

import { useSyncExternalStore } from 'react';
import { makeListeners } from '#explorer/state/listeners.ts';
import { onPreferences, readPreferences } from '#explorer/state/preferences.ts';
import { readAddress, type View, writeAddress } from '#view/address/address';

const listeners = makeListeners();
const currentAddress = (): string => window.location.pathname + window.location.search;

let lastAddress = '';
let lastZone = '';
let lastView: View = { page: 'not-found' };

/** The view of the address: the same object while the address stays, so that React sees no change. */
function currentView(): View {
  const address = currentAddress();
  const { zone } = readPreferences();
  if (address !== lastAddress || zone !== lastZone) {
    const view = readAddress(address);
    // A zone in the address counts before the reader's own.
    const isZoneOpen = 'zone' in view && !/[?&]zone=/.test(address);
    [lastAddress, lastZone, lastView] = [address, zone, isZoneOpen ? { ...view, zone } : view];
  }
  return lastView;
}

function subscribe(listener: () => void): () => void {
  const endings = [listeners.add(listener), onPreferences(listener)];
  window.addEventListener('popstate', listener);
  return () => {
    for (const end of endings) end();
    window.removeEventListener('popstate', listener);
  };
}

export const useView = (): View => useSyncExternalStore(subscribe, currentView);

/** Shows a view. `replace` adds no step to the history: for changes during typing or dragging. */
export function show(view: View, { replace = false } = {}): void {
  const address = writeAddress(view);
  if (address === currentAddress()) return;
  if (replace) window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  listeners.tell();
}

/** A whole link to a view, for copying. */
export const linkTo = (view: View): string => window.location.origin + writeAddress(view);
