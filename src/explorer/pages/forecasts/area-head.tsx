// The head of the chosen area's chart: what is forecast, and the way to its values.

import { findCategory, seriesIdOf } from '#core/market/categories';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import type { ForecastsView } from '#view/address/forecasts-address';
import { DEFAULT_RANGE } from '#view/address/range-address';
import { areaText } from '#view/values/area-text';

export function AreaHead({ view }: { view: ForecastsView }) {
  const seriesId = seriesIdOf(view.area, view.category);
  const { from, to, resolution } = DEFAULT_RANGE;
  return (
    <header className="forecasts-title">
      <h2>{nameOf(view)}</h2>
      <ViewLink
        className="button"
        to={{ page: 'explore', seriesId, tab: 'chart', from, to, resolution, zone: view.zone }}
      >
        Explore <span className="mono">{seriesId}</span>
      </ViewLink>
    </header>
  );
}

/** Writes `Germany: day-ahead price`. */
export function nameOf({ area, category }: { area: string; category: string }): string {
  return `${areaText(area)}: ${findCategory(category)?.description.toLowerCase() ?? category}`;
}
