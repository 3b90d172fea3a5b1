// What the Explore page loads: the values of the span, and the series' own record.

import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import { periodQuery } from '#explorer/series/period-query.ts';
import type { ExploreView } from '#explorer/state/address.ts';
import { client } from '#explorer/state/session.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';

/** The values of a view. They do not depend on its zone and tab. */
export function useColumns(view: ExploreView): Loaded<SeriesColumns> {
  const { seriesId, from, to, resolution, complete } = view;
  return useRequest(JSON.stringify([seriesId, from, to, resolution, complete]), (signal) =>
    client.columns(
      seriesId,
      { from, to, resolution, kinds: 'true', ...periodQuery(resolution, complete) },
      { signal },
    ),
  );
}

export interface LoadedRecord {
  /** Undefined while loading, and if the series does not exist. */
  readonly record: MetadataRecord | undefined;
  readonly isLoading: boolean;
}

/** The record of a series, also of one outside the plan. */
export function useRecord(seriesId: string): LoadedRecord {
  // In order of identifier, the first that begins with a whole identifier is the series itself.
  const { data, isLoading } = useRequest(seriesId, (signal) =>
    client.metadata({ prefix: seriesId, all: 'true', limit: '1' }, { signal }),
  );
  const record = data?.[0];
  return { record: record?.seriesId === seriesId ? record : undefined, isLoading };
}
