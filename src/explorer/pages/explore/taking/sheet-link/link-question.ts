// The question that a link asks to show what a view shows: its keywords stay and move with time. Pure.

import type { NewLinkBody } from '#contract/links';
import type { ExploreView } from '#view/address/explore-address';
import { valueQuery } from '#view/address/value-query';
import { sliceQuery } from '#view/values/slice';

export function linkQuestion(view: ExploreView): Pick<NewLinkBody, 'path' | 'query'> {
  const { seriesId, from, to } = view;
  const { counts: _, ...fields } = valueQuery(view);
  const id = encodeURIComponent(seriesId);
  // A slice has the actual values beside it, as the view has.
  const [path, slice] = view.slice
    ? [`/api/v1/forecasts/${id}/sliced`, { ...sliceQuery(view.slice), actual: 'true' }]
    : [`/api/v1/series/${id}`, {}];
  const query = Object.entries({ from, to, ...fields, ...slice });
  return { path, query: Object.fromEntries(query.filter(([, text]) => text !== '')) };
}
