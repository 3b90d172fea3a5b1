// Whether an element has come near the part of the page in sight. What is far below is drawn later.

import { type RefObject, useEffect, useState } from 'react';

/** How far below and above the window an element counts as near. */
const NEAR = '700px 0px';

/** Once true, it stays true. */
export function useNearSight(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !ref.current) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isNear]);
  return isNear;
}
