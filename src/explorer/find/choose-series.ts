// The view that choosing a series in Find leads to, from any page.

import type { CompareView, View } from '#view/address/address';
import { MAX_COMPARED } from '#view/address/comparison';
import type { ExploreView } from '#view/address/explore-address';
import { DEFAULT_RANGE, type RangeChoice } from '#view/address/range-address';

const rangeOf = (view: View): RangeChoice =>
  view.page === 'explore' || view.page === 'compare'
    ? { from: view.from, to: view.to, resolution: view.resolution, zone: view.zone }
    : DEFAULT_RANGE;

/** Whether no span is on screen that another series should be shown over. */
const isSpanLeftOut = (view: View): boolean =>
  view.page === 'explore' ? view.isSpanLeftOut === true : view.page !== 'compare';

/** Explore with the range that is on screen, if one is. */
export const exploreFrom = (view: View, code: string): ExploreView => ({
  page: 'explore',
  seriesId: code,
  tab: view.page === 'explore' ? view.tab : 'chart',
  ...(isSpanLeftOut(view) && { isSpanLeftOut: true }),
  ...rangeOf(view),
});

/**
 * Compare with the series added to those compared already, or to the one that Explore shows.
 * Undefined if Compare is full.
 */
export function compareFrom(view: View, code: string): CompareView | undefined {
  const present =
    view.page === 'compare'
      ? view.series
      : view.page === 'explore'
        ? [{ seriesId: view.seriesId, shiftDays: 0 }]
        : [];
  const isPresent = present.some(({ seriesId, shiftDays }) => seriesId === code && shiftDays === 0);
  const series = isPresent ? present : [...present, { seriesId: code, shiftDays: 0 }];
  if (series.length > Math.max(MAX_COMPARED, present.length)) return undefined;
  // A comparison keeps its formulas and the way to look at it.
  return view.page === 'compare'
    ? { ...view, series }
    : { page: 'compare', series, ...rangeOf(view) };
}
