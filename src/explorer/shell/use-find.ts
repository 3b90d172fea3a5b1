// The search as the frame knows it: whether it is open, its keys, and when its code loads.

import { useEffect, useState } from 'react';
import { isTyping } from '#explorer/parts/is-typing.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { onFindOpened, openFind } from '#explorer/state/find-opening.ts';
import { client } from '#explorer/state/session.ts';

const loadFind = () => import('#explorer/find/find-dialog.tsx').then((module) => module.FindDialog);

export const FindDialog = lazyPart(loadFind);

/** When the search loads: after the chart is drawn, before a person reaches for the keyboard. */
const PRELOAD_AFTER_MS = 1_500;

/** Whether the search is open, and a way to close it. */
export function useFind(isSignedIn: boolean) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => (isSignedIn ? onFindOpened(() => setOpen(true)) : undefined), [isSignedIn]);
  useFindPreload(isSignedIn);
  useFindShortcut();
  return { isOpen, close: () => setOpen(false) };
}

/** Loads the search while nothing else happens, so that no key is lost when it opens. */
function useFindPreload(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const timer = setTimeout(() => void preloadFind(), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}

/**
 * Loads the search, but only if the server answers. After one failed fetch of a module, browsers do not
 * ask for it again until the page is reloaded.
 */
async function preloadFind(): Promise<void> {
  try {
    await client.about();
    await loadFind();
  } catch {
    // The search loads when it is opened.
  }
}

/** Opens the search on Ctrl+K (or ⌘K) anywhere, and on / unless text is being typed. */
function useFindShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const hasControl = event.ctrlKey || event.metaKey;
      const isShortcut = hasControl
        ? event.key.toLowerCase() === 'k'
        : event.key === '/' && !event.altKey && !isTyping(event);
      if (!isShortcut) return;
      event.preventDefault();
      openFind();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
