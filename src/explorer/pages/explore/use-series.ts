// What the Explore page loads: the values of the span, and the series' own record.

import { useMemo, useState } from 'react';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import { findResolution, type Resolution } from '#core/time/resolution';
import { client } from '#explorer/state/session.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import { withUsualSpan } from '#view/address/usual-span';
import { valueQuery, withUnit } from '#view/address/value-query';
import { nativeOfRecord } from '#view/values/series-facts';

interface LoadedColumns {
  /** The view with its span, which an address may leave to the series' resolution. */
  readonly view: ExploreView;
  readonly columns: Loaded<SeriesColumns>;
  /** Whether the newest answer is that of the view. */
  readonly isCurrent: boolean;
}

interface Native {
  readonly seriesId: string;
  readonly resolution: Resolution | undefined;
}

/**
 * The values of a view, which do not depend on its zone and tab. If the resolution is not known yet, the
 * usual span of hourly series is requested, as most are hourly. If the answer names another resolution,
 * another span is requested.
 */
export function useColumns(asked: ExploreView, record: MetadataRecord | undefined): LoadedColumns {
  const [answered, setAnswered] = useState<Native>();
  const isKnown = answered?.seriesId === asked.seriesId;
  const native = record ? nativeOfRecord(record) : isKnown ? answered.resolution : undefined;
  const view = useMemo(() => withUsualSpan(asked, native), [asked, native]);
  const { seriesId, from, to } = view;
  const query = { from, to, kinds: 'true', ...valueQuery(view) };
  const key = JSON.stringify([seriesId, query]);
  const loaded = useRequest(key, async (signal) => {
    const answer = withUnit(await client.columns(seriesId, query, { signal }), query.aggregation);
    setAnswered({ seriesId, resolution: findResolution(answer.nativeResolution) });
    return { key, answer };
  });
  const { data } = loaded;
  // An answer over the span of another resolution would say that the series has no values.
  const isGuess =
    asked.isSpanLeftOut &&
    native?.name !== 'hour' &&
    data?.key !== key &&
    data?.answer.seriesId === seriesId;
  const columns = { ...loaded, data: isGuess ? undefined : data?.answer };
  return { view, columns, isCurrent: data?.key === key };
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
