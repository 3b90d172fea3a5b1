// The keys of the whole page besides the search: `?` lists all keys, `b` saves the view to a board, `f` shows the
// chart on the full screen.

import { useEffect, useState } from 'react';
import { isTyping } from '#explorer/parts/is-typing.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { onSaveOpened } from '#explorer/state/save-opening.ts';

export const KeysDialog = lazyPart(() =>
  import('#explorer/parts/keys/keys-dialog.tsx').then((module) => module.KeysDialog),
);

export const SaveDialog = lazyPart(() =>
  import('#explorer/pages/boards/save/save-dialog.tsx').then((module) => module.SaveDialog),
);

/** Which dialog is open: the list of keys, or the one that saves the view. */
export function useKeys() {
  const [shown, setShown] = useState<'keys' | 'save'>();
  useEffect(() => onSaveOpened(() => setShown('save')), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === '?') setShown('keys');
      else if (event.key === 'b') setShown('save');
      else if (event.key === 'f')
        void import('#explorer/shell/full-screen.ts').then((part) => part.toggleFullScreen());
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { shown, open: () => setShown('keys'), close: () => setShown(undefined) };
}
