// Loads the slice that a view lays over its values.

import type { SliceColumns } from '#contract/slices';
import { client } from '#explorer/state/session.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import { valueQuery, withUnit } from '#view/address/value-query';
import type { Slice } from '#view/values/slice';

/** The slice of a view; without data if the view has none. */
export function useSlice(view: ExploreView): Loaded<Slice> {
  const { seriesId, from, to, slice } = view;
  const key = slice && JSON.stringify([seriesId, from, to, valueQuery(view), slice]);
  const loaded = useRequest(key, async (signal) => {
    // Few views have a slice: its code loads with the first.
    const { sliceOf, sliceQuery } = await import('#view/values/slice');
    const path = `/api/v1/forecasts/${encodeURIComponent(seriesId)}/sliced`;
    const query = {
      from,
      to,
      ...valueQuery(view),
      ...sliceQuery(slice!),
      actual: 'true',
      format: 'columns',
    };
    const answer = await client.transport.json<SliceColumns>('GET', path, { query, signal });
    return { key, slice: sliceOf(slice!, withUnit(answer, query.aggregation)) };
  });
  // A slice of other values is not drawn over these.
  const data = key !== undefined && loaded.data?.key === key ? loaded.data.slice : undefined;
  return { ...loaded, data, error: key === undefined ? undefined : loaded.error };
}
