// A typed text once typing rests, for what is too dear to ask with every letter.

import { useEffect, useState } from 'react';

const REST_MS = 400;

export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
