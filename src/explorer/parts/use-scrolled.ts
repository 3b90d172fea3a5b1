// The scroll position of an element and its height, as they change.

import { type RefObject, useEffect, useState } from 'react';

export function useScrolled(scroller: RefObject<HTMLElement | null>) {
  const [seen, setSeen] = useState({ scrollTop: 0, viewHeight: 480 });
  useEffect(() => {
    const element = scroller.current!;
    const look = (): void =>
      setSeen({ scrollTop: element.scrollTop, viewHeight: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return seen;
}
