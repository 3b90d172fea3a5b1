// The span that a series is shown over if the address names none: as long as its values are coarse. Pure.

import type { Resolution, ResolutionName } from '#core/time/resolution';
import type { ExploreView } from '#view/address/explore-address';
import { DEFAULT_RANGE, type SpanChoice } from '#view/address/range-address';

const USUAL: Readonly<Record<ResolutionName, SpanChoice>> = {
  quarterhour: { from: 'today-3', to: 'today+1' },
  halfhour: { from: 'today-7', to: 'today+3' },
  hour: { from: DEFAULT_RANGE.from, to: DEFAULT_RANGE.to },
  day: { from: 'today-90', to: 'today+7' },
  week: { from: 'week-104', to: 'week+1' },
  month: { from: 'month-60', to: 'month' },
  quarter: { from: 'quarter-40', to: 'quarter' },
  year: { from: 'year-30', to: 'year' },
};

export const usualSpan = (native: Resolution): SpanChoice => USUAL[native.name];

/** The view with the span that its series' resolution asks for, if its address names none. */
export function withUsualSpan(view: ExploreView, native: Resolution | undefined): ExploreView {
  if (!native) return view;
  const usual = usualSpan(native);
  return { ...view, ...(view.isSpanLeftOut && usual), usualSpan: usual };
}
