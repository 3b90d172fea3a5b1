// The question of a link in one line. Pure.

import type { QuestionLinkEntry } from '#contract/links';

/** Writes `dehrprice, from today-7, to today, resolution day`. */
export function questionText({ path, query }: Pick<QuestionLinkEntry, 'path' | 'query'>): string {
  const slice = /^\/api\/v1\/forecasts\/(.+)\/sliced$/.exec(path)?.[1];
  const series = slice ? `${slice} as forecast` : path.replace('/api/v1/series/', '');
  const fields = Object.entries(query).map(([name, text]) => `${name} ${text}`);
  return [series, ...fields].join(', ');
}
