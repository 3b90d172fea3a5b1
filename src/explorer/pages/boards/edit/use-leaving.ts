// Asks before unsaved changes are lost: by a link of the page, by Back, and by closing the tab.

import { useEffect, useState } from 'react';

/** The address of this server that the reader wanted to see. */
export interface Leaving {
  readonly to: string;
}

/** The attempt to leave that was stopped; undefined without one. */
export function useLeaving(isUnsaved: boolean) {
  const [leaving, setLeaving] = useState<Leaving>();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onNavigate = (event: NavigateEvent): void => {
      const { origin, pathname, search } = new URL(event.destination.url);
      const isHere = pathname === window.location.pathname && search === window.location.search;
      // Another server or a load of the page is the browser's to ask about.
      if (!event.cancelable || isHere || !event.canIntercept || origin !== window.location.origin)
        return;
      event.preventDefault();
      setLeaving({ to: pathname + search });
    };
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    // Browsers without the interface still ask when the tab is closed.
    window.navigation?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.navigation?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isUnsaved]);
  return { leaving, stay: () => setLeaving(undefined) };
}
