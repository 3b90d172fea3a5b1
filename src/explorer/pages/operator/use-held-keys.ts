// The keys of the review: j and k move, a accepts, r rejects.

import { useEffect } from 'react';
import { isTyping } from '#explorer/parts/is-typing.ts';

type HeldKey = 'j' | 'k' | 'a' | 'r';

export function useHeldKeys(actions: Readonly<Partial<Record<HeldKey, () => void>>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return;
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key as HeldKey]?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
