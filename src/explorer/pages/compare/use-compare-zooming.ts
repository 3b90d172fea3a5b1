// Zooming and panning on Compare: in whole intervals of the finest line.

import { DAY_MS, SECOND_MS } from '#core/time/instant';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { ChartZooming } from '#explorer/chart/scene/chart-data.ts';
import { AHEAD_MS, useZooming } from '#explorer/parts/use-zooming.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#view/address/address';
import { comparedText } from '#view/address/comparison';
import type { ChartSeries } from '#view/chart/chart-series';
import { wholeSpan } from '#view/chart/chart-span';
import type { ShownLine } from '#view/compare/shown-line';

/** How far back one may pan from what is shown: the page does not know the series' first values. */
const BACK_SECONDS = (3_660 * DAY_MS) / SECOND_MS;

export function useCompareZooming(
  view: CompareView,
  shown: readonly ShownLine[],
  series: readonly ChartSeries[],
  /** Seconds. */
  now: number,
  isCurrent: boolean,
): ChartZooming {
  const market = marketZoneOf(useAbout());
  const whole = wholeSpan(series, now);
  return useZooming({
    view,
    subject: [...view.series.map(comparedText), ...(view.formulas ?? [])].join(' '),
    whole,
    reach: {
      start: whole.start - BACK_SECONDS,
      end: Math.max(whole.end, now + AHEAD_MS / SECOND_MS),
    },
    resolution: finestOf(shown),
    isCurrent,
    market,
  });
}

/** The finest resolution of the lines; an hour without any. */
function finestOf(shown: readonly ShownLine[]): Resolution {
  const found = shown.map(({ resolution }) => resolution);
  const [finest] = found.sort((a, b) => a.rank - b.rank);
  return finest ?? resolutionOf('hour');
}
