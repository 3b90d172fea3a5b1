// The name of the page in the browser's tab and history.

import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Gridtide`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
