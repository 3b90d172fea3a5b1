// The address of one series in Explore: read and written. Pure.

import { tidyKeyword } from '#core/time/keywords';
import {
  DEFAULT_RANGE,
  type RangeChoice,
  rangeQuery,
  readRange,
  type SpanChoice,
} from '#view/address/range-address';

export type ExploreTab = 'chart' | 'table' | 'heatmap';
const TABS: readonly ExploreTab[] = ['chart', 'table', 'heatmap'];

/** The forecasts that are laid over the values: how far ahead, and which runs count. */
export interface SliceChoice {
  /** `1d` is one market day ahead, `24h` is 24 hours. */
  readonly ahead: string;
  /** Only runs issued before this time of day; empty is any. */
  readonly before: string;
  /** Only runs of this source; empty is any. */
  readonly source: string;
}

/** How the chart is drawn; each is off unless the address says so. */
const LOOKS = ['zero', 'log', 'area'] as const;

export interface ExploreView extends RangeChoice {
  readonly page: 'explore';
  /** Empty is the first series of the plan. */
  readonly seriesId: string;
  readonly tab: ExploreTab;
  /** How several values become one, as the API names it in lower case; left out is their mean. */
  readonly aggregation?: string | undefined;
  /** The currency of prices; left out is the one that they are stored in. */
  readonly currency?: string | undefined;
  /** The time whose knowledge is shown, as typed; left out is now. */
  readonly asOf?: string | undefined;
  /** Whether the value axis includes zero. */
  readonly zero?: true | undefined;
  /** Whether equal distances on the value axis are equal ratios. */
  readonly log?: true | undefined;
  /** Whether the space between the line and zero is filled. */
  readonly area?: true | undefined;
  /** Whether the bands of the forecast part are left out. */
  readonly bands?: 'off' | undefined;
  readonly slice?: SliceChoice | undefined;
  /** Whether the address names no span: the series' resolution then decides. */
  readonly isSpanLeftOut?: boolean;
  /** The span of such an address, once the series' resolution is known. */
  readonly usualSpan?: SpanChoice;
}

/** Explore with a series over its usual span. */
export const exploreOf = (seriesId: string): ExploreView => ({
  page: 'explore',
  seriesId,
  tab: 'chart',
  isSpanLeftOut: true,
  ...DEFAULT_RANGE,
});

export function readExplore(seriesId: string, query: URLSearchParams): ExploreView {
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'chart';
  const ahead = query.get('ahead');
  const slice = ahead
    ? { ahead, before: query.get('before') ?? '', source: query.get('source') ?? '' }
    : undefined;
  const isSpanLeftOut = query.get('from') === null && query.get('to') === null;
  const aggregation = query.get('aggregation')?.trim().toLowerCase();
  const currency = query.get('currency')?.trim().toUpperCase();
  const asOf = tidyKeyword(query.get('asOf') ?? '');
  return {
    page: 'explore',
    seriesId,
    tab,
    ...(aggregation && aggregation !== 'average' && { aggregation }),
    ...(currency && { currency }),
    ...(asOf && { asOf }),
    ...Object.fromEntries(
      LOOKS.flatMap((look) => (query.get(look) === 'true' ? [[look, true]] : [])),
    ),
    ...(query.get('bands') === 'off' && { bands: 'off' }),
    ...(slice && { slice }),
    ...(isSpanLeftOut && { isSpanLeftOut }),
    ...readRange(query),
  };
}

export function exploreQuery(view: ExploreView): URLSearchParams {
  const query = rangeQuery(view, view.usualSpan);
  if (view.aggregation) query.set('aggregation', view.aggregation);
  if (view.currency) query.set('currency', view.currency);
  if (view.asOf) query.set('asOf', view.asOf);
  for (const look of LOOKS) if (view[look]) query.set(look, 'true');
  if (view.bands) query.set('bands', view.bands);
  if (view.tab !== 'chart') query.set('tab', view.tab);
  if (view.slice) {
    const { ahead, before, source } = view.slice;
    query.set('ahead', ahead);
    if (before !== '') query.set('before', before);
    if (source !== '') query.set('source', source);
  }
  return query;
}
