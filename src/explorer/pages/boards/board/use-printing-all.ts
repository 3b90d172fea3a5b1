// Printing a board: panels out of sight are loaded first.

import { useEffect, useState } from 'react';

interface Printing {
  /** Whether all panels are to be loaded. */
  readonly isAllLoaded: boolean;
  print(): void;
}

/** `isReady` is true when every panel has its data. */
export function usePrintingAll(isReady: boolean): Printing {
  const [isWanted, setWanted] = useState(false);
  const [isAllLoaded, setAllLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted || !isReady) return undefined;
    // The panels draw what has arrived before the browser takes the page.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        setWanted(false);
        window.print();
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isWanted, isReady]);
  return {
    isAllLoaded,
    print: () => {
      setAllLoaded(true);
      setWanted(true);
    },
  };
}
