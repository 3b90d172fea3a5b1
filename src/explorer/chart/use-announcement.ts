// Text for a live region, delayed while more is coming: a key that repeats must not queue up speech.

import { useCallback, useEffect, useRef, useState } from 'react';

const QUIET_MS = 250;

export function useAnnouncement(): [text: string, announce: (text: string) => void] {
  const [text, setText] = useState('');
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const announce = useCallback((next: string): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setText(next), QUIET_MS);
  }, []);
  return [text, announce];
}
