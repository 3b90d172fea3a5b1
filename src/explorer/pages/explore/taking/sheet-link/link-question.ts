// The question that a link asks to show what a view shows: its keywords stay and move with time. Pure.

import type { NewLinkBody } from '#contract/links';
import type { ExploreView } from '#view/address/explore-address';
import { valueQuery } from '#view/address/value-query';

export function linkQuestion(view: ExploreView): Pick<NewLinkBody, 'path' | 'query'> {
  const { seriesId, from, to } = view;
  const { counts: _, ...fields } = valueQuery(view);
  const query = Object.entries({ from, to, ...fields }).filter(([, text]) => text !== '');
  return {
    path: `/api/v1/series/${encodeURIComponent(seriesId)}`,
    query: Object.fromEntries(query),
  };
}
