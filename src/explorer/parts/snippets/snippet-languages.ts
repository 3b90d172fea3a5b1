// The languages in which example requests are written.

import type { Preferences } from '#explorer/state/preferences.ts';

export type SnippetLanguage = Preferences['language'];

export const SNIPPET_LANGUAGES: readonly { value: SnippetLanguage; title: string }[] = [
  { value: 'curl', title: 'curl' },
  { value: 'typescript', title: 'TypeScript' },
  { value: 'python', title: 'Python' },
  { value: 'excel', title: 'Excel / Power Query' },
];
