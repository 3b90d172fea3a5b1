// The keys of the whole page besides the search: `?` lists all keys, `f` shows the chart on the full screen.

import { useEffect, useState } from 'react';
import { isTyping } from '#explorer/parts/is-typing.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';

export const KeysDialog = lazyPart(() =>
  import('#explorer/parts/keys/keys-dialog.tsx').then((module) => module.KeysDialog),
);

/** What fills the screen: the card of the first chart, or else the page's content. */
const FILLING = '.card:has(.chart), main';

/** Whether the list of keys is open. */
export function useKeys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === '?') setOpen(true);
      else if (event.key === 'f') toggleFullScreen();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

export function toggleFullScreen(): void {
  // A browser that refuses leaves the page as it is.
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  else
    document
      .querySelector(FILLING)
      ?.requestFullscreen()
      .catch(() => {});
}
