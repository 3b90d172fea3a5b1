// Which views a change concerns. Pure.

import type { EventRecord } from '#contract/changes';
import { CATEGORIES } from '#core/market/categories';
import type { View } from '#view/address/address';

/** Whether changes concern a view at all. What was known at an earlier time does not change. */
export const isLive = (view: View): boolean =>
  view.page === 'explore'
    ? view.asOf === undefined
    : ['start', 'compare', 'forecasts', 'changes'].includes(view.page);

export function concerns(view: View, event: EventRecord): boolean {
  if (!isLive(view)) return false;
  switch (view.page) {
    case 'explore':
      return view.seriesId === event.series;
    case 'compare':
      return (
        view.series.some(({ seriesId }) => seriesId === event.series) ||
        (view.formulas ?? []).some((formula) => isNamed(event.series, formula))
      );
    case 'forecasts':
      return event.area === view.area.toUpperCase() && event.category === view.category;
    case 'start':
    case 'changes':
      return isOfCategory(event, view.category);
    default:
      return false;
  }
}

/** Whether a formula names a code. More codes than it names may count, as in `de-price`: that costs one request. */
const isNamed = (code: string, formula: string): boolean => formula.toLowerCase().includes(code);

/** Whether a change is of an area's category; an empty one is the first that the plan has. */
const isOfCategory = ({ area, category }: EventRecord, wanted: string): boolean =>
  area !== null &&
  category !== null &&
  (wanted === '' ? CATEGORIES.some(({ name }) => name === category) : category === wanted);
