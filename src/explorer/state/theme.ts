// Light or dark: the reader's choice, or else the system's. Paper is light.

import { onPreferences, readPreferences } from '#explorer/state/preferences.ts';

const darkSystem = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
const paper = (): MediaQueryList => window.matchMedia('print');

export function shownTheme(): 'light' | 'dark' {
  if (paper().matches) return 'light';
  const { theme } = readPreferences();
  if (theme !== 'system') return theme;
  return darkSystem().matches ? 'dark' : 'light';
}

/** Tells the page's style of the choice. */
export function applyTheme(): void {
  const { theme } = readPreferences();
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Calls `listener` when another theme is shown. Returns what ends that. */
export function onThemeShown(listener: () => void): () => void {
  const media = [darkSystem(), paper()];
  for (const query of media) query.addEventListener('change', listener);
  const forget = onPreferences(listener);
  return () => {
    for (const query of media) query.removeEventListener('change', listener);
    forget();
  };
}
