// The keys of the whole page besides the search: `?` lists all keys, `f` shows the chart on the full screen.

import { useEffect, useState } from 'react';
import { isTyping } from '#explorer/parts/is-typing.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';

export const KeysDialog = lazyPart(() =>
  import('#explorer/parts/keys/keys-dialog.tsx').then((module) => module.KeysDialog),
);

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

/** Fills the screen with the card of the first chart, or else with the page's content. */
export function toggleFullScreen(): void {
  const filling = document.querySelector('.card:has(.chart)') ?? document.querySelector('main');
  // A browser that refuses leaves the page as it is.
  const refused = (): void => {};
  if (document.fullscreenElement) document.exitFullscreen().catch(refused);
  else filling?.requestFullscreen().catch(refused);
}
